/**
 * The one table of what may be done, by whom and in which plan. What is entered in Clerk has these names; the local Clerk
 * is configured from it (scripts/support/clerk-config.ts). Labels are for people.
 */

/** What a plan can include. A permission exists only where the plan includes its feature. */
export const FEATURES = {
  leads: 'Leads',
  appointments: 'Appointments',
  integrations: 'Connections to other systems',
  settings: 'Settings',
  second_factor_policy: 'A second factor for everyone',
} as const

export type Feature = keyof typeof FEATURES

/** In Clerk's form, `org:<feature>:<action>`. */
export const PERMISSIONS = {
  'org:leads:read': 'Read leads',
  'org:leads:manage': 'Change and hand over leads',
  'org:appointments:read': 'Read appointments',
  'org:appointments:manage': 'Confirm and move appointments',
  'org:integrations:read': 'See connections',
  'org:integrations:manage': 'Add and remove connections',
  'org:settings:read': 'Read settings',
  'org:settings:manage': 'Change settings, export and delete data',
} as const

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

type RoleDescription = { label: string; summary: string; permissions: readonly Permission[] }

/** Clerk's own two roles, and one of ours. */
export const ROLES = {
  'org:admin': {
    label: 'Admin',
    summary: 'May do everything, including inviting people and deleting data.',
    permissions: PERMISSION_NAMES,
  },
  'org:member': {
    label: 'Member',
    summary: 'Reads leads, looks after appointments.',
    permissions: ['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'],
  },
  'org:dispatcher': {
    label: 'Dispatcher',
    summary: 'Looks after leads and appointments.',
    permissions: [
      'org:leads:read',
      'org:leads:manage',
      'org:appointments:read',
      'org:appointments:manage',
      'org:settings:read',
    ],
  },
} as const satisfies Record<string, RoleDescription>

type PlanDescription = { label: string; features: readonly Feature[] }

const BASE_FEATURES = ['leads', 'appointments', 'settings'] as const

/** Plans of an organization. A new one has the first. */
export const PLANS = {
  free_org: { label: 'No plan yet', features: BASE_FEATURES },
  night_line: { label: 'Night line', features: BASE_FEATURES },
  front_desk: { label: 'Front desk', features: [...BASE_FEATURES, 'integrations'] },
  several_crews: { label: 'Several crews', features: [...BASE_FEATURES, 'integrations', 'second_factor_policy'] },
} as const satisfies Record<string, PlanDescription>

export type Plan = keyof typeof PLANS

const isKeyOf = <Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> =>
  Object.hasOwn(table, key)

/** The role's name for people; one that is not in the table is shown as it is. */
export const roleLabel = (role: string): string =>
  isKeyOf(ROLES, role) ? ROLES[role].label : role.replace(/^org:/, '')

/** The plan's name for people; one that is not in the table is shown as it is. */
export const planLabel = (plan: string): string => (isKeyOf(PLANS, plan) ? PLANS[plan].label : plan)

/** The feature that a permission belongs to. */
export const featureOf = (permission: Permission): Feature => permission.split(':')[1] as Feature

/** Labels of the roles that hold a permission, those that may do most first. */
export const rolesWith = (permission: Permission): string[] =>
  Object.values<RoleDescription>(ROLES)
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ label }) => label)

/** Labels of the plans that include a feature. */
export const plansWith = (feature: Feature): string[] =>
  Object.values<PlanDescription>(PLANS)
    .filter(({ features }) => features.includes(feature))
    .map(({ label }) => label)
