import 'server-only'
import { type ClerkClient, createClerkClient } from '@clerk/backend'
import { headers } from 'next/headers'
import { cache } from 'react'
import { env } from '../../platform/env/env.ts'
import { getAccountEnv } from '../../platform/auth/environment.ts'
import { getCurrentTrialPlan } from '../trials/current-trial.ts'
import { hasPaidPlan } from '../trials/trial.ts'
import { NO_SESSION, SESSION_TOKEN_HEADER } from '../../platform/auth/request-headers.ts'
import { removeStaffPermissions, applyTrial } from '../../platform/auth/permissions.ts'
import { removeUnreadableTokens } from '../../platform/auth/request-tokens.ts'
import { isMember, type SessionClaims, toSessionClaims, SIGNED_OUT } from '../../platform/auth/session-claims.ts'

/**
 * Verifies the session token, even if the proxy already did.
 * The token must be for `siteUrl` and from `issuer`. If a public key is configured (`hasKey`), the function does not
 * call Clerk.
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
  const tokenHeaders = token ? new Headers({ authorization: `Bearer ${token}` }) : requestHeaders
  const request = new Request(siteUrl, { headers: removeUnreadableTokens(tokenHeaders) })
  const state = await clerk.authenticateRequest(request, { authorizedParties: [siteUrl] })
  if (state.reason === 'unexpected-error' && !hasKey)
    throw new Error('Clerk did not return the public key of session tokens')
  const auth = state.toAuth({ treatPendingAsSignedOut: false })
  if (!auth?.userId || auth.sessionClaims.iss !== issuer) return SIGNED_OUT
  return toSessionClaims(auth)
}

/** Adds the features of a trial plan. Removes staff rights outside the staff organization. */
async function resolveClaims(claims: SessionClaims): Promise<SessionClaims> {
  const allowedClaims = removeStaffPermissions(claims, env().staffOrganizationId)
  if (!isMember(allowedClaims) || hasPaidPlan(allowedClaims.plans)) return allowedClaims
  const plan = await getCurrentTrialPlan(allowedClaims.organization.id)
  return plan ? applyTrial(allowedClaims, plan) : allowedClaims
}

let client: ClerkClient | undefined

/**
 * Reads the session from the request. With CLERK_JWT_KEY, it does not call Clerk, so pages render while Clerk is down.
 * Otherwise, it fetches the public key from Clerk.
 */
export const getCurrentSession = cache(async (): Promise<SessionClaims> => {
  const account = getAccountEnv()
  if (!account) return SIGNED_OUT
  const { publishableKey, frontendApi, secretKey, jwtKey } = account
  const apiUrl = process.env.CLERK_API_URL || undefined
  client ??= createClerkClient({ publishableKey, secretKey, jwtKey, apiUrl })
  const claims = await authenticateRequest(await headers(), client, {
    siteUrl: new URL(env().siteUrl).origin,
    issuer: `https://${frontendApi}`,
    hasKey: Boolean(jwtKey),
  })
  return resolveClaims(claims)
})
