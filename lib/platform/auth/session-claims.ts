import type { SessionAuthObject } from '@clerk/backend'

export type ActiveOrganization = { id: string; slug: string | null; role: string }

/** Claims of a verified session token. They are plain data, so client components can receive them. */
export type SignedIn = {
  state: 'signed-in'
  userId: string
  sessionId: string
  organization: ActiveOrganization | null
  /** Permissions in Clerk's format, `org:<feature>:<action>`; only for features of the plan. */
  permissions: string[]
  /** Features of the organization; features of the user's personal plan do not count. */
  features: string[]
  plans: string[]
  /** Minutes since the user verified the first and the second factor; -1 for never. */
  factorAges: [number, number] | null
}

export type Member = SignedIn & { organization: ActiveOrganization }

/** State of a session. `pending` means signed in with an unfinished Clerk task. */
export type SessionClaims = { state: 'signed-out' } | { state: 'pending' } | SignedIn

export const SIGNED_OUT: SessionClaims = { state: 'signed-out' }

/**
 * Returns the organization entries of the claims `fea` and `pla`, such as `o:leads,u:free`; `ou:` means both. Source:
 * https://clerk.com/docs/guides/sessions/session-tokens
 */
function parseOrganizationEntries(claim: unknown): string[] {
  if (typeof claim !== 'string') return []
  const entries = claim.split(',').map((entry) => entry.trim().split(':'))
  return entries.flatMap(([scope, name]) => (name && scope?.includes('o') ? [name] : []))
}

export function toSessionClaims(auth: Extract<SessionAuthObject, { userId: string }>): SessionClaims {
  const { sessionId, sessionStatus, userId, orgId, orgRole, orgSlug, orgPermissions } = auth
  if (!sessionId || !userId) return SIGNED_OUT
  if (sessionStatus === 'pending') return { state: 'pending' }
  return {
    state: 'signed-in',
    userId,
    sessionId,
    organization: orgId && orgRole ? { id: orgId, slug: orgSlug ?? null, role: orgRole } : null,
    permissions: orgPermissions ?? [],
    features: parseOrganizationEntries(auth.sessionClaims.fea),
    plans: parseOrganizationEntries(auth.sessionClaims.pla),
    factorAges: auth.factorVerificationAge,
  }
}

export const isMember = (claims: SessionClaims): claims is Member =>
  claims.state === 'signed-in' && claims.organization !== null
