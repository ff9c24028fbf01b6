import { type CalendarAddress, type CalendarAnswer, weekAsked } from '../appointments/calendar.ts'
import type { AppointmentState } from '../model/appointment.ts'
import type { AppointmentRecord } from '../appointments/record.ts'
import { addDays, dayKey, weekOf } from '../../platform/time/zone.ts'
import { type CallName, callId, callOf } from './calls.ts'
import { at, HOURS, idOf, NOW, TECHNICIANS, TODAY, ZONE } from './company.ts'
import { leadOfCall } from './leads.ts'

export const WEEKS = [-7, 0, 7].map((days) => weekOf(addDays(TODAY, days)))

const [MON = '', TUE = '', WED = '', THU = '', FRI = '', SAT = ''] = weekOf(TODAY)

const weekBefore = (day: string) => addDays(day, -7)
const weekAfter = (day: string) => addDays(day, 7)

const EIGHT = ['08:00', '10:00'] as const
/** Window before opening time, at the after-hours fee. */
const EARLY = ['06:30', '07:30'] as const
const TEN = ['10:00', '12:00'] as const
const ONE = ['13:00', '16:00'] as const

type Sample = {
  day: string
  window: typeof EARLY | typeof EIGHT | typeof TEN | typeof ONE
  job: string
  technician: string | null
  state: AppointmentState
} & ({ call: CallName } | { customer: string; address: string })

const THIS_WEEK: Sample[] = [
  {
    day: MON,
    window: EIGHT,
    call: 'furnace-tune-up',
    job: 'Furnace tune-\u2060up',
    technician: 'Sasha',
    state: 'done',
  },
  { day: MON, window: TEN, call: 'short-cycling', job: 'Short cycling', technician: 'Jordan', state: 'done' },
  { day: TUE, window: EARLY, call: 'no-heat-at-2-am', job: 'No heat, infant', technician: 'Alex', state: 'confirmed' },
  { day: TUE, window: TEN, call: 'boiler-pressure', job: 'Boiler pressure', technician: 'Jordan', state: 'confirmed' },
  { day: TUE, window: ONE, call: 'humidifier', job: 'Humidifier', technician: 'Sasha', state: 'confirmed' },
  { day: WED, window: EIGHT, call: 'en-espanol', job: 'Heat pump iced over', technician: 'Jordan', state: 'confirmed' },
  { day: WED, window: TEN, call: 'blank-thermostat', job: 'Thermostat', technician: 'Alex', state: 'confirmed' },
  { day: THU, window: TEN, call: 'water-heater', job: 'Water heater', technician: null, state: 'requested' },
  { day: THU, window: ONE, call: 'tune-up', job: 'Tune-up, 2 furnaces', technician: 'Sasha', state: 'confirmed' },
  {
    day: FRI,
    window: EIGHT,
    customer: 'Kim Evans',
    address: '88 Maple Street, 60618',
    job: 'Maintenance',
    technician: 'Alex',
    state: 'confirmed',
  },
  { day: FRI, window: ONE, call: 'blower-motor', job: 'Blower motor', technician: 'Jordan', state: 'confirmed' },
  {
    day: SAT,
    window: TEN,
    customer: 'Carla Lopez',
    address: '16 Pine Avenue, 60647',
    job: 'Thermostat',
    technician: 'Alex',
    state: 'confirmed',
  },
]

