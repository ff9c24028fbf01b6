import { subDays } from 'date-fns'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { findLead } from '../leads/repository.ts'
import { getSettings } from '../settings/repository.ts'
import { addDays, dayKey, startOfDayIn, weekOf } from '../../platform/time/zone.ts'
import { isAhead } from '../model/appointment.ts'
import {
  type AppointmentAnswer,
  type AppointmentDraft,
  type CalendarAddress,
  type CalendarAnswer,
  weekAsked,
} from './calendar.ts'
import { overlapWords, windowDoubts } from './doubts.ts'
import type { AppointmentRecord } from './record.ts'
import {
  appointmentsBetween,
  findAppointment,
  hasAppointments,
  overlapsOf,
  pageOfAppointments,
  techniciansSince,
} from './repository.ts'

const MAX_VISITS = 1_000

/** Days after their last visit that a technician remains in the list of suggestions. */
const OFFERED_FOR = 180

type Wanted = Pick<CalendarAddress, 'view' | 'week' | 'day' | 'state' | 'technician' | 'when' | 'page'>

async function weekRows(tx: OrganizationTransaction, days: string[], timeZone: string) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const end = startOfDayIn(addDays(last, 1), timeZone)
  const rows = await appointmentsBetween(tx, startOfDayIn(first, timeZone), end, MAX_VISITS)
  return { rows, total: rows.length }
}

function listRows(tx: OrganizationTransaction, { when, state, technician, page }: Wanted, today: Date) {
  const limit = today.toISOString()
  return pageOfAppointments(
    tx,
    {
      ...(when === 'ahead' ? { from: limit, sort: 'startsAt' } : { to: limit, sort: '-startsAt' }),
      ...(state && { state }),
      ...(technician && { technician }),
    },
    page,
  )
}

export async function readCalendar(
  tx: OrganizationTransaction,
  wanted: Wanted,
  now = new Date(),
): Promise<CalendarAnswer> {
  const { timeZone, hours } = await getSettings(tx)
  const today = dayKey(now, timeZone)
  const days = weekOf((wanted.view !== 'list' && weekAsked(wanted)) || today)
  const { rows, total } =
    wanted.view === 'list'
      ? await listRows(tx, wanted, startOfDayIn(today, timeZone))
      : await weekRows(tx, days, timeZone)
  const technicians = await techniciansSince(tx, subDays(now, OFFERED_FOR))
  const hasVisits = total > 0 || (await hasAppointments(tx))
  return { timeZone, now: now.toISOString(), days, hours, technicians, appointments: rows, total, hasVisits }
}

export async function answerOf(
  tx: OrganizationTransaction,
  appointment: AppointmentRecord,
): Promise<AppointmentAnswer> {
  const { timeZone } = await getSettings(tx)
  return { appointment, overlaps: await overlapsOf(tx, appointment), timeZone }
}

type WantedVisit = Pick<AppointmentRecord, 'technician' | 'startsAt' | 'endsAt'> & { id?: string | undefined }

/** Returns warnings about a visit before it is saved. For an existing visit, only those that the change causes. */
export async function readDoubts(
  tx: OrganizationTransaction,
  wanted: WantedVisit,
  now = new Date(),
): Promise<string[]> {
  const { timeZone, hours } = await getSettings(tx)
  const before = wanted.id ? await findAppointment(tx, wanted.id) : undefined
  const hasSameWindow = before?.startsAt === wanted.startsAt && before.endsAt === wanted.endsAt
  const window = { startsAt: new Date(wanted.startsAt), endsAt: new Date(wanted.endsAt) }
  const doubts = hasSameWindow ? [] : windowDoubts(window, { now, hours, timeZone })
  const isKnown = before && isAhead(before.state) && hasSameWindow && before.technician === wanted.technician
  const overlaps = isKnown ? [] : await overlapsOf(tx, { ...wanted, state: 'confirmed' })
  const overlap = overlapWords(wanted, overlaps, timeZone)
  return overlap ? [...doubts, overlap] : doubts
}

export async function readAppointment(tx: OrganizationTransaction, id: string): Promise<AppointmentAnswer | undefined> {
  const appointment = await findAppointment(tx, id)
  return appointment && answerOf(tx, appointment)
}

export async function appointmentDraftOf(
  tx: OrganizationTransaction,
  leadId: string,
): Promise<AppointmentDraft | undefined> {
  const lead = await findLead(tx, leadId)
  if (!lead) return undefined
  const { callId, name, phone, address, zip, problem } = lead
  const isNamed = !zip || address?.includes(zip)
  const place = [address, isNamed ? null : zip].filter(Boolean).join(', ')
  return { leadId, callId, customer: name, phone, address: place || null, job: problem }
}
