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
  lines: 'Lines of companies',
} as const

export type Feature = keyof typeof FEATURES

/** Held by the staff of this site alone, in the one organization that is theirs (`rights.ts`), and shown to nobody else. */
const STAFF_FEATURES: readonly string[] = ['lines'] satisfies Feature[]

/** Whether a feature is for the staff of this site only. */
export const isStaffFeature = (feature: string): boolean => STAFF_FEATURES.includes(feature)

/** The features that plans on offer can include. */
export const OFFERED_FEATURES = (Object.keys(FEATURES) as Feature[]).filter((name) => !isStaffFeature(name))

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
  'org:lines:manage': 'Set up lines of companies',
} as const

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The feature that a permission belongs to. */
export const featureOf = (permission: Permission): Feature => permission.split(':')[1] as Feature

/** The permissions that somebody in a company can have. */
export const OFFERED_PERMISSIONS = PERMISSION_NAMES.filter((name) => !isStaffFeature(featureOf(name)))

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

type PlanDescription = {
  label: string
  features: readonly Feature[]
  /** Answered calls of a month that are included; without a plan, none are promised. */
  calls: number
}

const BASE_FEATURES = ['leads', 'appointments', 'settings'] as const

/** Plans of an organization. A new one has the first; the last is that of the site's own organization. */
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

/** The plans that a company can have by agreement, and try before. */
export const OFFERED_PLANS = ['night_line', 'front_desk', 'several_crews'] as const satisfies Plan[]

export type OfferedPlan = (typeof OFFERED_PLANS)[number]

/** Clerk's levels of how recently, and with which factors, somebody must have confirmed who they are. */
export type Reverification = keyof typeof REVERIFICATION_MINUTES

const isKeyOf = <Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> =>
  Object.hasOwn(table, key)

/** The role's name for people; one that is not in the table is shown as it is. */
export const roleLabel = (role: string): string =>
  isKeyOf(ROLES, role) ? ROLES[role].label : role.replace(/^org:/, '')

/** The plan's name for people; one that is not in the table is shown as it is. */
export const planLabel = (plan: string): string => (isKeyOf(PLANS, plan) ? PLANS[plan].label : plan)

/** Answered calls of a month that a plan includes; 0 for a plan that is not in the table. */
export const callsIncludedIn = (plan: string): number => (isKeyOf(PLANS, plan) ? PLANS[plan].calls : 0)

/** Labels of the roles that hold a permission, those that may do most first. */
export const rolesWith = (permission: Permission): string[] =>
  Object.values<RoleDescription>(ROLES)
    .filter(({ permissions }) => permissions.includes(permission))
    .map(({ label }) => label)

const isOffered = (plan: string): boolean => (OFFERED_PLANS as readonly string[]).includes(plan)

/** Labels of the plans on offer that include a feature: having none is no plan. */
export const plansWith = (feature: Feature): string[] =>
  Object.entries<PlanDescription>(PLANS)
    .filter(([name, { features }]) => isOffered(name) && features.includes(feature))
    .map(([, { label }]) => label)

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

/** Parts of the settings, in the order in which they are shown. */
export const SETTINGS_SECTIONS = {
  answering: 'Answering calls',
  company: 'Company',
  data: 'Data and access',
  you: 'Your account',
} as const

export type Area = Pick<AccessRule, 'permission' | 'feature' | 'plan' | 'organization'> & {
  path: string
  /** In the navigation and as the title of the page. */
  label: string
  /**
   * Where the navigation shows it, in the order of this table: among the main areas, with an icon, or while one is in the
   * settings, in a section, with a line on their first page. Without one it is not in the navigation.
   */
  group?: 'main' | 'settings'
  icon?: string
  section?: keyof typeof SETTINGS_SECTIONS
  summary?: string
}

const SETTINGS_PATH = `${DASHBOARD_PATH}/settings`

/**
 * The pages of the dashboard and what each asks for. `requirePage` lets people in by this table, the navigation shows what
 * is open to them, and the page of a refusal says why. A new page starts with a row here.
 */
