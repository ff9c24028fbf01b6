import { DASHBOARD_PATH } from '../routes.ts'
import type { Rule } from './decide.ts'

/** A page asks for no fresh confirmation of who one is: what it does, its actions and routes ask for. */
export type PageRule = Omit<Rule, 'reverification'>

export type Area = { path: string; label: string; rule: PageRule }

const anyMember: PageRule = { organization: true }
const alone: PageRule = { organization: false }

/**
 * The pages of the dashboard and what each asks for. A page hands its area to `requirePage`; navigation and the words of
 * a refusal come from the same table. A new page starts with a line here.
 */
export const AREAS = {
  overview: { path: DASHBOARD_PATH, label: 'Overview', rule: anyMember },
  team: { path: `${DASHBOARD_PATH}/team`, label: 'Team', rule: anyMember },
  organization: {
    path: `${DASHBOARD_PATH}/organization`,
    label: 'Organization',
    rule: { organization: true, permission: 'org:settings:read' },
  },
  plan: {
    path: `${DASHBOARD_PATH}/plan`,
    label: 'Plan & features',
    rule: { organization: true, permission: 'org:settings:read' },
  },
  access: { path: `${DASHBOARD_PATH}/access`, label: 'What you may do', rule: anyMember },
  data: {
    path: `${DASHBOARD_PATH}/data`,
    label: 'Company data',
    rule: { organization: true, permission: 'org:settings:manage' },
  },
  account: { path: `${DASHBOARD_PATH}/account`, label: 'Security & profile', rule: alone },
  welcome: { path: `${DASHBOARD_PATH}/welcome`, label: 'Your organization', rule: alone },
  missing: { path: DASHBOARD_PATH, label: 'Not found', rule: alone },
} as const satisfies Record<string, Area>

export type AreaName = keyof typeof AREAS

/** What the routes and actions of the dashboard ask for. */
export const OPERATIONS = {
  listExports: { organization: true, permission: 'org:settings:manage' },
  exportData: { organization: true, permission: 'org:settings:manage', reverification: 'strict' },
  eraseData: { organization: true, permission: 'org:settings:manage', reverification: 'strict_mfa' },
} as const satisfies Record<string, Rule>

/** The area that an address belongs to; undefined for an address without a page. */
export function areaAt(pathname: string): Area | undefined {
  if (pathname === DASHBOARD_PATH) return AREAS.overview
  return Object.values<Area>(AREAS).find(
    ({ path }) => path !== DASHBOARD_PATH && (pathname === path || pathname.startsWith(`${path}/`)),
  )
}
