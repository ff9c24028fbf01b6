import type { Limit } from '../../platform/http/rate-limit.ts'

export const API_RATE_LIMIT: Limit = { name: 'api', count: 600, windowMs: 60_000 }

/** Rate limit per client address, for requests with an unknown API key. */
export const UNKNOWN_KEY_LIMIT: Limit = { name: 'api-unknown-key', count: 60, windowMs: 60_000 }

export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60_000

/** Total time budget of all database queries of one request. */
export const API_TIMEOUT_MS = 4_000

export const LIST_PAGE_SIZES = { default: 25, max: 100 }
