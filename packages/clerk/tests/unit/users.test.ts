import { afterAll, expect, it } from 'vitest'
import { cleanUpAfter } from '../../../local-server/tests/servers.ts'
import { createClock, createEvents, type Services } from '../../services/services.ts'
import { createInstance, readConfig } from '../../services/config.ts'
import { buildEmail } from '../../model/emails.ts'
import { type Membership, openStore, type Organization, type Session, type SignInToken } from '../../services/store.ts'
import { createUser, deleteUser, buildUser } from '../../model/users.ts'

const { whenDone, temporaryFolder } = cleanUpAfter(afterAll)
const instance = createInstance(readConfig({}))
const [store, events] = [openStore(temporaryFolder()), createEvents()]
const services = { instance, store, clock: createClock(), events } as Services
whenDone(() => store.close())

it("deleteUser emits events before it removes the user's records", () => {
  const expireAt = Date.now() + 60_000
  for (const n of [1, 2]) {
    const userId = `user_${n}`
    const email = buildEmail(services, '', `${n}@example.com`, true)
    createUser(services, { ...buildUser(services), id: userId }, [email])
    store.sessions.put({ id: `sess_${n}`, userId, clientId: `client_${n}`, status: 'active', expireAt } as Session)
    store.memberships.put({ id: `orgmem_${n}`, userId, organizationId: 'org_1', role: 'org:admin' } as Membership)
  }
  store.signInTokens.put({ id: 'sit_1', userId: 'user_1' } as SignInToken)
  store.organizations.put({ id: 'org_1', name: 'Sample', slug: 'sample' } as Organization)

  const emittedTypes: string[] = []
  events.listen(({ type }) => {
    expect(store.users.get('user_1')).toBeDefined()
    emittedTypes.push(type)
  })
  deleteUser(services, 'user_1')
  expect(emittedTypes).toEqual(['organizationMembership.deleted', 'session.removed', 'user.deleted'])
  const remaining = [store.users, store.emails, store.sessions, store.memberships, store.signInTokens].map(
    (collection) => collection.count(),
  )
  expect(remaining).toEqual([1, 1, 1, 1, 0])
})
