import 'server-only'
import { type ClerkClient, createClerkClient } from '@clerk/backend'
import { headers } from 'next/headers'
import { cache } from 'react'
import { env } from '../../platform/env/env.ts'
import { accountEnv } from '../../platform/auth/environment.ts'
import { currentTrialPlan } from '../trials/current-trial.ts'
import { hasAgreedPlan } from '../trials/trial.ts'
import { NO_SESSION, SESSION_TOKEN_HEADER } from '../../platform/auth/request-headers.ts'
import { withoutStaffRights, withTrial } from '../../platform/auth/rights.ts'
import { withoutUnreadableTokens } from '../../platform/auth/sent-tokens.ts'
import { isMember, type SessionClaims, sessionClaimsOf, SIGNED_OUT } from '../../platform/auth/session-claims.ts'

/**
 * Verifies the session token, even if the proxy already did.
 * @param expected origin and issuer of the token; with a public key, the function does not call Clerk
 * @returns `SIGNED_OUT` for an invalid token
 * @throws if no public key is configured and Clerk is unavailable
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
    throw new Error('Clerk did not return the public key of session tokens')
  const auth = state.toAuth({ treatPendingAsSignedOut: false })
  if (!auth?.userId || auth.sessionClaims.iss !== issuer) return SIGNED_OUT
  return sessionClaimsOf(auth)
}

/** Adds the features of a trial plan. Removes staff rights outside the staff organization. */
async function withOwnRights(claims: SessionClaims): Promise<SessionClaims> {
  const own = withoutStaffRights(claims, env().staffOrganizationId)
  if (!isMember(own) || hasAgreedPlan(own.plans)) return own
  const plan = await currentTrialPlan(own.organization.id)
  return plan ? withTrial(own, plan) : own
}

let client: ClerkClient | undefined

/**
 * Reads the session from the request, without a call to Clerk, so pages render while Clerk is down. Without
 * CLERK_JWT_KEY, it fetches the public key from Clerk.
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
