/*
 * What the proxy tells the pages and routes of the account about a request. It sets each of these on every request that it
 * handles, whatever was sent.
 */

/** The nonce of the page's policy. */
export const NONCE_HEADER = 'x-nonce'

/** The session token, which Clerk may have renewed a moment ago, or NO_SESSION. Checked again by whoever reads it. */
export const SESSION_TOKEN_HEADER = 'x-session-token'
export const NO_SESSION = 'none'

/** The path that was asked for, with its query, which the framework does not tell its pages. */
export const REQUESTED_PATH_HEADER = 'x-requested-path'
