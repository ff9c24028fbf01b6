import 'server-only'
import { type ClerkClient, createClerkClient } from '@clerk/backend'
import { headers } from 'next/headers'
import { cache } from 'react'
import { env } from '../env.ts'
import { accountEnv } from './environment.ts'
import { currentTrialPlan } from '../trials/current-trial.ts'
import { hasAgreedPlan } from '../trials/trial.ts'
import { NO_SESSION, SESSION_TOKEN_HEADER } from './request-headers.ts'
import { withoutStaffRights, withTrial } from './rights.ts'
import { withoutUnreadableTokens } from './sent-tokens.ts'
import { isMember, type SessionClaims, sessionClaimsOf, SIGNED_OUT } from './session-claims.ts'

/**
 * Who sent a request, by its session token. Clerk checks the signature, the times and the origin of the token here, whether
 * or not the proxy ran before; that the proxy found no session can only refuse.
 * @param expected origin of the site and who issues its tokens, since those that were made for another site or by another
 *   instance are refused, and whether the public key is configured: then no service is asked, and nothing but the token can
 *   be wrong
 * @returns signed out for any token that does not hold
 * @throws when the public key is not configured and Clerk does not answer
 */
export async function authenticateRequest(
  requestHeaders: Headers,
  clerk: ClerkClient,
  { siteUrl, issuer, hasKey }: { siteUrl: string; issuer: string; hasKey: boolean },
): Promise<SessionClaims> {
  const token = requestHeaders.get(SESSION_TOKEN_HEADER)
  if (token === NO_SESSION) return SIGNED_OUT
  const sent = token ? new Headers({ authorization: `Bearer ${token}` }) : requestHeaders
  const request = new Request(siteUrl, { headers: withoutUnreadableTokens(sent) })
  const state = await clerk.authenticateRequest(request, { authorizedParties: [siteUrl] })
  if (state.reason === 'unexpected-error' && !hasKey)
    throw new Error('Clerk does not answer with the public key of session tokens')
  const auth = state.toAuth({ treatPendingAsSignedOut: false })
  if (!auth?.userId || auth.sessionClaims.iss !== issuer) return SIGNED_OUT
  return sessionClaimsOf(auth)
}

/** What somebody may do beside what the token says: of a plan that is tried, and nothing of the staff's where they are not. */
async function withOwnRights(claims: SessionClaims): Promise<SessionClaims> {
  const own = withoutStaffRights(claims, env().staffOrganizationId)
  if (!isMember(own) || hasAgreedPlan(own.plans)) return own
  const plan = await currentTrialPlan(own.organization.id)
  return plan ? withTrial(own, plan) : own
}

let client: ClerkClient | undefined

/**
 * Who sent the request that is being answered; checked once a request. Asks no service, so that a page is shown while Clerk
 * is down (unless CLERK_JWT_KEY is not set: then Clerk is asked for the public key now and then). Whether an organization
 * that has no plan tries one is with the database.
 */
export const currentSession = cache(async (): Promise<SessionClaims> => {
  const account = accountEnv()
  if (!account) return SIGNED_OUT
  const { publishableKey, frontendApi, secretKey, jwtKey } = account
  const apiUrl = process.env.CLERK_API_URL || undefined
  client ??= createClerkClient({ publishableKey, secretKey, jwtKey, apiUrl })
  const claims = await authenticateRequest(await headers(), client, {
    siteUrl: new URL(env().siteUrl).origin,
    issuer: `https://${frontendApi}`,
    hasKey: Boolean(jwtKey),
  })
  return withOwnRights(claims)
})
