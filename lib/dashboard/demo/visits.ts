import { type CalendarQuery, type CalendarResponse, findRequestedWeek } from '../appointments/calendar.ts'
import type { AppointmentState } from '../model/appointment.ts'
import type { AppointmentRecord } from '../appointments/record.ts'
import { addDays, toDayKey, listWeekDays } from '../../platform/time/zone.ts'
import { type CallName, toCallId, getCall } from './calls.ts'
import { toTimestamp, OPENING_HOURS, buildId, NOW, TECHNICIANS, TODAY, TIME_ZONE } from './company.ts'
import { findLeadOfCall } from './leads.ts'

export const WEEKS = [-7, 0, 7].map((days) => listWeekDays(addDays(TODAY, days)))

const [MON = '', TUE = '', WED = '', THU = '', FRI = '', SAT = ''] = listWeekDays(TODAY)

const toWeekBefore = (day: string) => addDays(day, -7)
const toWeekAfter = (day: string) => addDays(day, 7)

const EIGHT_TO_TEN = ['08:00', '10:00'] as const
/** Window before opening time. The after-hours fee applies. */
const EARLY_MORNING = ['06:30', '07:30'] as const
const TEN_TO_NOON = ['10:00', '12:00'] as const
const ONE_TO_FOUR = ['13:00', '16:00'] as const

type Sample = {
  day: string
  window: typeof EARLY_MORNING | typeof EIGHT_TO_TEN | typeof TEN_TO_NOON | typeof ONE_TO_FOUR
  job: string
  technician: string | null
  state: AppointmentState
} & ({ call: CallName } | { customer: string; address: string })

const THIS_WEEK: Sample[] = [
  {
    day: MON,
    window: EIGHT_TO_TEN,
    call: 'furnace-tune-up',
    job: 'Furnace tune-\u2060up',
    technician: 'Sasha',
    state: 'done',
  },
  { day: MON, window: TEN_TO_NOON, call: 'short-cycling', job: 'Short cycling', technician: 'Jordan', state: 'done' },
  {
    day: TUE,
    window: EARLY_MORNING,
    call: 'no-heat-at-2-am',
    job: 'No heat, infant',
    technician: 'Alex',
    state: 'confirmed',
  },
  {
    day: TUE,
    window: TEN_TO_NOON,
    call: 'boiler-pressure',
    job: 'Boiler pressure',
    technician: 'Jordan',
    state: 'confirmed',
  },
  { day: TUE, window: ONE_TO_FOUR, call: 'humidifier', job: 'Humidifier', technician: 'Sasha', state: 'confirmed' },
  {
    day: WED,
    window: EIGHT_TO_TEN,
    call: 'en-espanol',
    job: 'Heat pump iced over',
    technician: 'Jordan',
    state: 'confirmed',
  },
  {
    day: WED,
    window: TEN_TO_NOON,
    call: 'blank-thermostat',
    job: 'Thermostat',
    technician: 'Alex',
    state: 'confirmed',
  },
  { day: THU, window: TEN_TO_NOON, call: 'water-heater', job: 'Water heater', technician: null, state: 'requested' },
  {
    day: THU,
    window: ONE_TO_FOUR,
    call: 'tune-up',
    job: 'Tune-up, 2 furnaces',
    technician: 'Sasha',
    state: 'confirmed',
  },
  {
    day: FRI,
    window: EIGHT_TO_TEN,
    customer: 'Kim Evans',
    address: '88 Maple Street, 60618',
    job: 'Maintenance',
    technician: 'Alex',
    state: 'confirmed',
  },
  {
    day: FRI,
    window: ONE_TO_FOUR,
    call: 'blower-motor',
    job: 'Blower motor',
    technician: 'Jordan',
    state: 'confirmed',
  },
  {
    day: SAT,
    window: TEN_TO_NOON,
    customer: 'Carla Lopez',
    address: '16 Pine Avenue, 60647',
    job: 'Thermostat',
    technician: 'Alex',
    state: 'confirmed',
  },
]

