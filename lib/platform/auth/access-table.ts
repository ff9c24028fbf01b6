import { DASHBOARD_PATH } from '../../routes.ts'
import type { REVERIFICATION_MINUTES } from '../../constants.ts'

/*
 * Features, permissions, roles and plans. The names match Clerk's configuration, and also configure the local Clerk
 * (scripts/support/clerk-config.ts).
 */

/** Features of the plans. Members have a permission only if the plan includes its feature. */
export const FEATURES = {
  leads: 'Leads',
  appointments: 'Appointments',
  integrations: 'Integrations',
  settings: 'Settings',
  second_factor_policy: 'Required two-step verification',
  lines: 'Companies’ phone lines',
} as const

export type Feature = keyof typeof FEATURES

/** Features for the staff of this site, in the staff organization only (`permissions.ts`). */
const STAFF_FEATURES: readonly string[] = ['lines'] satisfies Feature[]

export const isStaffFeature = (feature: string): boolean => STAFF_FEATURES.includes(feature)

export const OFFERED_FEATURES = (Object.keys(FEATURES) as Feature[]).filter((name) => !isStaffFeature(name))

/** Permissions in Clerk's format, `org:<feature>:<action>`. */
export const PERMISSIONS = {
  'org:leads:read': 'View leads',
  'org:leads:manage': 'Edit and assign leads',
  'org:appointments:read': 'View appointments',
  'org:appointments:manage': 'Confirm and reschedule appointments',
  'org:integrations:read': 'View integrations',
  'org:integrations:manage': 'Add and remove integrations',
  'org:settings:read': 'View settings',
  'org:settings:manage': 'Change settings, export and delete data',
  'org:lines:manage': 'Set up companies’ phone lines',
} as const

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

export const getFeature = (permission: Permission): Feature => permission.split(':')[1] as Feature

export const OFFERED_PERMISSIONS = PERMISSION_NAMES.filter((name) => !isStaffFeature(getFeature(name)))

type RoleDescription = { label: string; summary: string; permissions: readonly Permission[] }

export const ROLES = {
  'org:admin': {
    label: 'Admin',
    summary: 'Full access, including inviting people and deleting data.',
    permissions: PERMISSION_NAMES,
  },
  'org:member': {
    label: 'Member',
    summary: 'Views leads and manages appointments.',
    permissions: ['org:leads:read', 'org:appointments:read', 'org:appointments:manage', 'org:settings:read'],
  },
  'org:dispatcher': {
    label: 'Dispatcher',
    summary: 'Manages leads and appointments.',
    permissions: [
      'org:leads:read',
      'org:leads:manage',
      'org:appointments:read',
      'org:appointments:manage',
      'org:settings:read',
    ],
  },
} as const satisfies Record<string, RoleDescription>

type PlanDescription = {
  label: string
  features: readonly Feature[]
  /** Answered calls that the plan includes per month; 0 if there is no plan. */
  calls: number
}

const BASE_FEATURES = ['leads', 'appointments', 'settings'] as const

/** Clerk plans. New organizations get the first one; the last one is reserved for the staff organization. */
export const PLANS = {
  free_org: { label: 'No plan yet', features: BASE_FEATURES, calls: 0 },
  night_line: { label: 'Night line', features: [...BASE_FEATURES, 'integrations'], calls: 150 },
  front_desk: { label: 'Front desk', features: [...BASE_FEATURES, 'integrations'], calls: 500 },
  several_crews: {
    label: 'Several crews',
    features: [...BASE_FEATURES, 'integrations', 'second_factor_policy'],
    calls: 1_500,
  },
  staff: {
    label: 'Staff',
    features: [...BASE_FEATURES, 'second_factor_policy', 'lines'],
    calls: 1_500,
  },
} as const satisfies Record<string, PlanDescription>

export type Plan = keyof typeof PLANS

export const OFFERED_PLANS = ['night_line', 'front_desk', 'several_crews'] as const satisfies Plan[]

export type OfferedPlan = (typeof OFFERED_PLANS)[number]

