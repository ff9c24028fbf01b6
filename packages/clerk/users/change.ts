import { hashPassword } from '../factors/passwords.ts'
import type { Services } from '../http/services.ts'
import { notFound } from '../errors.ts'
import { leaveAllOrganizations } from '../organizations/changes.ts'
import { endSessionsOf } from '../sessions/end.ts'
import { checkMetadataSize } from './metadata.ts'
import type { User } from '../store/types.ts'

/** Stores changes to a user, with the event. Throws 404 when the user does not exist. */
export function updateUser({ store, clock, events }: Services, id: string, changes: Partial<User>): User {
  return store.transaction(() => {
    const user = store.users.get(id)
    if (!user) throw notFound('User')
    const changed = { ...user, ...changes, updatedAt: clock.now() }
    checkMetadataSize(changed)
    const updated = store.users.put(changed)
    events.emit({ type: 'user.updated', user: updated })
    return updated
  })
}

/** Sets a password that was checked already, and on request ends the user's other sessions. */
export async function setPassword(
  services: Services,
  userId: string,
  password: string,
  { endSessions, keptSessionId }: { endSessions: boolean; keptSessionId?: string },
): Promise<User> {
  const passwordHash = await hashPassword(password)
  return services.store.transaction(() => {
    const user = updateUser(services, userId, { passwordHash, passwordUpdatedAt: services.clock.now() })
    if (endSessions) endSessionsOf(services, userId, 'revoked', keptSessionId)
    return user
  })
}

/** Deletes a user with all memberships, sessions, addresses and tokens. */
export function deleteUser(services: Services, id: string): void {
  const { store, events } = services
  store.transaction(() => {
    const user = store.users.get(id)
    if (!user) throw notFound('User')
    leaveAllOrganizations(services, user)
    endSessionsOf(services, id, 'removed')
    events.emit({ type: 'user.deleted', user })
    for (const session of store.sessions.where('userId', id)) store.sessions.delete(session.id)
    for (const email of store.emails.where('userId', id)) store.emails.delete(email.id)
    for (const token of store.signInTokens.where('userId', id)) store.signInTokens.delete(token.id)
    store.users.delete(id)
  })
}
