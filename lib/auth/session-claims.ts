import type { SessionAuthObject } from '@clerk/backend'
import type { Reader } from '../query/dashboard-query.ts'

/** The organization that a session acts for. */
export type ActiveOrganization = { id: string; slug: string | null; role: string }

/** What the claims of a verified session token say. Plain data: pages may hand it to components in the browser. */
export type SignedIn = {
  state: 'signed-in'
  userId: string
  sessionId: string
  organization: ActiveOrganization | null
  /** In Clerk's form, `org:<feature>:<action>`; only those whose feature the plan includes. */
  permissions: string[]
  /** Names of what the organization has; the person's own features and plan do not count. */
  features: string[]
  plans: string[]
  /** Minutes since the first and the second factor were last given; -1 for a factor that was not. */
  factorAges: [number, number] | null
}

/** Somebody signed in who acts for an organization. */
export type Member = SignedIn & { organization: ActiveOrganization }

/** `pending` has signed in but has a task of Clerk's to finish first. */
export type SessionClaims = { state: 'signed-out' } | { state: 'pending' } | SignedIn

export const SIGNED_OUT: SessionClaims = { state: 'signed-out' }

/**
 * The organization's entries of the claims `fea` and `pla`, such as `o:leads,u:free`; a scope may name both (`ou:`).
 * Source: https://clerk.com/docs/guides/sessions/session-tokens
 */
function ofOrganization(claim: unknown): string[] {
  if (typeof claim !== 'string') return []
  const entries = claim.split(',').map((entry) => entry.trim().split(':'))
  return entries.flatMap(([scope, name]) => (name && scope?.includes('o') ? [name] : []))
}

/** Reads Clerk's auth object of a verified token. @returns signed out for a token that belongs to no session */
export function sessionClaimsOf(auth: Extract<SessionAuthObject, { userId: string }>): SessionClaims {
  const { sessionId, sessionStatus, userId, orgId, orgRole, orgSlug, orgPermissions } = auth
  if (!sessionId || !userId) return SIGNED_OUT
  if (sessionStatus === 'pending') return { state: 'pending' }
  return {
    state: 'signed-in',
    userId,
    sessionId,
    organization: orgId && orgRole ? { id: orgId, slug: orgSlug ?? null, role: orgRole } : null,
    permissions: orgPermissions ?? [],
    features: ofOrganization(auth.sessionClaims.fea),
    plans: ofOrganization(auth.sessionClaims.pla),
    factorAges: auth.factorVerificationAge,
  }
}

/** Whether somebody is signed in and acts for an organization. */
export const isMember = (claims: SessionClaims): claims is Member =>
  claims.state === 'signed-in' && claims.organization !== null

/** Who reads, for the queries of the dashboard. */
export const readerOf = ({ organization, userId }: Member): Reader => ({ organizationId: organization.id, userId })
