import type { Services } from '../http/services.ts'
import type { EmailAddress, User } from '../store/types.ts'
import { checkMetadataSize } from './metadata.ts'

/** An empty user, not stored yet. */
export function newUser({ clock, instance }: Services, id: string): User {
  const now = clock.now()
  return {
    id,
    firstName: null,
    lastName: null,
    externalId: null,
    primaryEmailId: null,
    passwordHash: null,
    passwordUpdatedAt: null,
    totp: null,
    backupCodes: null,
    plan: instance.defaultUserPlan,
    publicMetadata: {},
    privateMetadata: {},
    unsafeMetadata: {},
    failedAttempts: 0,
    lockedUntil: null,
    banned: false,
    lastSignInAt: null,
    lastActiveAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Stores a new user with their addresses, the first of which is the primary one. Call it in a transaction. */
export function createUser({ store, events }: Services, user: User, emails: readonly EmailAddress[]): User {
  checkMetadataSize(user)
  const created = store.users.put({ ...user, primaryEmailId: emails[0]?.id ?? null })
  for (const email of emails) store.emails.put({ ...email, userId: user.id })
  events.emit({ type: 'user.created', user: created })
  return created
}
