import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments } from '../db/schema/index.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'
import { filterOf, type LeadListState } from './list-state.ts'
import type { LeadRecord, LeadRow, LeadsPage } from './record.ts'
import { countStages, pageOfLeads } from './store.ts'

/** Leads with the visit of each that is booked: the next one, else the last. */
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
    const [from, to] = [visit.startsAt.toISOString(), visit.endsAt.toISOString()]
    return { ...lead, visit: { startsAt: from, endsAt: to, technician: visit.technician } }
  })
}

type ListReader = { userId: string; mayReadAppointments: boolean }

/** What the list of leads shows to a person, by the state in its address. */
export async function readLeadList(
  tx: OrganizationTransaction,
  { userId, mayReadAppointments }: ListReader,
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
