import { checkMetadataSize } from '../services/limits.ts'
import type { Services } from '../services/services.ts'
import { type EmailAddress, createRecord, type User } from '../services/store.ts'
import { hashPassword } from './factors.ts'
import { leaveAllOrganizations } from './organizations.ts'
import { endUserSessions } from './sessions.ts'

export const buildUser = (services: Services): User => ({
  ...createRecord(services, 'user'),
  firstName: null,
  lastName: null,
  externalId: null,
  primaryEmailId: null,
  passwordHash: null,
  passwordUpdatedAt: null,
  totp: null,
  backupCodes: null,
  plan: services.instance.defaultUserPlan,
  publicMetadata: {},
  privateMetadata: {},
  unsafeMetadata: {},
  failedAttempts: 0,
  lockedUntil: null,
  banned: false,
  lastSignInAt: null,
  lastActiveAt: null,
})

/** Creates a user whose first address is primary. Requires a transaction. */
export function createUser({ store, events }: Services, user: User, emails: readonly EmailAddress[]): User {
  const created = store.users.put(checkMetadataSize({ ...user, primaryEmailId: emails[0]?.id ?? null }))
  for (const email of emails) store.emails.put({ ...email, userId: user.id })
  events.emit({ type: 'user.created', user: created })
  return created
}

export function updateUser({ store, clock, events }: Services, id: string, changes: Partial<User>): User {
  return store.transaction(() => {
    const user = store.users.getOrThrow(id, 'User')
    const updated = store.users.put(checkMetadataSize({ ...user, ...changes, updatedAt: clock.now() }))
    events.emit({ type: 'user.updated', user: updated })
    return updated
  })
}

export async function setPassword(
  services: Services,
  userId: string,
  password: string,
  { endSessions, exceptSessionId }: { endSessions: boolean; exceptSessionId?: string },
): Promise<User> {
  const passwordHash = await hashPassword(password)
  return services.store.transaction(() => {
    const user = updateUser(services, userId, { passwordHash, passwordUpdatedAt: services.clock.now() })
    if (endSessions) endUserSessions(services, userId, 'revoked', exceptSessionId)
    return user
  })
}

export function deleteUser(services: Services, id: string): void {
  const { store, events } = services
  store.transaction(() => {
    const user = store.users.getOrThrow(id, 'User')
    leaveAllOrganizations(services, user)
    endUserSessions(services, id, 'removed')
    events.emit({ type: 'user.deleted', user })
    for (const session of store.sessions.where('userId', id)) store.sessions.delete(session.id)
    for (const email of store.emails.where('userId', id)) store.emails.delete(email.id)
    for (const token of store.signInTokens.where('userId', id)) store.signInTokens.delete(token.id)
    store.users.delete(id)
  })
}
