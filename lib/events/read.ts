import type { OrganizationTransaction } from '../db/organization.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { listEvents, listKeyNames } from './list.ts'
import type { EventFilter, EventList } from './log.ts'

/** What the page of the log shows of it, from a cursor on. @throws {CursorError} for a cursor that none of our answers had */
export const readLog = async (
  tx: OrganizationTransaction,
  filter: EventFilter,
  cursor?: string,
): Promise<EventList> => ({
  ...(await listEvents(tx, filter, cursor)),
  keys: await listKeyNames(tx),
  timeZone: await timeZoneOf(tx),
})
