/** What Clerk's dashboard would hold for this instance: roles, permissions, features, plans and limits. */

const SYSTEM_PERMISSIONS = [
  'org:sys_profile:manage',
  'org:sys_profile:delete',
  'org:sys_memberships:read',
  'org:sys_memberships:manage',
  'org:sys_domains:read',
  'org:sys_domains:manage',
  'org:sys_billing:read',
  'org:sys_billing:manage',
] as const

const PRODUCT_PERMISSIONS = [
  'org:leads:read',
  'org:leads:manage',
  'org:appointments:read',
  'org:appointments:manage',
  'org:integrations:read',
  'org:integrations:manage',
  'org:settings:read',
  'org:settings:manage',
] as const

export type Permission = (typeof SYSTEM_PERMISSIONS)[number] | (typeof PRODUCT_PERMISSIONS)[number]

type Role = { key: string; name: string; description: string; permissions: readonly Permission[] }

export const ROLES: readonly Role[] = [
  {
    key: 'org:admin',
    name: 'Admin',
    description: 'May do everything in the organization.',
    permissions: [...SYSTEM_PERMISSIONS, ...PRODUCT_PERMISSIONS],
  },
  {
    key: 'org:member',
    name: 'Member',
    description: 'Reads leads and settings, and manages appointments.',
    permissions: [
      'org:sys_memberships:read',
      'org:leads:read',
      'org:appointments:read',
      'org:appointments:manage',
      'org:settings:read',
    ],
  },
  {
    key: 'org:dispatcher',
    name: 'Dispatcher',
    description: 'Manages leads and appointments.',
    permissions: [
      'org:sys_memberships:read',
      'org:leads:read',
      'org:leads:manage',
      'org:appointments:read',
      'org:appointments:manage',
      'org:settings:read',
    ],
  },
]

export const CREATOR_ROLE = 'org:admin'

export const roleOf = (key: string): Role | undefined => ROLES.find((role) => role.key === key)

/** None for a role that is not (or no longer) defined. */
export const permissionsOf = (role: string): readonly Permission[] => roleOf(role)?.permissions ?? []

/** Features and their names, by plan, by payer. */
export const ORGANIZATION_PLANS = {
  free_org: { name: 'No plan yet', features: ['leads', 'appointments', 'settings'] },
  night_line: { name: 'Night line', features: ['leads', 'appointments', 'settings'] },
  front_desk: { name: 'Front desk', features: ['leads', 'appointments', 'settings', 'integrations'] },
  several_crews: {
    name: 'Several crews',
    features: ['leads', 'appointments', 'settings', 'integrations', 'second_factor_policy'],
  },
} as const satisfies Record<string, { name: string; features: readonly string[] }>

export const USER_PLANS = {
  free_user: { name: 'Free', features: [] },
} as const satisfies Record<string, { name: string; features: readonly string[] }>

export type OrganizationPlan = keyof typeof ORGANIZATION_PLANS
export type UserPlan = keyof typeof USER_PLANS

/**
 * What a role may do in an organization on a plan. As with Clerk's billing, a permission of a feature that the plan lacks does not exist;
 * the system's own permissions always do.
 */
export function effectivePermissions(role: string, plan: OrganizationPlan): Permission[] {
  const features: readonly string[] = ORGANIZATION_PLANS[plan].features
  return permissionsOf(role).filter((key) => key.startsWith('org:sys_') || features.includes(key.split(':')[1]!))
}

export const DEFAULT_ORGANIZATION_PLAN: OrganizationPlan = 'free_org'
export const DEFAULT_USER_PLAN: UserPlan = 'free_user'

export const APPLICATION_NAME = 'Ductwise'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Characters. Clerk's own bounds: scrypt's cost does not grow with a password, but a body should not either. */
export const PASSWORD_LENGTH = { min: 8, max: 72 }

/** Consecutive wrong passwords and codes before an account is locked, and for how long. */
export const LOCKOUT = { maxAttempts: 10, minutes: 60 }

/** Of a code in a mail. */
export const CODE = { lifetime: 10 * MINUTE, maxAttempts: 5 }

/** Of mails with codes to one address. */
export const MAIL_LIMIT = { count: 20, minutes: 10 }

/** Milliseconds. A session ends after `session`, whatever happens in it. */
export const LIFETIMES = {
  session: 7 * DAY,
  abandoned: 30 * DAY,
  signIn: DAY,
  signUp: DAY,
  invitation: 30 * DAY,
  signInToken: 30 * DAY,
  nonce: MINUTE,
}

/** Minutes for which a factor is fresh enough for changing passwords, addresses, factors, and for deleting an account. */
export const FRESH_MINUTES = 10

/** Bytes of one kind of metadata as JSON; Clerk's own bound. */
export const METADATA_BYTES = 8 * 1024

/** Records beyond these are forgotten, oldest first: whoever reaches the server can make them without signing in. */
export const KEPT = { clients: 5000, signIns: 5000, signUps: 5000, nonces: 1000, signInTokens: 5000, mails: 500 }
