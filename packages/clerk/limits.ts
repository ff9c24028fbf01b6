const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Characters; Clerk's own bounds. */
export const PASSWORD_LENGTH = { min: 8, max: 72 }

/** Wrong passwords and codes in a row before an account is locked, and for how long. */
export const LOCKOUT = { maxAttempts: 10, minutes: 60 }

/** A code in a mail: milliseconds until it expires, and wrong attempts before it is refused. */
export const CODE = { lifetime: 10 * MINUTE, maxAttempts: 5 }

/** Mails with codes to one address. */
export const MAIL_LIMIT = { count: 20, minutes: 10 }

/** Milliseconds until a record expires, whatever happens to it before. */
export const LIFETIMES = {
  session: 7 * DAY,
  abandoned: 30 * DAY,
  signIn: DAY,
  signUp: DAY,
  invitation: 30 * DAY,
  signInToken: 30 * DAY,
  nonce: MINUTE,
}

/** A factor must be younger to change passwords, addresses and factors, or to delete an account. */
export const FRESH_MINUTES = 10

/** Bytes of one kind of metadata as JSON; Clerk's own bound. */
export const METADATA_BYTES = 8 * 1024

/** The oldest records beyond these are deleted: anybody who reaches the server can create them without signing in. */
export const MAX_RECORDS = { clients: 5000, signIns: 5000, signUps: 5000, nonces: 1000, signInTokens: 5000, mails: 500 }