const OTHER_WEEKS = [
  [weekBefore(MON), ONE, 'Furnace tune-up', 'Alex', 'Kira Allen', '30 Elm Street, 60610'],
  [weekBefore(TUE), EIGHT, 'Ignitor replaced', 'Jordan', 'Owen Blake', '144 Mill Road, 60625'],
  [weekBefore(TUE), TEN, 'Zone valve', 'Sasha', 'Lena Frost', '67 Grove Avenue, 60613'],
  [weekBefore(WED), TEN, 'Furnace tune-up', 'Jordan', 'Theo Marin', '19 Park Street, 60618'],
  [weekBefore(THU), EIGHT, 'Blower belt', 'Alex', 'June Parker', '310 Oak Avenue, 60647'],
  [weekBefore(THU), ONE, 'Duct inspection', 'Sasha', 'Cole Rivers', '75 Hill Street, 60632'],
  [weekBefore(FRI), TEN, 'Boiler service', 'Jordan', 'Ada Lowell', '48 River Road, 60608'],
  [weekBefore(SAT), TEN, 'Thermostat', 'Alex', 'Ivan Reed', '8 Birch Road, 60614'],
  [weekAfter(TUE), EIGHT, 'Maintenance', 'Alex', 'Faye Norton', '92 Maple Street, 60618'],
  [weekAfter(TUE), ONE, 'Furnace tune-up', 'Sasha', 'Gus Warner', '22 Lake Drive, 60614'],
  [weekAfter(WED), TEN, 'Boiler service', 'Jordan', 'Mina Doyle', '216 Cedar Lane, 60616'],
  [weekAfter(THU), EIGHT, 'Humidifier pad', 'Sasha', 'Ralph Benson', '13 Pine Avenue, 60647'],
  [weekAfter(FRI), TEN, 'Maintenance', 'Alex', 'Nell Archer', '50 Alder Court, 60622'],
] as const

const IN_OTHER_WEEKS = OTHER_WEEKS.map(([day, window, job, technician, customer, address]): Sample => {
  const state = day < TODAY ? 'done' : 'confirmed'
  return { day, window, job, technician, customer, address, state }
})

function visitOf(sample: Sample, position: number): AppointmentRecord {
  const { day, window, job, technician, state } = sample
  const call = 'call' in sample ? callOf(sample.call) : undefined
  const lead = 'call' in sample ? leadOfCall(sample.call) : undefined
  const madeAt = call?.startedAt ?? at(day < MON ? '2026-01-02' : '2026-01-09', '10:30')
  return {
    id: idOf('visit', position + 1),
    leadId: lead?.id ?? null,
    callId: call?.id ?? null,
    customer: 'customer' in sample ? sample.customer : (call?.callerName ?? ''),
    phone: call?.callerPhone ?? null,
    address: 'address' in sample ? sample.address : [lead?.address, lead?.zip].filter(Boolean).join(', ') || null,
    job,
    startsAt: at(day, window[0]),
    endsAt: at(day, window[1]),
    technician,
    state,
    reason: null,
    isTest: false,
    version: 1,
    createdAt: madeAt,
    updatedAt: madeAt,
  }
}

const VISITS = [...THIS_WEEK, ...IN_OTHER_WEEKS].map(visitOf)

export const visitAskedAbout = (name: CallName): AppointmentRecord | undefined =>
  VISITS.find(({ id }) => id === callOf(name).appointmentId)

export const visitOfCall = (name: CallName): AppointmentRecord | undefined =>
  VISITS.find((visit) => visit.callId === callId(name))

type Asked = Pick<CalendarAddress, 'view' | 'week' | 'day' | 'when' | 'technician'>

function listed({ when, technician }: Asked): AppointmentRecord[] {
  const today = at(TODAY, '00:00')
  const visits = VISITS.filter((visit) => technician === undefined || visit.technician === technician).toSorted(
    (one, other) => one.startsAt.localeCompare(other.startsAt),
  )
  return when === 'ahead'
    ? visits.filter(({ startsAt }) => startsAt >= today)
    : visits.filter(({ startsAt }) => startsAt < today).toReversed()
}

/** Builds the response of `GET /api/dashboard/appointments`. */
export function calendarAnswerOf(asked: Asked): CalendarAnswer {
  const days = weekOf((asked.view !== 'list' && weekAsked(asked)) || TODAY)
  const appointments =
    asked.view === 'list' ? listed(asked) : VISITS.filter(({ startsAt }) => days.includes(dayKey(startsAt, ZONE)))
  return {
    timeZone: ZONE,
    now: NOW,
    days,
    hours: HOURS,
    technicians: TECHNICIANS,
    appointments,
    total: appointments.length,
    hasVisits: true,
  }
}
