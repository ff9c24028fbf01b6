import { clerkMiddleware } from '@clerk/nextjs/server'
import { type NextFetchEvent, NextRequest, NextResponse } from 'next/server'
import { LOGIN_PATH, REGISTER_PATH, UNAVAILABLE_PATH } from '../routes.ts'
import { createNonce } from '../csp/nonce.ts'
import { withDeadline } from '../deadline.ts'
import { env } from '../env.ts'
import { log } from '../log/log.ts'
import { hasVoiceAgent, voiceAgentSources } from '../voice-agent.ts'
import { accountEnv, type AccountEnv } from './environment.ts'
import { NO_SESSION, NONCE_HEADER, REQUESTED_PATH_HEADER, SESSION_TOKEN_HEADER } from './request-headers.ts'
import { accountPolicy } from '../csp/account-policy.ts'
import { withoutUnreadableTokens } from './sent-tokens.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Milliseconds that Clerk may take before somebody is told that it does not answer; a program may be sending it a picture. */
const PAGE_TIMEOUT = 8_000
const PROGRAM_TIMEOUT = 15_000

const UNAVAILABLE = 503

/** The policy of one answer, and the request's headers with what its page, and the framework, are to know of it. */
function policyFor(
  request: NextRequest,
  account?: AccountEnv,
  sessionToken?: string | null,
): { policy: string; headers: Headers } {
  const { siteUrl, voiceAgent } = env()
  const nonce = createNonce()
  const policy = accountPolicy({
    nonce,
    frontendApi: account && !account.proxyPath ? account.frontendApi : undefined,
    secure: siteUrl.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
    additional: hasVoiceAgent(request.nextUrl.pathname) ? voiceAgentSources(voiceAgent) : {},
  })
  const headers = new Headers(request.headers)
  headers.set(NONCE_HEADER, nonce)
  headers.set(SESSION_TOKEN_HEADER, sessionToken ?? NO_SESSION)
  headers.set(REQUESTED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  headers.set(POLICY_HEADER, policy)
  return { policy, headers }
}

function withPolicy(request: NextRequest, account?: AccountEnv, sessionToken?: string | null): NextResponse {
  const { policy, headers } = policyFor(request, account, sessionToken)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

const authenticated = (account: AccountEnv) =>
  clerkMiddleware(
    async (auth, request) => {
      const { getToken } = await auth({ treatPendingAsSignedOut: false })
      return withPolicy(request, account, await getToken())
    },
    {
      publishableKey: account.publishableKey,
      ...(account.jwtKey && { jwtKey: account.jwtKey }),
      ...(account.proxyPath && {
        proxyUrl: account.proxyPath,
        frontendApiProxy: { enabled: true, path: account.proxyPath },
      }),
      authorizedParties: [new URL(env().siteUrl).origin],
      signInUrl: LOGIN_PATH,
      signUpUrl: REGISTER_PATH,
    },
  )

const isDocument = ({ headers }: NextRequest): boolean =>
  headers.get('sec-fetch-dest') === 'document' || Boolean(headers.get('accept')?.includes('text/html'))

/** A rewrite keeps the address that was asked for, so that a reload tries again. */
function unavailable(request: NextRequest, account: AccountEnv): Response {
  if (!isDocument(request)) {
    return Response.json({ error: 'Sign-in is not available at the moment.' }, { status: UNAVAILABLE })
  }
  const { policy, headers } = policyFor(request, account)
  const page = new URL(UNAVAILABLE_PATH, request.url)
  const response = NextResponse.rewrite(page, { status: UNAVAILABLE, request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

/** Clerk's middleware; undefined when Clerk fails, or does not answer in time. */
async function runClerk(account: AccountEnv, request: NextRequest, event: NextFetchEvent) {
  const asked = Promise.resolve(authenticated(account)(request, event)).catch((error: unknown) => {
    log.error({ err: error }, 'Clerk could not authenticate a request')
    return undefined
  })
  return withDeadline(asked, isDocument(request) ? PAGE_TIMEOUT : PROGRAM_TIMEOUT, () => undefined)
}

/**
 * For the account's pages, its API and the path to Clerk's Frontend API: authenticates the request and gives pages their
 * policy. It refuses nobody: pages and operations do. While Clerk cannot be reached, a page says so, and programs get
 * Clerk's own error, or 503 where it gives none.
 */
export async function accountMiddleware(sent: NextRequest, event: NextFetchEvent) {
  const account = accountEnv()
  if (!account) return withPolicy(sent)
  const request = new NextRequest(sent, { headers: withoutUnreadableTokens(sent.headers) })
  const answer = await runClerk(account, request, event)
  const isBroken = !answer || (answer.status >= 500 && isDocument(request))
  return isBroken ? unavailable(request, account) : answer
}
