import type { OrganizationTransaction } from '../db/organization.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'
import { filterOf, type LeadListState } from './list-state.ts'
import type { LeadsPage } from './record.ts'
import { countStages, pageOfLeads } from './store.ts'

/** What the list of leads shows to a person, by the state in its address. */
export async function readLeadList(
  tx: OrganizationTransaction,
  personId: string,
  state: Omit<LeadListState, 'without'>,
  now = new Date(),
): Promise<LeadsPage> {
  const filter = filterOf(state, personId)
  const page = await pageOfLeads(tx, { ...filter, sort: state.sort }, state.page)
  const stages = await countStages(tx, filter)
  const timeZone = await timeZoneOf(tx)
  return { ...page, stages, timeZone, today: dayKey(now, timeZone) }
}
