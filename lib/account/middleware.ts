import { clerkMiddleware } from '@clerk/nextjs/server'
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { LOGIN_PATH, REGISTER_PATH, UNAVAILABLE_PATH } from '../routes.ts'
import { createNonce } from '../csp/nonce.ts'
import { env } from '../env.ts'
import { log } from '../log/log.ts'
import { voiceAgentSources } from '../voice-agent.ts'
import { accountEnv, type AccountEnv } from './environment.ts'
import { NONCE_HEADER } from './nonce.ts'
import { accountPolicy } from './policy.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Milliseconds that Clerk may take before somebody who waits for a page is told so. */
const PATIENCE = 8_000

const UNAVAILABLE = 503

/** The policy of one answer, and the headers that tell its page, and the framework, the nonce. */
function policyFor(request: NextRequest, account: AccountEnv | undefined): { policy: string; headers: Headers } {
  const { siteUrl, voiceAgent } = env()
  const nonce = createNonce()
  const policy = accountPolicy({
    nonce,
    frontendApi: account && !account.proxyPath ? account.frontendApi : undefined,
    secure: siteUrl.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
    additional: voiceAgentSources(voiceAgent),
  })
  const headers = new Headers(request.headers)
  headers.set(NONCE_HEADER, nonce)
  headers.set(POLICY_HEADER, policy)
  return { policy, headers }
}

function withPolicy(request: NextRequest, account: AccountEnv | undefined): NextResponse {
  const { policy, headers } = policyFor(request, account)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set(POLICY_HEADER, policy)
  return response
}

const authenticated = (account: AccountEnv) =>
  clerkMiddleware((_auth, request) => withPolicy(request, account), {
    publishableKey: account.publishableKey,
    ...(account.jwtKey && { jwtKey: account.jwtKey }),
    ...(account.proxyPath && {
      proxyUrl: account.proxyPath,
      frontendApiProxy: { enabled: true, path: account.proxyPath },
    }),
    authorizedParties: [new URL(env().siteUrl).origin],
    signInUrl: LOGIN_PATH,
    signUpUrl: REGISTER_PATH,
  })

const isDocument = ({ headers }: NextRequest): boolean =>
  headers.get('sec-fetch-dest') === 'document' || Boolean(headers.get('accept')?.includes('text/html'))

/** Shown at the address that was asked for, so that loading it again tries again. */
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

/** What Clerk makes of a request; undefined when it does not answer, or not in time for somebody who waits for a page. */
async function ask(account: AccountEnv, request: NextRequest, event: NextFetchEvent) {
  const asked = Promise.resolve(authenticated(account)(request, event)).catch((error: unknown) => {
    log.error({ err: error }, 'Clerk could not be asked who sends a request')
    return undefined
  })
  if (!isDocument(request)) return asked
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, PATIENCE, undefined)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/**
 * For the account's pages and its way to Clerk: says who asks, and gives pages their policy. It refuses nobody: pages do.
 * While Clerk cannot be reached, whoever waits for a page gets one that says so, and programs get Clerk's own error.
 */
export async function accountMiddleware(request: NextRequest, event: NextFetchEvent) {
  const account = accountEnv()
  if (!account) return withPolicy(request, undefined)
  const answer = await ask(account, request, event)
  const isBroken = !answer || (answer.status >= 500 && isDocument(request))
  return isBroken ? unavailable(request, account) : answer
}
