import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { RecordReader } from '../access/record-reader.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { asJson } from '../../platform/db/list.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../../platform/time/zone.ts'
import { filterOf, type LeadListState } from './list-state.ts'
import type { LeadRecord, LeadRow, LeadsPage } from './record.ts'
import { countStages, pageOfLeads } from './repository.ts'

/** Adds a visit to each booked lead: the next one, or else the last one. */
async function withVisits(
  { db, organizationId }: OrganizationTransaction,
  leads: LeadRecord[],
  now: Date,
): Promise<LeadRow[]> {
  const booked = leads.filter(({ stage }) => stage === 'booked').map(({ id }) => id)
  const { leadId, startsAt, endsAt, technician } = appointments
  const isOfBooked = and(
    eq(appointments.organizationId, organizationId),
    inArray(leadId, booked),
    ne(appointments.state, 'cancelled'),
  )
  const visits =
    booked.length > 0
      ? await db
          .select({ leadId, startsAt, endsAt, technician })
          .from(appointments)
          .where(isOfBooked)
          .orderBy(asc(startsAt), asc(appointments.id))
      : []
  return leads.map((lead) => {
    const own = visits.filter((visit) => visit.leadId === lead.id)
    const visit = own.find((each) => each.endsAt > now) ?? own.at(-1)
    if (!visit) return { ...lead, visit: null }
    const { leadId: _leadId, ...window } = visit
    return { ...lead, visit: asJson(window) }
  })
}

export async function readLeadList(
  tx: OrganizationTransaction,
  { userId, mayReadAppointments }: RecordReader,
  state: Omit<LeadListState, 'without'>,
  now = new Date(),
): Promise<LeadsPage> {
  const filter = filterOf(state, userId)
  const { rows: leads, ...counted } = await pageOfLeads(tx, { ...filter, sort: state.sort }, state.page)
  const rows = mayReadAppointments ? await withVisits(tx, leads, now) : leads.map((lead) => ({ ...lead, visit: null }))
  const stages = await countStages(tx, filter)
  const timeZone = await timeZoneOf(tx)
  return { ...counted, rows, stages, timeZone, today: dayKey(now, timeZone) }
}
