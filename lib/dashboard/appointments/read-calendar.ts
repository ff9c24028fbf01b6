import { subDays } from 'date-fns'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { findLead } from '../leads/repository.ts'
import { getSettings } from '../settings/repository.ts'
import { addDays, toDayKey, getStartOfDay, listWeekDays } from '../../platform/time/zone.ts'
import { isUpcoming } from '../model/appointment.ts'
import {
  type AppointmentResponse,
  type AppointmentDraft,
  type CalendarQuery,
  type CalendarResponse,
  findRequestedWeek,
} from './calendar.ts'
import { formatOverlapWarning, findWindowWarnings } from './warnings.ts'
import type { AppointmentRecord } from './record.ts'
import {
  listAppointmentsBetween,
  findAppointment,
  hasAppointments,
  findOverlaps,
  listAppointmentPage,
  listTechniciansSince,
} from './repository.ts'

const MAX_CALENDAR_VISITS = 1_000

/** Technicians who had a visit within this many days appear in the suggestions. */
const TECHNICIAN_LOOKBACK_DAYS = 180

type CalendarSelection = Pick<CalendarQuery, 'view' | 'week' | 'day' | 'state' | 'technician' | 'when' | 'page'>

async function findWeekRows(tx: OrganizationTransaction, days: string[], timeZone: string) {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const end = getStartOfDay(addDays(last, 1), timeZone)
  const rows = await listAppointmentsBetween(tx, getStartOfDay(first, timeZone), end, MAX_CALENDAR_VISITS)
  return { rows, total: rows.length }
}

function findListRows(tx: OrganizationTransaction, { when, state, technician, page }: CalendarSelection, today: Date) {
  const limit = today.toISOString()
  return listAppointmentPage(
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
  selection: CalendarSelection,
  now = new Date(),
): Promise<CalendarResponse> {
  const { timeZone, hours, closedDays, closedOnHolidays } = await getSettings(tx)
  const today = toDayKey(now, timeZone)
  const days = listWeekDays((selection.view !== 'list' && findRequestedWeek(selection)) || today)
  const { rows, total } =
    selection.view === 'list'
      ? await findListRows(tx, selection, getStartOfDay(today, timeZone))
      : await findWeekRows(tx, days, timeZone)
  const technicians = await listTechniciansSince(tx, subDays(now, TECHNICIAN_LOOKBACK_DAYS))
  const hasVisits = total > 0 || (await hasAppointments(tx))
  const schedule = { hours, closedDays, closedOnHolidays }
  return { timeZone, now: now.toISOString(), days, ...schedule, technicians, appointments: rows, total, hasVisits }
}

export async function buildAppointmentResponse(
  tx: OrganizationTransaction,
  appointment: AppointmentRecord,
): Promise<AppointmentResponse> {
  const { timeZone } = await getSettings(tx)
  return { appointment, overlaps: await findOverlaps(tx, appointment), timeZone }
}

type VisitProposal = Pick<AppointmentRecord, 'technician' | 'startsAt' | 'endsAt'> & { id?: string | undefined }

/** Returns warnings about a visit before it is saved. For an existing visit, only those that the change causes. */
export async function readWarnings(
  tx: OrganizationTransaction,
  proposal: VisitProposal,
  now = new Date(),
): Promise<string[]> {
  const settings = await getSettings(tx)
  const before = proposal.id ? await findAppointment(tx, proposal.id) : undefined
  const hasSameWindow = before?.startsAt === proposal.startsAt && before.endsAt === proposal.endsAt
  const window = { startsAt: new Date(proposal.startsAt), endsAt: new Date(proposal.endsAt) }
  const warnings = hasSameWindow ? [] : findWindowWarnings(window, { ...settings, now })
  const isUnchanged = before && isUpcoming(before.state) && hasSameWindow && before.technician === proposal.technician
  const overlaps = isUnchanged ? [] : await findOverlaps(tx, { ...proposal, state: 'confirmed' })
  const overlapWarning = formatOverlapWarning(proposal, overlaps, settings.timeZone)
  return overlapWarning ? [...warnings, overlapWarning] : warnings
}

export async function readAppointment(
  tx: OrganizationTransaction,
  id: string,
): Promise<AppointmentResponse | undefined> {
  const appointment = await findAppointment(tx, id)
  return appointment && buildAppointmentResponse(tx, appointment)
}

export async function buildAppointmentDraft(
  tx: OrganizationTransaction,
  leadId: string,
): Promise<AppointmentDraft | undefined> {
  const lead = await findLead(tx, leadId)
  if (!lead) return undefined
  const { callId, name, phone, address, zip, problem } = lead
  const includesZip = !zip || address?.includes(zip)
  const fullAddress = [address, includesZip ? null : zip].filter(Boolean).join(', ')
  return { leadId, callId, customer: name, phone, address: fullAddress || null, job: problem }
}
