import type { Change } from '../../support/defences/check.ts'

const MIDDLEWARE = 'lib/auth/middleware.ts'
const SESSION = 'lib/auth/session.ts'

/** What holds while Clerk is out of order, and how it is taken away. */
export const account = {
  /** A page says in words that nobody can sign in now. */
  words: [
    {
      file: MIDDLEWARE,
      from: 'const isBroken = !answer || (answer.status >= 500 && isDocument(request))',
      to: 'const isBroken = !answer',
    },
  ],
  /** Nobody waits for Clerk without an end. */
  deadline: [
    {
      file: MIDDLEWARE,
      from: 'return withDeadline(asked, isDocument(request) ? PAGE_TIMEOUT : PROGRAM_TIMEOUT, () => undefined)',
      to: 'return asked',
    },
  ],
  /** A token holds for its minute. */
  times: [
    { file: MIDDLEWARE, from: 'signInUrl: LOGIN_PATH,', to: 'signInUrl: LOGIN_PATH, clockSkewInMs: 86_400_000,' },
    {
      file: SESSION,
      from: 'clerk.authenticateRequest(request, {',
      to: 'clerk.authenticateRequest(request, { clockSkewInMs: 86_400_000,',
    },
  ],
  /** The configured key alone counts, and Clerk is not asked for another one. */
  signature: [
    { file: MIDDLEWARE, from: '      ...(account.jwtKey && { jwtKey: account.jwtKey }),\n', to: '' },
    {
      file: SESSION,
      from: 'createClerkClient({ publishableKey, secretKey, jwtKey, apiUrl })',
      to: 'createClerkClient({ publishableKey, secretKey, apiUrl })',
    },
  ],
} satisfies Record<string, Change[]>
