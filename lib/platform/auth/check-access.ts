import { REVERIFICATION_MINUTES } from '../../constants.ts'
import {
  type AccessRule,
  type Feature,
  getFeature,
  type Permission,
  type Plan,
  type Reverification,
} from './access-table.ts'
import type { SessionClaims, SignedIn } from './session-claims.ts'

export type AccessDenied =
  | { reason: 'signed-out' | 'pending' | 'no-organization' | 'second-factor' }
  | { reason: 'missing-permission'; permission: Permission }
  | { reason: 'missing-feature'; feature: Feature }
  | { reason: 'missing-plan'; plan: Plan }
  | { reason: 'reverify'; reverification: Reverification }

/**
 * Checks the age of the last verification, like Clerk's `has({ reverification })`. If the user has a second factor,
 * that factor counts; `strict_mfa` requires both.
 */
function isVerified({ factorAges }: SignedIn, level: Reverification): boolean {
  if (!factorAges) return false
  const [first, second] = factorAges.map((age) => age !== -1 && age < REVERIFICATION_MINUTES[level])
  const hasSecondFactor = factorAges[1] !== -1
  if (!hasSecondFactor) return first === true
  return second === true && (level !== 'strict_mfa' || first === true)
}

/**
 * Returns the first reason to deny access. The plan is checked before the role, because no role helps without it;
 * reverification is last.
 */
export function checkAccess(claims: SessionClaims, rule: AccessRule): AccessDenied | undefined {
  if (claims.state !== 'signed-in') return { reason: claims.state }
  if (rule.organization !== 'optional' && !claims.organization) return { reason: 'no-organization' }
  const { permission, plan, reverification } = rule
  const features = [rule.feature, permission && getFeature(permission)].filter((feature) => feature !== undefined)
  const feature = features.find((name) => !claims.features.includes(name))
  if (feature) return { reason: 'missing-feature', feature }
  if (plan && !claims.plans.includes(plan)) return { reason: 'missing-plan', plan }
  if (permission && !claims.permissions.includes(permission)) return { reason: 'missing-permission', permission }
  if (reverification && !isVerified(claims, reverification)) return { reason: 'reverify', reverification }
  return undefined
}

export const isAllowed = (claims: SessionClaims, rule: AccessRule): boolean => !checkAccess(claims, rule)
