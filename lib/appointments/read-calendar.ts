import { subDays } from 'date-fns'
import type { Scope } from '../db/organization.ts'
import { findLead } from '../leads/store.ts'
import { getSettings } from '../settings/store.ts'
import { addDays, dayKey, startOfDayIn, weekOf } from '../time/zone.ts'
import type { AppointmentAnswer, CalendarAddress, CalendarAnswer, VisitDraft } from './calendar.ts'
import type { AppointmentRecord } from './record.ts'
import {
  appointmentsBetween,
  findAppointment,
  hasAppointments,
  overlapsOf,
  pageOfAppointments,
  techniciansSince,
} from './store.ts'

/** Visits of one week that are shown; a business with more has more than one calendar. */
const MAX_VISITS = 1_000

/** Days after their last visit for which technicians are offered. */
const OFFERED_FOR = 180

type Wanted = Pick<CalendarAddress, 'view' | 'week' | 'state' | 'technician' | 'when' | 'page'>

async function weekRows(scope: Scope, days: string[], timeZone: string) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const end = startOfDayIn(addDays(last, 1), timeZone)
  const rows = await appointmentsBetween(scope, startOfDayIn(first, timeZone), end, MAX_VISITS)
  return { rows, total: rows.length }
}

function listRows(scope: Scope, { when, state, technician, page }: Wanted, today: Date) {
  const limit = today.toISOString()
  return pageOfAppointments(
    scope,
    {
      ...(when === 'ahead' ? { from: limit, sort: 'startsAt' } : { to: limit, sort: '-startsAt' }),
      ...(state && { state }),
      ...(technician && { technician }),
    },
    page,
  )
}

/** What the calendar shows for an address: a week, or a page of the list. */
export async function readCalendar(scope: Scope, wanted: Wanted, now = new Date()): Promise<CalendarAnswer> {
  const { timeZone, hours } = await getSettings(scope)
  const today = dayKey(now, timeZone)
  const days = weekOf((wanted.view === 'week' && wanted.week) || today)
  const { rows, total } =
    wanted.view === 'week'
      ? await weekRows(scope, days, timeZone)
      : await listRows(scope, wanted, startOfDayIn(today, timeZone))
  const technicians = await techniciansSince(scope, subDays(now, OFFERED_FOR))
  const hasVisits = total > 0 || (await hasAppointments(scope))
  return { timeZone, now: now.toISOString(), days, hours, technicians, appointments: rows, total, hasVisits }
}

/** What is answered of one appointment. */
export async function answerOf(scope: Scope, appointment: AppointmentRecord): Promise<AppointmentAnswer> {
  const { timeZone } = await getSettings(scope)
  return { appointment, overlaps: await overlapsOf(scope, appointment), timeZone }
}

/** An appointment, as its dialog shows it; undefined when there is none with this id. */
export async function readAppointment(scope: Scope, id: string): Promise<AppointmentAnswer | undefined> {
  const appointment = await findAppointment(scope, id)
  return appointment && answerOf(scope, appointment)
}

/** What a visit to a lead begins with; undefined when there is no such lead. */
export async function visitDraftOf(scope: Scope, leadId: string): Promise<VisitDraft | undefined> {
  const lead = await findLead(scope, leadId)
  if (!lead) return undefined
  const { callId, name, phone, address, zip, problem } = lead
  const isNamed = !zip || address?.includes(zip)
  const place = [address, isNamed ? null : zip].filter(Boolean).join(', ')
  return { leadId, callId, customer: name, phone, address: place || null, job: problem }
}
