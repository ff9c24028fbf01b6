import { type CompleteConfig, SYSTEM_PERMISSIONS } from './config.ts'

export type Role = { key: string; name: string; description: string; permissions: readonly string[] }

export type Plan = { name: string; features: readonly string[] }

export type Instance = ReturnType<typeof createInstance>

/** System permissions of a role that names none and is not the creator's. */
const MEMBER_PERMISSIONS = ['org:sys_memberships:read']

const isSystem = (permission: string): boolean => permission.startsWith('org:sys_')

/** The configured roles, permissions, plans and names, with look-ups. A role or plan that is no longer configured has no permissions or features. */
export function createInstance({ roles: configured, organizationPlans, userPlans, ...config }: CompleteConfig) {
  const roles = configured.map(({ key, name, description, permissions, systemPermissions }): Role => {
    const system = key === config.creatorRole ? SYSTEM_PERMISSIONS : MEMBER_PERMISSIONS
    return { key, name, description, permissions: [...(systemPermissions ?? system), ...permissions] }
  })
  const roleOf = (key: string): Role | undefined => roles.find((role) => role.key === key)
  const permissionsOf = (role: string): readonly string[] => roleOf(role)?.permissions ?? []
  const organizationFeatures = (plan: string): readonly string[] => organizationPlans[plan]?.features ?? []

  return {
    ...config,
    roles,
    organizationPlans: organizationPlans as Record<string, Plan>,
    defaultOrganizationPlan: Object.keys(organizationPlans)[0]!,
    defaultUserPlan: Object.keys(userPlans)[0]!,
    roleOf,
    permissionsOf,
    organizationFeatures,
    userFeatures: (plan: string): readonly string[] => userPlans[plan]?.features ?? [],
    /**
     * What a role may do in an organization on a plan. As with Clerk's billing, a permission counts only where the plan has its feature;
     * system permissions always do.
     */
    effectivePermissions(role: string, plan: string): string[] {
      const features = organizationFeatures(plan)
      return permissionsOf(role).filter((key) => isSystem(key) || features.includes(key.split(':')[1]!))
    },
  }
}

/** Without system permissions, which session tokens do not contain. */
export const ownPermissions = (permissions: readonly string[]): string[] => permissions.filter((key) => !isSystem(key))
