import { splitByScope } from '@clerk/shared/authorization'
import { __experimental_JWTPayloadToAuthObjectProperties as readClaims } from '@clerk/shared/jwtPayloadParser'
import type { JwtPayload } from '@clerk/shared/types'

/** The organization that a session acts for. */
export type ActiveOrganization = { id: string; slug: string | null; role: string }

/** What the claims of a verified session token say. Plain data: pages may hand it to components in the browser. */
export type SignedIn = {
  state: 'signed-in'
  userId: string
  sessionId: string
  organization: ActiveOrganization | null
  /** In Clerk's form; only those whose feature the plan includes. */
  permissions: string[]
  /** Claims as Clerk writes them, each with its scope: `o:leads,u:free`. */
  features: string
  plans: string
  /** Minutes since the first and the second factor were last given; -1 for a factor that was not. */
  factorAges: [number, number] | null
}

export type Facts = { state: 'signed-out' } | { state: 'pending' } | SignedIn

export const SIGNED_OUT: Facts = { state: 'signed-out' }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Reads the claims of a token that has been verified.
 * @returns signed out for a token that belongs to no session
 */
export function factsOf(claims: JwtPayload): Facts {
  const { sessionId, sessionStatus, userId, orgId, orgRole, orgSlug, orgPermissions, factorVerificationAge } =
    readClaims(claims)
  if (!sessionId || !userId) return SIGNED_OUT
  if (sessionStatus === 'pending') return { state: 'pending' }
  return {
    state: 'signed-in',
    userId,
    sessionId,
    organization: orgId && orgRole ? { id: orgId, slug: orgSlug ?? null, role: orgRole } : null,
    permissions: orgPermissions ?? [],
    features: text(claims.fea),
    plans: text(claims.pla),
    factorAges: factorVerificationAge,
  }
}

/** The organization's features, without their scope. */
export const organizationFeatures = (facts: SignedIn): string[] => splitByScope(facts.features).org

/** The organization's plan; undefined when none is assigned. */
export const organizationPlan = (facts: SignedIn): string | undefined => splitByScope(facts.plans).org[0]
