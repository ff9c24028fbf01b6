import { DASHBOARD_PATH } from '../routes.ts'
import type { REVERIFICATION_MINUTES } from '../constants.ts'

/*
 * The one table of access: features, permissions, roles and plans, then the areas of the dashboard and what each asks for.
 * The names of the first four are those entered in Clerk; the local Clerk is configured from them
 * (scripts/support/clerk-config.ts). Labels are for people.
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

/** Clerk's levels of how recently, and with which factors, somebody must have confirmed who they are. */
export type Reverification = keyof typeof REVERIFICATION_MINUTES

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

/** What a page, a route or an action asks for. Being signed in, and acting for an organization, is always asked for. */
export type AccessRule = {
  permission?: Permission
  feature?: Feature
  plan?: Plan
  /** How recently somebody must have confirmed who they are; the minutes are in REVERIFICATION_MINUTES. */
  reverification?: Reverification
  /** Only for pages on which somebody without an organization has something to do. */
  organization?: 'optional'
}

export type Area = Pick<AccessRule, 'permission' | 'feature' | 'plan' | 'organization'> & {
  path: string
  /** In the navigation and as the title of the page. */
  label: string
  /** Areas with an icon are in the navigation, in the order of this table. */
  icon?: string
}

/**
 * The pages of the dashboard and what each asks for. `requirePage` lets people in by this table, the navigation shows what
 * is open to them, and the page of a refusal says why. A new page starts with a row here.
 */
export const AREAS = {
  overview: { path: DASHBOARD_PATH, label: 'Overview', icon: 'home' },
  team: { path: `${DASHBOARD_PATH}/team`, label: 'Team', icon: 'people' },
  organization: {
    path: `${DASHBOARD_PATH}/organization`,
    label: 'Organization',
    icon: 'building',
    permission: 'org:settings:read',
  },
  plan: { path: `${DASHBOARD_PATH}/plan`, label: 'Plan & features', icon: 'layers', permission: 'org:settings:read' },
  access: { path: `${DASHBOARD_PATH}/access`, label: 'What you may do', icon: 'check' },
  data: { path: `${DASHBOARD_PATH}/data`, label: 'Company data', icon: 'download', permission: 'org:settings:manage' },
  account: {
    path: `${DASHBOARD_PATH}/account`,
    label: 'Security & profile',
    icon: 'shield',
    organization: 'optional',
  },
  welcome: { path: `${DASHBOARD_PATH}/welcome`, label: 'Your organization', organization: 'optional' },
  /** Addresses below the dashboard that have no page. */
  missing: { path: DASHBOARD_PATH, label: 'Not found', organization: 'optional' },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof AREAS

/** The area that an address belongs to; undefined for an address without a page. */
export function areaAt(pathname: string): AreaName | undefined {
  if (pathname === DASHBOARD_PATH) return 'overview'
  const names = Object.keys(AREAS) as AreaName[]
  return names.find((name) => {
    const { path } = AREAS[name]
    return path !== DASHBOARD_PATH && (pathname === path || pathname.startsWith(`${path}/`))
  })
}