export const AREAS = {
  /** Asks for no permission, because everybody arrives here. */
  today: { path: DASHBOARD_PATH, label: 'Today', group: 'main', icon: 'home' },
  calls: {
    path: `${DASHBOARD_PATH}/calls`,
    label: 'Calls',
    group: 'main',
    icon: 'phone',
    permission: 'org:leads:read',
  },
  leads: {
    path: `${DASHBOARD_PATH}/leads`,
    label: 'Leads',
    group: 'main',
    icon: 'inbox',
    permission: 'org:leads:read',
  },
  callers: {
    path: `${DASHBOARD_PATH}/callers`,
    label: 'Callers',
    group: 'main',
    icon: 'people',
    permission: 'org:leads:read',
  },
  appointments: {
    path: `${DASHBOARD_PATH}/appointments`,
    label: 'Calendar',
    group: 'main',
    icon: 'calendar',
    permission: 'org:appointments:read',
  },
  tryIt: {
    path: `${DASHBOARD_PATH}/try-it`,
    label: 'Try it',
    group: 'main',
    icon: 'message',
    permission: 'org:settings:read',
  },
  integrations: {
    path: `${DASHBOARD_PATH}/integrations`,
    label: 'Integrations',
    group: 'main',
    icon: 'plug',
    permission: 'org:integrations:read',
  },
  settings: {
    path: SETTINGS_PATH,
    label: 'Settings',
    group: 'main',
    icon: 'sliders',
    permission: 'org:settings:read',
  },
  lines: {
    path: `${DASHBOARD_PATH}/lines`,
    label: 'Lines',
    group: 'main',
    icon: 'layers',
    permission: 'org:lines:manage',
  },
  business: {
    path: `${SETTINGS_PATH}/business`,
    label: 'Hours & area',
    group: 'settings',
    section: 'answering',
    summary: 'When you are open, where you work, and how calls are greeted.',
    permission: 'org:settings:read',
  },
  assistant: {
    path: `${SETTINGS_PATH}/assistant`,
    label: 'What it says and asks',
    group: 'settings',
    section: 'answering',
    summary: 'Fees, jobs, brands, answers and the words that make a call urgent, in every version.',
    permission: 'org:settings:read',
  },
  onCall: {
    path: `${SETTINGS_PATH}/on-call`,
    label: 'On call',
    group: 'settings',
    section: 'answering',
    summary: 'Who is woken for an emergency, and in which order.',
    permission: 'org:settings:read',
  },
  alerts: {
    path: `${SETTINGS_PATH}/alerts`,
    label: 'Alerts',
    group: 'settings',
    section: 'answering',
    summary: 'How you are told of an urgent call, and in which order others are.',
    permission: 'org:leads:read',
  },
  team: {
    path: `${SETTINGS_PATH}/team`,
    label: 'Team',
    group: 'settings',
    section: 'company',
    summary: 'Who works with you here, and in which role.',
  },
  organization: {
    path: `${SETTINGS_PATH}/organization`,
    label: 'Organization',
    group: 'settings',
    section: 'company',
    summary: 'Your company’s name and logo, its people and invitations.',
    permission: 'org:settings:read',
  },
  plan: {
    path: `${SETTINGS_PATH}/plan`,
    label: 'Plan & features',
    group: 'settings',
    section: 'company',
    summary: 'What your plan includes.',
    permission: 'org:settings:read',
  },
  access: {
    path: `${SETTINGS_PATH}/access`,
    label: 'What you may do',
    group: 'settings',
    section: 'company',
    summary: 'Your permissions, and what each role is for.',
  },
  keys: {
    path: `${SETTINGS_PATH}/keys`,
    label: 'API keys',
    group: 'settings',
    section: 'data',
    summary: 'Keys with which your own systems read and change calls, leads and appointments.',
    permission: 'org:integrations:read',
  },
  retention: {
    path: `${SETTINGS_PATH}/retention`,
    label: 'Retention',
    group: 'settings',
    section: 'data',
    summary: 'After how many days calls, transcripts, recordings and leads are deleted.',
    permission: 'org:settings:read',
  },
  data: {
    path: `${SETTINGS_PATH}/data`,
    label: 'Company data',
    group: 'settings',
    section: 'data',
    summary: 'Take a copy of everything, or delete it.',
    permission: 'org:settings:manage',
  },
  log: {
    path: `${SETTINGS_PATH}/log`,
    label: 'Log',
    group: 'settings',
    section: 'data',
    summary: 'Who opened or changed what, and when.',
    permission: 'org:settings:manage',
  },
  account: {
    path: `${SETTINGS_PATH}/account`,
    label: 'Security & profile',
    group: 'settings',
    section: 'you',
    summary: 'Your name, addresses, password, second factor and devices.',
    organization: 'optional',
  },
  welcome: { path: `${DASHBOARD_PATH}/welcome`, label: 'Your company', organization: 'optional' },
  /** Addresses below the dashboard that have no page. */
  missing: { path: DASHBOARD_PATH, label: 'Not found', organization: 'optional' },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof AREAS

const isAt = (path: string, pathname: string): boolean =>
  pathname === path || (path !== DASHBOARD_PATH && pathname.startsWith(`${path}/`))

/** The area that an address belongs to, the most specific one; undefined for an address outside of each. */
export function areaAt(pathname: string): AreaName | undefined {
  const names = (Object.keys(AREAS) as AreaName[]).filter((name) => name !== 'missing')
  const [area] = names
    .filter((name) => isAt(AREAS[name].path, pathname))
    .toSorted((one, other) => AREAS[other].path.length - AREAS[one].path.length)
  return area
}

/** Pages that were directly below the dashboard once; links to them are in mails and bookmarks. */
const MOVED_TO_SETTINGS = ['team', 'organization', 'plan', 'access', 'data', 'account'] as const

/** Permanent redirects from the earlier addresses of pages, and all that is below them, as Next's configuration has them. */
export const movedPages = () => [
  { source: `${AREAS.calls.path}/callers`, destination: AREAS.callers.path, permanent: true },
  ...MOVED_TO_SETTINGS.map((name) => ({
    source: `${DASHBOARD_PATH}/${name}/:path*`,
    destination: `${AREAS[name].path}/:path*`,
    permanent: true,
  })),
]