/** Clerk's reverification levels. */
export type Reverification = keyof typeof REVERIFICATION_MINUTES

const isKeyOf = <Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> =>
  Object.hasOwn(table, key)

export const getRoleLabel = (role: string): string =>
  isKeyOf(ROLES, role) ? ROLES[role].label : role.replace(/^org:/, '')

export const getPlanLabel = (plan: string): string => (isKeyOf(PLANS, plan) ? PLANS[plan].label : plan)

/** Returns the answered calls that a plan includes per month; 0 for an unknown plan. */
export const getIncludedCalls = (plan: string): number => (isKeyOf(PLANS, plan) ? PLANS[plan].calls : 0)

export const getRolesWithPermission = (permission: Permission): string[] =>
  Object.values<RoleDescription>(ROLES)
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ label }) => label)

const isOffered = (plan: string): boolean => (OFFERED_PLANS as readonly string[]).includes(plan)

export const getPlansWithFeature = (feature: Feature): string[] =>
  Object.entries<PlanDescription>(PLANS)
    .filter(([name, { features }]) => isOffered(name) && features.includes(feature))
    .map(([, { label }]) => label)

/** Requirements of a page, route or action, in addition to a session and an organization. */
export type AccessRule = {
  permission?: Permission
  feature?: Feature
  plan?: Plan
  reverification?: Reverification
  /** Set for pages that also work if the user has no organization. */
  organization?: 'optional'
}

export const SETTINGS_SECTIONS = {
  answering: 'Call handling',
  company: 'Company',
  data: 'Data and access',
  you: 'Your account',
} as const

export type Area = Pick<AccessRule, 'permission' | 'feature' | 'plan' | 'organization'> & {
  path: string
  label: string
  icon?: string
  section?: keyof typeof SETTINGS_SECTIONS
  summary?: string
}

const SETTINGS_PATH = `${DASHBOARD_PATH}/settings`

