import { type Area, type AreaName, AREAS, type Permission } from '@/lib/platform/auth/access-table.ts'
import type { Searchable } from '@/lib/dashboard/search/match.ts'
import type { IconName } from '../../ui/icon.tsx'

/** Other words that people search for, by screen. */
const AREA_SYNONYMS: Partial<Record<AreaName, string>> = {
  today: 'home dashboard overview start',
  calls: 'phone transcripts recordings conversations history',
  leads: 'jobs prospects pipeline customers',
  callers: 'customers contacts people do not call',
  appointments: 'appointments visits schedule bookings jobs dispatch',
  tryIt: 'test the assistant sample call demo',
  integrations: 'connections apps Google Slack Zapier',
  notifications: 'inbox messages alerts unread',
  imports: 'CSV upload file spreadsheet Excel',
  settings: 'preferences configuration options',
  lines: 'phone lines numbers',
  business: 'opening hours closed days holidays service area ZIP greeting forwarding time zone',
  assistant: 'instructions fees prices FAQs AI voice',
  onCall: 'emergency paging escalation after-hours',
  alerts: 'notifications push email quiet hours',
  team: 'members people users invite',
  organization: 'company name logo invite',
  plan: 'billing subscription price upgrade usage',
  access: 'roles rights permissions',
  keys: 'API token developer secret',
  webhooks: 'API events developer endpoint',
  retention: 'delete privacy recordings transcripts',
  data: 'export delete download privacy',
  log: 'history activity events audit',
  account: 'profile password two-step email sign in devices',
}

/** Icons of the screens that the navigation shows without one. */
const AREA_ICONS: Partial<Record<AreaName, IconName>> = { notifications: 'bell', imports: 'download' }

type Command = Searchable & { id: string; icon: IconName }

export type Screen = Command & { href: string }

/** Screens that the user may open. */
export const listScreens = (areas: readonly AreaName[]): Screen[] =>
  areas
    .filter((name) => name !== 'missing' && name !== 'welcome')
    .map((name) => {
      const { path, label, summary, icon, section }: Area = AREAS[name]
      return {
        id: `screen-${name}`,
        label,
        summary,
        synonyms: AREA_SYNONYMS[name],
        icon: AREA_ICONS[name] ?? (icon as IconName | undefined) ?? (section ? 'sliders' : 'page'),
        href: path,
      }
    })

export type Effect = 'light' | 'dark' | 'system' | 'sign-out'

export type Action = Command & {
  /** Screen that the action opens. Only users who may open it see the action. */
  area?: AreaName
  permission?: Permission
} & ({ href: string } | { effect: Effect })

/** Query parameter that opens the form of a screen. */
const OPEN_FORM = '?new='

const ACTIONS: Action[] = [
  {
    id: 'action-new-lead',
    label: 'New lead',
    synonyms: 'add create lead customer',
    icon: 'plus',
    area: 'leads',
    permission: 'org:leads:manage',
    href: AREAS.leads.path + OPEN_FORM,
  },
  {
    id: 'action-new-visit',
    label: 'New visit',
    synonyms: 'add create book schedule appointment job',
    icon: 'plus',
    area: 'appointments',
    permission: 'org:appointments:manage',
    href: AREAS.appointments.path + OPEN_FORM,
  },
  {
    id: 'action-import',
    label: 'Import leads',
    synonyms: 'CSV upload file callers spreadsheet',
    icon: 'inbox',
    area: 'imports',
    href: AREAS.imports.path,
  },
  {
    id: 'action-invite',
    label: 'Invite a teammate',
    synonyms: 'add member user team person',
    icon: 'people',
    area: 'organization',
    permission: 'org:settings:manage',
    href: `${AREAS.organization.path}/organization-members`,
  },
  {
    id: 'action-key',
    label: 'Create API key',
    synonyms: 'new add token developer',
    icon: 'key',
    area: 'keys',
    permission: 'org:integrations:manage',
    href: AREAS.keys.path + OPEN_FORM,
  },
  {
    id: 'action-webhook',
    label: 'Add webhook',
    synonyms: 'new create endpoint developer',
    icon: 'plug',
    area: 'webhooks',
    permission: 'org:integrations:manage',
    href: AREAS.webhooks.path + OPEN_FORM,
  },
  {
    id: 'action-hours',
    label: 'Change hours',
    synonyms: 'edit opening business closed holidays',
    icon: 'clock',
    area: 'business',
    permission: 'org:settings:manage',
    href: AREAS.business.path,
  },
  {
    id: 'action-try',
    label: 'Try the assistant',
    synonyms: 'test call sample demo',
    icon: 'message',
    area: 'tryIt',
    href: AREAS.tryIt.path,
  },
  { id: 'action-light', label: 'Use light theme', synonyms: 'switch color mode bright', icon: 'sun', effect: 'light' },
  { id: 'action-dark', label: 'Use dark theme', synonyms: 'switch color mode night', icon: 'moon', effect: 'dark' },
  {
    id: 'action-system',
    label: 'Use system theme',
    synonyms: 'switch color mode automatic',
    icon: 'system',
    effect: 'system',
  },
  { id: 'action-sign-out', label: 'Sign out', synonyms: 'log out leave', icon: 'arrow', effect: 'sign-out' },
]

/** Actions that the user may run. */
export const listActions = (areas: readonly AreaName[], permissions: readonly Permission[]): Action[] =>
  ACTIONS.filter(
    ({ area, permission }) =>
      (area === undefined || areas.includes(area)) && (permission === undefined || permissions.includes(permission)),
  )
