import { afterAll, describe, expect, it } from 'vitest'
import { cleanUpAfter } from '../../../local-server/tests/servers.ts'
import { createClock, type Services } from '../../services/services.ts'
import { findActiveOrganization, isLive, listLiveSessions, findMemberOrganization } from '../../model/sessions.ts'
import { type Client, type Membership, openStore, type Organization, type Session } from '../../services/store.ts'

const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)
const store = openStore(temporaryFolder())
const services = { store, clock: createClock() } as Services
whenDone(() => store.close())

for (const id of ['org_1', 'org_2', 'org_3']) {
  store.organizations.put({ id, slug: id.replace('org_', 'sample-') } as Organization)
}
for (const [id, userId, organizationId] of [
  ['orgmem_1', 'user_1', 'org_1'],
  ['orgmem_2', 'user_1', 'org_2'],
  ['orgmem_3', 'user_2', 'org_3'],
] as const) {
  store.memberships.put({ id, userId, organizationId, role: 'org:member' } as Membership)
}

const buildSession = (lastActiveOrganizationId: string | null) =>
  ({ userId: 'user_1', lastActiveOrganizationId }) as Session

describe('active organization', () => {
  it('is the selected one while the user is a member', () => {
    expect(findActiveOrganization(services, buildSession('org_2'))).toMatchObject({
      organization: { id: 'org_2' },
      membership: { id: 'orgmem_2' },
    })
    expect(findActiveOrganization(services, buildSession(null))).toBeUndefined()
    expect(findActiveOrganization(services, buildSession('org_3'))).toBeUndefined()
    expect(findActiveOrganization(services, buildSession('org_gone'))).toBeUndefined()
  })

  it("can be selected by id or slug among the user's own", () => {
    const findOrganizationId = (name: string) =>
      findMemberOrganization(services, buildSession('org_2'), name)?.organization.id
    expect(['org_1', 'sample-1', 'org_3', 'sample-3', ''].map(findOrganizationId)).toEqual([
      'org_1',
      'org_1',
      undefined,
      undefined,
      undefined,
    ])
  })
})

it('sessions are live while active and not expired', () => {
  const active = { id: 'a', status: 'active', expireAt: Date.now() + 60_000, clientId: 'client_1' } as Session
  for (const otherSession of [
    active,
    { ...active, id: 'b', status: 'ended' as const },
    { ...active, id: 'c', expireAt: 0 },
  ]) {
    store.sessions.put(otherSession)
  }
  expect(listLiveSessions(services, { id: 'client_1' } as Client)).toEqual([active])
  expect(isLive(active, active.expireAt - 1)).toBe(true)
  expect(isLive(active, active.expireAt)).toBe(false)
})
