/* Request headers that the proxy sets for account pages and routes. The proxy overwrites each on every request. */

export const NONCE_HEADER = 'x-nonce'

/** Header with the session token, which Clerk may have just renewed, or NO_SESSION. Readers verify the token again. */
export const SESSION_TOKEN_HEADER = 'x-session-token'
export const NO_SESSION = 'none'

/** Header with the path and query, which Next.js does not pass to pages. */
export const REQUESTED_PATH_HEADER = 'x-requested-path'