/** Access rules of the dashboard's pages, used by `requirePage`, the navigation and the access-denied page. */
export const AREAS = {
  /** The page requires no permission, because every member lands on it. */
  today: { path: DASHBOARD_PATH, label: 'Today', icon: 'home' },
  calls: { path: `${DASHBOARD_PATH}/calls`, label: 'Calls', icon: 'phone', permission: 'org:leads:read' },
  leads: { path: `${DASHBOARD_PATH}/leads`, label: 'Leads', icon: 'inbox', permission: 'org:leads:read' },
  callers: { path: `${DASHBOARD_PATH}/callers`, label: 'Callers', icon: 'people', permission: 'org:leads:read' },
  appointments: {
    path: `${DASHBOARD_PATH}/appointments`,
    label: 'Calendar',
    icon: 'calendar',
    permission: 'org:appointments:read',
  },
  tryIt: { path: `${DASHBOARD_PATH}/try-it`, label: 'Try it', icon: 'message', permission: 'org:settings:read' },
  integrations: {
    path: `${DASHBOARD_PATH}/integrations`,
    label: 'Integrations',
    icon: 'plug',
    permission: 'org:integrations:read',
  },
  notifications: { path: `${DASHBOARD_PATH}/notifications`, label: 'Notifications' },
  imports: {
    path: `${DASHBOARD_PATH}/import`,
    label: 'Import',
    permission: 'org:leads:manage',
  },
  settings: { path: SETTINGS_PATH, label: 'Settings', icon: 'sliders', permission: 'org:settings:read' },
  lines: { path: `${DASHBOARD_PATH}/lines`, label: 'Lines', icon: 'layers', permission: 'org:lines:manage' },
  business: {
    path: `${SETTINGS_PATH}/business`,
    label: 'Hours & area',
    section: 'answering',
    summary: 'Business hours, closed days, service area, greeting and call forwarding.',
    permission: 'org:settings:read',
  },
  assistant: {
    path: `${SETTINGS_PATH}/assistant`,
    label: 'Assistant',
    section: 'answering',
    summary: 'Fees, jobs, brands, FAQs and urgency keywords, with version history.',
    permission: 'org:settings:read',
  },
  onCall: {
    path: `${SETTINGS_PATH}/on-call`,
    label: 'On call',
    section: 'answering',
    summary: 'Who gets called in an emergency, and in what order.',
    permission: 'org:settings:read',
  },
  alerts: {
    path: `${SETTINGS_PATH}/alerts`,
    label: 'Alerts',
    section: 'answering',
    summary: 'How you and your team are notified about urgent calls.',
    permission: 'org:leads:read',
  },
  team: {
    path: `${SETTINGS_PATH}/team`,
    label: 'Team',
    section: 'company',
    summary: 'Team members and their roles.',
  },
  organization: {
    path: `${SETTINGS_PATH}/organization`,
    label: 'Organization',
    section: 'company',
    summary: 'Company name, logo, members and invitations.',
    permission: 'org:settings:read',
  },
  plan: {
    path: `${SETTINGS_PATH}/plan`,
    label: 'Plan & features',
    section: 'company',
    summary: 'Calls used this month and included features.',
    permission: 'org:settings:read',
  },
  access: {
    path: `${SETTINGS_PATH}/access`,
    label: 'Permissions',
    section: 'company',
    summary: 'Your permissions and the roles in your company.',
  },
  keys: {
    path: `${SETTINGS_PATH}/keys`,
    label: 'API keys',
    section: 'data',
    summary: 'Let your own systems read and update calls, leads and appointments.',
    permission: 'org:integrations:read',
  },
  webhooks: {
    path: `${SETTINGS_PATH}/webhooks`,
    label: 'Webhooks',
    section: 'data',
    summary: 'Send calls, leads and visits to your own systems.',
    permission: 'org:integrations:manage',
  },
  retention: {
    path: `${SETTINGS_PATH}/retention`,
    label: 'Retention',
    section: 'data',
    summary: 'How long to keep calls, transcripts, recordings and leads.',
    permission: 'org:settings:read',
  },
  data: {
    path: `${SETTINGS_PATH}/data`,
    label: 'Company data',
    section: 'data',
    summary: 'Export or delete your company’s data.',
    permission: 'org:settings:manage',
  },
  log: {
    path: `${SETTINGS_PATH}/log`,
    label: 'Audit log',
    section: 'data',
    summary: 'Every view and change, with who and when.',
    permission: 'org:settings:manage',
  },
  account: {
    path: `${SETTINGS_PATH}/account`,
    label: 'Security & profile',
    section: 'you',
    summary: 'Your name, email, password, two-step verification and devices.',
    organization: 'optional',
  },
  welcome: { path: `${DASHBOARD_PATH}/welcome`, label: 'Your company', organization: 'optional' },
  missing: { path: DASHBOARD_PATH, label: 'Not found', organization: 'optional' },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof AREAS

const isAtOrBelow = (path: string, pathname: string): boolean =>
  pathname === path || (path !== DASHBOARD_PATH && pathname.startsWith(`${path}/`))

/** Returns the most specific area of a path; undefined outside the dashboard. */
export function findArea(pathname: string): AreaName | undefined {
  const names = (Object.keys(AREAS) as AreaName[]).filter((name) => name !== 'missing')
  const [area] = names
    .filter((name) => isAtOrBelow(AREAS[name].path, pathname))
    .toSorted((a, b) => AREAS[b].path.length - AREAS[a].path.length)
  return area
}

/** Former paths directly below the dashboard. Emails and bookmarks still link to them. */
const MOVED_SECTIONS = ['team', 'organization', 'plan', 'access', 'data', 'account'] as const

/** Returns permanent redirects from the former paths, in Next.js format. */
export const getMovedPages = () => [
  { source: `${AREAS.calls.path}/callers`, destination: AREAS.callers.path, permanent: true },
  ...MOVED_SECTIONS.map((name) => ({
    source: `${DASHBOARD_PATH}/${name}/:path*`,
    destination: `${AREAS[name].path}/:path*`,
    permanent: true,
  })),
]
