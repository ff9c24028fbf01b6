import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createClock } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { createEvents } from '../../events.ts'
import { newEmail } from '../../factors/emails.ts'
import type { Services } from '../../http/services.ts'
import { createInstance } from '../../instance.ts'
import { openStore } from '../../store/store.ts'
import type { Membership, Organization, Session, SignInToken } from '../../store/types.ts'
import { deleteUser } from '../../users/change.ts'
import { createUser, newUser } from '../../users/create.ts'

const folder = mkdtempSync(join(tmpdir(), 'clerk-users-'))
const instance = createInstance(readConfig({}))
const services = { instance, store: openStore(folder), clock: createClock(), events: createEvents() } as Services
afterAll(() => {
  services.store.close()
  rmSync(folder, { recursive: true })
})

it('deletes a user with all that is theirs, and tells of it while it can still be read', () => {
  const { store, events } = services
  const user = createUser(services, newUser(services, 'user_1'), [newEmail(services, '', 'a@example.com', true)])
  createUser(services, newUser(services, 'user_2'), [newEmail(services, '', 'b@example.com', true)])
  const expireAt = Date.now() + 60_000
  store.sessions.put({ id: 'sess_1', userId: user.id, clientId: 'client_1', status: 'active', expireAt } as Session)
  store.sessions.put({ id: 'sess_2', userId: 'user_2', clientId: 'client_2', status: 'active', expireAt } as Session)
  store.signInTokens.put({ id: 'sit_1', userId: user.id } as SignInToken)
  for (const [id, userId] of [
    ['orgmem_1', user.id],
    ['orgmem_2', 'user_2'],
  ] as const) {
    store.memberships.put({ id, userId, organizationId: 'org_1', role: 'org:admin' } as Membership)
  }
  store.organizations.put({ id: 'org_1', name: 'Sample', slug: 'sample' } as Organization)

  const told: string[] = []
  events.listen(({ type }) => {
    expect(store.users.get(user.id)).toBeDefined()
    told.push(type)
  })
  deleteUser(services, user.id)
  expect(told).toEqual(['organizationMembership.deleted', 'session.removed', 'user.deleted'])
  const left = [store.users, store.emails, store.sessions, store.memberships, store.signInTokens].map((all) =>
    all.count(),
  )
  expect(left).toEqual([1, 1, 1, 1, 0])
})
