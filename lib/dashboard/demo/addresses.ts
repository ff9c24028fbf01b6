import { type CalendarAddress, calendarAddress } from '../appointments/calendar.ts'
import { AREAS } from '../../platform/auth/access-table.ts'
import { STAGE_NAMES } from '../model/lead.ts'
import { readAddress, writeAddress } from '../query/address-state.ts'
import { DEMO_ROOT } from '../../routes.ts'
import { weekOf } from '../../platform/time/zone.ts'
import { SCREENS, type SampleAnswer } from './answers.ts'
import { CALL_NAMES, callId, callOf, type CallName } from './calls.ts'
import { COMPANY, TECHNICIANS, TODAY } from './company.ts'
import { LEAD_NAMES, leadId, leadOf, type LeadName } from './leads.ts'
import { WEEKS } from './visits.ts'

export type DemoScreen = {
  area: 'today' | 'calls' | 'leads' | 'appointments'
  shows: string
  /** Id of the call or lead. */
  id?: string
  about?: string
  answers: (params: URLSearchParams) => SampleAnswer[]
}

const { today, calls, leads, appointments } = AREAS

const callScreen = (name: CallName): [string, DemoScreen] => [
  `${DEMO_ROOT}/calls/${name}`,
  {
    area: 'calls',
    shows: `${calls.path}/${callId(name)}`,
    id: callId(name),
    about: callOf(name).callerName ?? name.replaceAll('-', ' '),
    answers: () => SCREENS.call(name),
  },
]

const leadScreen = (name: LeadName): [string, DemoScreen] => [
  `${DEMO_ROOT}/leads/${name}`,
  {
    area: 'leads',
    shows: `${leads.path}/${leadId(name)}`,
    id: leadId(name),
    about: leadOf(name).name,
    answers: () => SCREENS.lead(name),
  },
]

const [THIS_MONDAY] = weekOf(TODAY)

const EMPTY_CALENDAR = readAddress(calendarAddress, {})

function shownInCalendar({ view, week, day, technician, when }: CalendarAddress): CalendarAddress {
  if (view === 'list') return { ...EMPTY_CALENDAR, view, when, technician }
  const shown = day === TODAY ? undefined : day
  // The day view has a column per technician, so it needs no technician filter.
  if (view === 'day') return { ...EMPTY_CALENDAR, view, day: shown }
  const monday = week && weekOf(week)[0]
  const otherWeek = monday === THIS_MONDAY ? undefined : monday
  // In other weeks, phones show the first day by default, so the address omits it.
  return { ...EMPTY_CALENDAR, technician, week: otherWeek, day: shown === otherWeek ? undefined : shown }
}

const calendarShows = (address: CalendarAddress): string =>
  appointments.path + writeAddress(calendarAddress, shownInCalendar(address))

function calendarScreen(change: Partial<CalendarAddress>): [string, DemoScreen] {
  const address = shownInCalendar({ ...EMPTY_CALENDAR, ...change })
  const { view, week, day, technician, when } = address
  const parts = [view !== 'week' && view, when !== 'ahead' && when, day ?? (week && `week of ${week}`), technician]
  const named = parts.filter((part) => typeof part === 'string')
  const segments = named.map((part) => part.toLowerCase().replaceAll(' ', '-'))
  return [
    [DEMO_ROOT, 'calendar', ...segments].join('/'),
    { area: 'appointments', shows: calendarShows(address), about: named.join(', '), answers: SCREENS.calendar },
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
].map(calendarScreen)

/** Demo screens by path. Every list filter and calendar view is a separate screen. */
export const DEMO_SCREENS: ReadonlyMap<string, DemoScreen> = new Map<string, DemoScreen>([
  [DEMO_ROOT, { area: 'today', shows: today.path, answers: SCREENS.today }],
  [`${DEMO_ROOT}/calls`, { area: 'calls', shows: calls.path, answers: SCREENS.calls }],
  [
    `${DEMO_ROOT}/calls/needs-you`,
    { area: 'calls', shows: `${calls.path}?show=waiting`, about: 'Needs you', answers: SCREENS.calls },
  ],
  ...CALL_NAMES.map(callScreen),
  [`${DEMO_ROOT}/leads`, { area: 'leads', shows: leads.path, answers: SCREENS.leads }],
  ...STAGE_NAMES.map((stage): [string, DemoScreen] => [
    `${DEMO_ROOT}/leads/${stage}`,
    { area: 'leads', shows: `${leads.path}?stage=${stage}`, about: stage, answers: SCREENS.leads },
  ]),
  ...LEAD_NAMES.map(leadScreen),
  ...CALENDAR_SCREENS,
])

const pathsByAddress = new Map([...DEMO_SCREENS].map(([path, { shows }]) => [shows, path]))

/** Maps a dashboard link to its demo screen. Returns undefined if no screen exists, and other links unchanged. */
export function demoHref(href: string): string | undefined {
  if (!href.startsWith(today.path)) return href
  const [path, query] = href.split('?')
  if (path !== appointments.path) return pathsByAddress.get(href)
  return pathsByAddress.get(calendarShows(readAddress(calendarAddress, new URLSearchParams(query))))
}

export const titleOf = ({ area, about }: DemoScreen): string =>
  [about, AREAS[area].label, COMPANY].filter(Boolean).join(' · ')
