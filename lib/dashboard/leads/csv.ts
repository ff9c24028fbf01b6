import { formatClockTime, type Columns, formatDialableNumber, exportRows, type Transact } from '../exports/csv.ts'
import type { Actor } from '../model/event.ts'
import type { LeadFilter, LeadRecord } from './input.ts'
import { SOURCES, STAGES, URGENCIES } from '../model/lead.ts'
import { listLeads } from './repository.ts'

/** Returns the CSV columns. Times are in the business's time zone. */
export const buildLeadColumns = (zone: string): Columns<LeadRecord> => [
  [`Received (${zone})`, ({ createdAt }) => formatClockTime(createdAt, zone)],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone && formatDialableNumber(phone)],
  ['Email', ({ email }) => email],
  ['Address', ({ address }) => address],
  ['ZIP code', ({ zip }) => zip],
  ['Problem', ({ problem }) => problem],
  ['Safety', ({ safety }) => safety],
  ['System', ({ system }) => system],
  ['Urgency', ({ urgency }) => URGENCIES[urgency]],
  ['Stage', ({ stage }) => STAGES[stage]],
  ['Source', ({ source }) => SOURCES[source]],
  ['Assigned to (ID)', ({ assigneeId }) => assigneeId],
  [`Updated (${zone})`, ({ updatedAt }) => formatClockTime(updatedAt, zone)],
  ['Test', ({ isTest }) => (isTest ? 'Test' : null)],
  ['ID', ({ id }) => id],
]

/** Exports the filtered leads as CSV, newest first. */
export const exportLeads = (
  transact: Transact,
  actor: Actor,
  filter: LeadFilter,
): Promise<ReadableStream<Uint8Array>> =>
  exportRows(transact, actor, {
    action: 'leads.exported',
    list: (tx, range) => listLeads(tx, { ...filter, ...range }),
    columnsIn: buildLeadColumns,
  })
