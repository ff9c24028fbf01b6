import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { RecordReader } from '../access/record-reader.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { toJson } from '../../platform/db/list.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import { toLeadFilter, type LeadListState } from './list-state.ts'
import type { LeadRecord, LeadRow, LeadsPage } from './record.ts'
import { countStages, listLeadPage } from './repository.ts'

/** Adds a visit to each booked lead: the next one, or else the last one. */
async function addVisits(
  { db, organizationId }: OrganizationTransaction,
  leads: LeadRecord[],
  now: Date,
): Promise<LeadRow[]> {
  const bookedIds = leads.filter(({ stage }) => stage === 'booked').map(({ id }) => id)
  const { leadId, startsAt, endsAt, technician } = appointments
  const matchesBookedLeads = and(
    eq(appointments.organizationId, organizationId),
    inArray(leadId, bookedIds),
    ne(appointments.state, 'cancelled'),
  )
  const visits =
    bookedIds.length > 0
      ? await db
          .select({ leadId, startsAt, endsAt, technician })
          .from(appointments)
          .where(matchesBookedLeads)
          .orderBy(asc(startsAt), asc(appointments.id))
      : []
  return leads.map((lead) => {
    const leadVisits = visits.filter((visit) => visit.leadId === lead.id)
    const visit = leadVisits.find((candidate) => candidate.endsAt > now) ?? leadVisits.at(-1)
    if (!visit) return { ...lead, visit: null }
    const { leadId: _leadId, ...window } = visit
    return { ...lead, visit: toJson(window) }
  })
}

export async function readLeadList(
  tx: OrganizationTransaction,
  { userId, canReadAppointments }: RecordReader,
  state: Omit<LeadListState, 'without'>,
  now = new Date(),
): Promise<LeadsPage> {
  const filter = toLeadFilter(state, userId)
  const { rows: leads, ...totals } = await listLeadPage(tx, { ...filter, sort: state.sort }, state.page)
  const rows = canReadAppointments ? await addVisits(tx, leads, now) : leads.map((lead) => ({ ...lead, visit: null }))
  const stages = await countStages(tx, filter)
  const timeZone = await getTimeZone(tx)
  return { ...totals, rows, stages, timeZone, today: toDayKey(now, timeZone) }
}
