import { createFormError } from './errors.ts'
import type { User } from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Clerk's limits in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 72 }

export const LOCKOUT = { maxAttempts: 10, minutes: 60 }

/** Limits of a code sent by email. `lifetime` is in milliseconds. */
export const CODE_LIMITS = { lifetime: 10 * MINUTE_MS, maxAttempts: 5 }

export const MAIL_LIMIT = { count: 20, minutes: 10 }

/** Lifetimes in milliseconds. */
export const LIFETIMES = {
  session: 7 * DAY_MS,
  abandoned: 30 * DAY_MS,
  signIn: DAY_MS,
  signUp: DAY_MS,
  invitation: 30 * DAY_MS,
  signInToken: 30 * DAY_MS,
  nonce: MINUTE_MS,
}

/**
 * Maximum time since the last verification when a user changes passwords, addresses or factors, or deletes the account.
 */
export const FRESH_FACTOR_MINUTES = 10

/** Clerk's limit for each kind of metadata, as JSON. */
const MAX_METADATA_BYTES = 8 * 1024

/** Maximum number of records. The oldest ones are deleted, because clients can create them without signing in. */
export const MAX_RECORDS = { clients: 5000, signIns: 5000, signUps: 5000, nonces: 1000, signInTokens: 5000, mails: 500 }

type WithMetadata = Pick<User, 'publicMetadata' | 'privateMetadata'> & Partial<Pick<User, 'unsafeMetadata'>>

/** Checks the metadata size. @throws if one kind of metadata is too large */
export function checkMetadataSize<T extends WithMetadata>(record: T): T {
  const kinds = {
    public_metadata: record.publicMetadata,
    private_metadata: record.privateMetadata,
    unsafe_metadata: record.unsafeMetadata ?? {},
  }
  for (const [name, value] of Object.entries(kinds)) {
    if (Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES) continue
    throw createFormError(name, 'form_param_exceeds_allowed_size', `${name} exceeds the maximum allowed size of 8KB.`)
  }
  return record
}
