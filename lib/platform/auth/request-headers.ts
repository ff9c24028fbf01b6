/* Headers from the proxy to account pages and routes. The proxy overwrites each on every request. */

export const NONCE_HEADER = 'x-nonce'

/** The session token, possibly just renewed by Clerk, or NO_SESSION. Readers verify it again. */
export const SESSION_TOKEN_HEADER = 'x-session-token'
export const NO_SESSION = 'none'

/** Path with query, which Next.js does not pass to pages. */
export const REQUESTED_PATH_HEADER = 'x-requested-path'
