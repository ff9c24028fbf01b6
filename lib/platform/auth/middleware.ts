import { clerkMiddleware } from '@clerk/nextjs/server'
import { type NextFetchEvent, NextRequest, NextResponse } from 'next/server'
import { LOGIN_PATH, REGISTER_PATH, UNAVAILABLE_PATH } from '../../routes.ts'
import { createNonce } from '../csp/nonce.ts'
import { withDeadline } from '../time/deadline.ts'
import { env } from '../env/env.ts'
import { log } from '../log/log.ts'
import { hasVoiceAgent, getVoiceAgentSources } from '../env/voice-agent.ts'
import { getAccountEnv, type AccountEnv } from './environment.ts'
import { NO_SESSION, NONCE_HEADER, REQUESTED_PATH_HEADER, SESSION_TOKEN_HEADER } from './request-headers.ts'
import { buildAccountPolicy } from '../csp/account-policy.ts'
import { removeUnreadableTokens } from './request-tokens.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Timeouts for Clerk, for pages and for other requests. Other requests include picture uploads. */
const PAGE_TIMEOUT_MS = 8_000
const API_TIMEOUT_MS = 15_000

const SERVICE_UNAVAILABLE = 503

/** Sets the CSP on the response, and adds request headers that the page and Next.js read. */
function applyPolicy(
  request: NextRequest,
  respond: (init: { request: { headers: Headers } }) => NextResponse,
  account?: AccountEnv,
  sessionToken?: string | null,
): NextResponse {
  const { siteUrl, voiceAgent } = env()
  const nonce = createNonce()
  const policy = buildAccountPolicy({
    nonce,
    frontendApi: account && !account.proxyPath ? account.frontendApi : undefined,
    secure: siteUrl.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
    additional: hasVoiceAgent(request.nextUrl.pathname) ? getVoiceAgentSources(voiceAgent) : {},
  })
  const headers = new Headers(request.headers)
  headers.set(NONCE_HEADER, nonce)
  headers.set(SESSION_TOKEN_HEADER, sessionToken ?? NO_SESSION)
  headers.set(REQUESTED_PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search)
  headers.set(POLICY_HEADER, policy)
  const response = respond({ request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

const createClerkMiddleware = (account: AccountEnv) =>
  clerkMiddleware(
    async (auth, request) => {
      const { getToken } = await auth({ treatPendingAsSignedOut: false })
      return applyPolicy(request, NextResponse.next, account, await getToken())
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

/** Returns the "sign-in unavailable" page, or JSON for programs. A rewrite keeps the URL, so that a reload retries. */
function buildUnavailableResponse(request: NextRequest, account: AccountEnv): Response {
  if (!isDocument(request)) {
    return Response.json({ error: 'Sign-in is unavailable. Try again in a minute.' }, { status: SERVICE_UNAVAILABLE })
  }
  const page = new URL(UNAVAILABLE_PATH, request.url)
  return applyPolicy(request, (init) => NextResponse.rewrite(page, { ...init, status: SERVICE_UNAVAILABLE }), account)
}

/** Returns Clerk's response, or undefined if Clerk fails or times out. */
async function runClerk(account: AccountEnv, request: NextRequest, event: NextFetchEvent) {
  const pendingResponse = Promise.resolve(createClerkMiddleware(account)(request, event)).catch((error: unknown) => {
    log.error({ err: error }, 'clerk: authentication failed')
    return undefined
  })
  return withDeadline(pendingResponse, isDocument(request) ? PAGE_TIMEOUT_MS : API_TIMEOUT_MS, () => undefined)
}

/**
 * Authenticates the request and sets the CSP. Pages and routes check access. If Clerk is unreachable, browsers get an
 * error page and programs get an error.
 */
export async function accountMiddleware(incoming: NextRequest, event: NextFetchEvent) {
  const account = getAccountEnv()
  if (!account) return applyPolicy(incoming, NextResponse.next)
  const request = new NextRequest(incoming, { headers: removeUnreadableTokens(incoming.headers) })
  const response = await runClerk(account, request, event)
  const hasFailed = !response || (response.status >= 500 && isDocument(request))
  return hasFailed ? buildUnavailableResponse(request, account) : response
}