const OTHER_WEEKS = [
  [toWeekBefore(MON), ONE_TO_FOUR, 'Furnace tune-up', 'Alex', 'Kira Allen', '30 Elm Street, 60610'],
  [toWeekBefore(TUE), EIGHT_TO_TEN, 'Ignitor replaced', 'Jordan', 'Owen Blake', '144 Mill Road, 60625'],
  [toWeekBefore(TUE), TEN_TO_NOON, 'Zone valve', 'Sasha', 'Lena Frost', '67 Grove Avenue, 60613'],
  [toWeekBefore(WED), TEN_TO_NOON, 'Furnace tune-up', 'Jordan', 'Theo Marin', '19 Park Street, 60618'],
  [toWeekBefore(THU), EIGHT_TO_TEN, 'Blower belt', 'Alex', 'June Parker', '310 Oak Avenue, 60647'],
  [toWeekBefore(THU), ONE_TO_FOUR, 'Duct inspection', 'Sasha', 'Cole Rivers', '75 Hill Street, 60632'],
  [toWeekBefore(FRI), TEN_TO_NOON, 'Boiler service', 'Jordan', 'Ada Lowell', '48 River Road, 60608'],
  [toWeekBefore(SAT), TEN_TO_NOON, 'Thermostat', 'Alex', 'Ivan Reed', '8 Birch Road, 60614'],
  [toWeekAfter(TUE), EIGHT_TO_TEN, 'Maintenance', 'Alex', 'Faye Norton', '92 Maple Street, 60618'],
  [toWeekAfter(TUE), ONE_TO_FOUR, 'Furnace tune-up', 'Sasha', 'Gus Warner', '22 Lake Drive, 60614'],
  [toWeekAfter(WED), TEN_TO_NOON, 'Boiler service', 'Jordan', 'Mina Doyle', '216 Cedar Lane, 60616'],
  [toWeekAfter(THU), EIGHT_TO_TEN, 'Humidifier pad', 'Sasha', 'Ralph Benson', '13 Pine Avenue, 60647'],
  [toWeekAfter(FRI), TEN_TO_NOON, 'Maintenance', 'Alex', 'Nell Archer', '50 Alder Court, 60622'],
] as const

const OTHER_WEEK_SAMPLES = OTHER_WEEKS.map(([day, window, job, technician, customer, address]): Sample => {
  const state = day < TODAY ? 'done' : 'confirmed'
  return { day, window, job, technician, customer, address, state }
})

function buildVisit(sample: Sample, position: number): AppointmentRecord {
  const { day, window, job, technician, state } = sample
  const call = 'call' in sample ? getCall(sample.call) : undefined
  const lead = 'call' in sample ? findLeadOfCall(sample.call) : undefined
  const createdAt = call?.startedAt ?? toTimestamp(day < MON ? '2026-01-02' : '2026-01-09', '10:30')
  return {
    id: buildId('visit', position + 1),
    leadId: lead?.id ?? null,
    callId: call?.id ?? null,
    customer: 'customer' in sample ? sample.customer : (call?.callerName ?? ''),
    phone: call?.callerPhone ?? null,
    address: 'address' in sample ? sample.address : [lead?.address, lead?.zip].filter(Boolean).join(', ') || null,
    job,
    startsAt: toTimestamp(day, window[0]),
    endsAt: toTimestamp(day, window[1]),
    technician,
    state,
    reason: null,
    isTest: false,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }
}

const VISITS = [...THIS_WEEK, ...OTHER_WEEK_SAMPLES].map(buildVisit)

export const findRelatedVisit = (name: CallName): AppointmentRecord | undefined =>
  VISITS.find(({ id }) => id === getCall(name).appointmentId)

export const findVisitOfCall = (name: CallName): AppointmentRecord | undefined =>
  VISITS.find((visit) => visit.callId === toCallId(name))

type CalendarRequest = Pick<CalendarQuery, 'view' | 'week' | 'day' | 'when' | 'technician'>

function listVisits({ when, technician }: CalendarRequest): AppointmentRecord[] {
  const today = toTimestamp(TODAY, '00:00')
  const visits = VISITS.filter((visit) => technician === undefined || visit.technician === technician).toSorted(
    (a, b) => a.startsAt.localeCompare(b.startsAt),
  )
  return when === 'ahead'
    ? visits.filter(({ startsAt }) => startsAt >= today)
    : visits.filter(({ startsAt }) => startsAt < today).toReversed()
}

/** Builds the response of `GET /api/dashboard/appointments`. */
export function buildCalendarResponse(calendarRequest: CalendarRequest): CalendarResponse {
  const days = listWeekDays((calendarRequest.view !== 'list' && findRequestedWeek(calendarRequest)) || TODAY)
  const appointments =
    calendarRequest.view === 'list'
      ? listVisits(calendarRequest)
      : VISITS.filter(({ startsAt }) => days.includes(toDayKey(startsAt, TIME_ZONE)))
  return {
    timeZone: TIME_ZONE,
    now: NOW,
    days,
    hours: OPENING_HOURS,
    closedDays: [],
    closedOnHolidays: false,
    technicians: TECHNICIANS,
    appointments,
    total: appointments.length,
    hasVisits: true,
  }
}
