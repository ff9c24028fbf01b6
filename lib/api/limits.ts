import type { Limit } from '../http/rate-limit.ts'

/** Requests of one key. */
export const API_RATE_LIMIT: Limit = { name: 'api', count: 600, windowMs: 60_000 }

/** Requests of one client whose keys nobody has. */
export const UNKNOWN_KEY_LIMIT: Limit = { name: 'api-unknown-key', count: 60, windowMs: 60_000 }

/** Milliseconds for which the answer to an Idempotency-Key is kept. */
export const IDEMPOTENCY_MS = 24 * 60 * 60_000

/** Milliseconds within which the database answers all that one request asks it. */
export const API_DEADLINE = 4_000

/** Rows in one part of a list. */
export const LIST_LIMIT = { default: 25, max: 100 }
