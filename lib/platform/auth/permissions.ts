import { getFeature, isStaffFeature, type OfferedPlan, type Permission, PLANS, ROLES } from './access-table.ts'
import type { Member, SessionClaims } from './session-claims.ts'

const isForStaff = (permission: string): boolean => isStaffFeature(permission.split(':')[1] ?? '')

/**
 * Removes staff rights in other organizations, because a plan alone never grants them.
 * @param staffOrganizationId Clerk id of the staff organization; if undefined, there is no staff
 */
export function removeStaffPermissions(claims: SessionClaims, staffOrganizationId: string | undefined): SessionClaims {
  if (claims.state !== 'signed-in') return claims
  if (staffOrganizationId !== undefined && claims.organization?.id === staffOrganizationId) return claims
  return {
    ...claims,
    features: claims.features.filter((feature) => !isStaffFeature(feature)),
    permissions: claims.permissions.filter((permission) => !isForStaff(permission)),
    plans: claims.plans.filter((plan) => plan !== 'staff'),
  }
}

const getRolePermissions = (role: string): readonly Permission[] =>
  Object.hasOwn(ROLES, role) ? ROLES[role as keyof typeof ROLES].permissions : []

/** Adds the trial plan, its features, and the role's permissions for them. The trial plan becomes the first plan. */
export function applyTrial(member: Member, plan: OfferedPlan): Member {
  const { features } = PLANS[plan]
  const allowedPermissions = getRolePermissions(member.organization.role).filter((permission) =>
    (features as readonly string[]).includes(getFeature(permission)),
  )
  return {
    ...member,
    features: [...new Set([...member.features, ...features])],
    permissions: [...new Set([...member.permissions, ...allowedPermissions])],
    plans: [plan, ...member.plans],
  }
}
