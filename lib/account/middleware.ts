import { clerkMiddleware } from '@clerk/nextjs/server'
import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { LOGIN_PATH, REGISTER_PATH } from '../account-paths.ts'
import { env } from '../env.ts'
import { voiceAgentSources } from '../voice-agent.ts'
import { accountEnv, type AccountEnv } from './environment.ts'
import { NONCE_HEADER } from './nonce.ts'
import { accountPolicy } from './policy.ts'

const POLICY_HEADER = 'Content-Security-Policy'

/** Lets a request through to its page, with a nonce for the page and the policy that names it. */
function withPolicy(request: NextRequest, account: AccountEnv | undefined): NextResponse {
  const { siteUrl, voiceAgent } = env()
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = accountPolicy({
    nonce,
    frontendApi: account && !account.proxyPath ? account.frontendApi : undefined,
    secure: siteUrl.startsWith('https:'),
    development: process.env.NODE_ENV === 'development',
    additional: voiceAgentSources(voiceAgent),
  })
  const headers = new Headers(request.headers)
  headers.set(NONCE_HEADER, nonce)
  // The framework takes the nonce for its own scripts from here.
  headers.set(POLICY_HEADER, policy)
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

/** For the account's pages and its way to Clerk: says who asks, and gives pages their policy. It refuses nobody: pages do. */
export async function accountMiddleware(request: NextRequest, event: NextFetchEvent) {
  const account = accountEnv()
  return account ? authenticated(account)(request, event) : withPolicy(request, undefined)
}
