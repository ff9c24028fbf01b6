import type { Limit } from '../../platform/http/rate-limit.ts'

export const API_RATE_LIMIT: Limit = { name: 'api', count: 600, windowMs: 60_000 }

/** Per client, for requests with unknown keys. */
export const UNKNOWN_KEY_LIMIT: Limit = { name: 'api-unknown-key', count: 60, windowMs: 60_000 }

export const IDEMPOTENCY_MS = 24 * 60 * 60_000

/** Milliseconds for all queries of one request. */
export const API_DEADLINE = 4_000

export const LIST_LIMIT = { default: 25, max: 100 }
