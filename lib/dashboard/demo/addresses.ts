import { type CalendarQuery, calendarQuery } from '../appointments/calendar.ts'
import { AREAS } from '../../platform/auth/access-table.ts'
import { STAGE_NAMES } from '../model/lead.ts'
import { readSearchParams, writeSearchParams } from '../query/search-params.ts'
import { DEMO_ROOT } from '../../routes.ts'
import { listWeekDays } from '../../platform/time/zone.ts'
import { SCREENS, type SampleResponse } from './responses.ts'
import { CALL_NAMES, toCallId, getCall, type CallName } from './calls.ts'
import { COMPANY, TECHNICIANS, TODAY } from './company.ts'
import { LEAD_NAMES, toLeadId, getLead, type LeadName } from './leads.ts'
import { WEEKS } from './visits.ts'

export type DemoScreen = {
  area: 'today' | 'calls' | 'leads' | 'appointments'
  shows: string
  /** Id of the call or lead. */
  id?: string
  about?: string
  answers: (params: URLSearchParams) => SampleResponse[]
}

const { today, calls, leads, appointments } = AREAS

const buildCallScreen = (name: CallName): [string, DemoScreen] => [
  `${DEMO_ROOT}/calls/${name}`,
  {
    area: 'calls',
    shows: `${calls.path}/${toCallId(name)}`,
    id: toCallId(name),
    about: getCall(name).callerName ?? name.replaceAll('-', ' '),
    answers: () => SCREENS.call(name),
  },
]

const buildLeadScreen = (name: LeadName): [string, DemoScreen] => [
  `${DEMO_ROOT}/leads/${name}`,
  {
    area: 'leads',
    shows: `${leads.path}/${toLeadId(name)}`,
    id: toLeadId(name),
    about: getLead(name).name,
    answers: () => SCREENS.lead(name),
  },
]

const [THIS_MONDAY] = listWeekDays(TODAY)

const DEFAULT_CALENDAR = readSearchParams(calendarQuery, {})

function normalizeCalendar({ view, week, day, technician, when }: CalendarQuery): CalendarQuery {
  if (view === 'list') return { ...DEFAULT_CALENDAR, view, when, technician }
  const selectedDay = day === TODAY ? undefined : day
  // The day view has a column per technician, so it needs no technician filter.
  if (view === 'day') return { ...DEFAULT_CALENDAR, view, day: selectedDay }
  const monday = week && listWeekDays(week)[0]
  const otherWeek = monday === THIS_MONDAY ? undefined : monday
  // In other weeks, phones show the first day by default, so the address omits it.
  return { ...DEFAULT_CALENDAR, technician, week: otherWeek, day: selectedDay === otherWeek ? undefined : selectedDay }
}

const buildCalendarKey = (address: CalendarQuery): string =>
  appointments.path + writeSearchParams(calendarQuery, normalizeCalendar(address))

function buildCalendarScreen(change: Partial<CalendarQuery>): [string, DemoScreen] {
  const address = normalizeCalendar({ ...DEFAULT_CALENDAR, ...change })
  const { view, week, day, technician, when } = address
  const parts = [view !== 'week' && view, when !== 'ahead' && when, day ?? (week && `week of ${week}`), technician]
  const segmentTexts = parts.filter((part) => typeof part === 'string')
  const segments = segmentTexts.map((part) => part.toLowerCase().replaceAll(' ', '-'))
  return [
    [DEMO_ROOT, 'calendar', ...segments].join('/'),
    {
      area: 'appointments',
      shows: buildCalendarKey(address),
      about: segmentTexts.join(', '),
      answers: SCREENS.calendar,
    },
  ]
}

/** Calendar screens: each week, each of its days (for phones), the day view and the list. */
const CALENDAR_SCREENS = [
  ...[undefined, ...TECHNICIANS].flatMap((technician) => [
    ...WEEKS.flatMap((days) => [undefined, ...days].map((day) => ({ week: days[0], day, technician }))),
    { view: 'list' as const, technician },
    { view: 'list' as const, when: 'before' as const, technician },
  ]),
  ...WEEKS.flat().map((day) => ({ view: 'day' as const, day })),
].map(buildCalendarScreen)

/** Demo screens by path. Every list filter and calendar view is a separate screen. */
export const DEMO_SCREENS: ReadonlyMap<string, DemoScreen> = new Map<string, DemoScreen>([
  [DEMO_ROOT, { area: 'today', shows: today.path, answers: SCREENS.today }],
  [`${DEMO_ROOT}/calls`, { area: 'calls', shows: calls.path, answers: SCREENS.calls }],
  [
    `${DEMO_ROOT}/calls/needs-you`,
    { area: 'calls', shows: `${calls.path}?show=waiting`, about: 'Needs attention', answers: SCREENS.calls },
  ],
  ...CALL_NAMES.map(buildCallScreen),
  [`${DEMO_ROOT}/leads`, { area: 'leads', shows: leads.path, answers: SCREENS.leads }],
  ...STAGE_NAMES.map((stage): [string, DemoScreen] => [
    `${DEMO_ROOT}/leads/${stage}`,
    { area: 'leads', shows: `${leads.path}?stage=${stage}`, about: stage, answers: SCREENS.leads },
  ]),
  ...LEAD_NAMES.map(buildLeadScreen),
  ...CALENDAR_SCREENS,
])

const PATHS_BY_ADDRESS = new Map([...DEMO_SCREENS].map(([path, { shows }]) => [shows, path]))

/** Maps a dashboard link to its demo screen. Returns undefined if no screen exists, and other links unchanged. */
export function findDemoHref(href: string): string | undefined {
  if (!href.startsWith(today.path)) return href
  const [path, query] = href.split('?')
  if (path !== appointments.path) return PATHS_BY_ADDRESS.get(href)
  return PATHS_BY_ADDRESS.get(buildCalendarKey(readSearchParams(calendarQuery, new URLSearchParams(query))))
}

export const formatDemoTitle = ({ area, about }: DemoScreen): string =>
  [about, AREAS[area].label, COMPANY].filter(Boolean).join(' · ')
