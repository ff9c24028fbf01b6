import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { OrganizationTransaction } from '../db/organization.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey, timeKey } from '../time/zone.ts'
import type { LeadFilter, LeadRecord } from './input.ts'
import { SOURCES, STAGES, URGENCIES } from './lead.ts'
import { listLeads } from './store.ts'

/** Leads that are read at once, in a transaction of their own. */
const BATCH = 1_000

/**
 * A number as it is dialled in the US: (212) 555-0142, or 011 44 20 7946 0958. In E.164 it begins with a plus, which a
 * spreadsheet takes for a formula.
 */
export function dialledNumber(e164: string): string {
  const number = parsePhoneNumberFromString(e164)
  if (!number) return e164
  return number.countryCallingCode === '1' ? number.formatNational() : number.format('IDD', { fromCountry: 'US' })
}

/** The columns, in the words of the dashboard; times as clocks of the business show them. */
const columnsIn = (zone: string): [header: string, value: (lead: LeadRecord) => string | null][] => {
  const time = (moment: string) => `${dayKey(moment, zone)} ${timeKey(moment, zone)}`
  return [
    [`Came in (${zone})`, ({ createdAt }) => time(createdAt)],
    ['Name', ({ name }) => name],
    ['Phone', ({ phone }) => phone && dialledNumber(phone)],
    ['E-mail', ({ email }) => email],
    ['Address', ({ address }) => address],
    ['ZIP code', ({ zip }) => zip],
    ['Problem', ({ problem }) => problem],
    ['Safety', ({ safety }) => safety],
    ['System', ({ system }) => system],
    ['Urgency', ({ urgency }) => URGENCIES[urgency]],
    ['Stage', ({ stage }) => STAGES[stage]],
    ['Source', ({ source }) => SOURCES[source]],
    ['Assigned to (ID)', ({ assigneeId }) => assigneeId],
    [`Changed (${zone})`, ({ updatedAt }) => time(updatedAt)],
    ['Test', ({ isTest }) => (isTest ? 'Test' : null)],
    ['ID', ({ id }) => id],
  ]
}

/**
 * Rows as RFC 4180 has them. What a spreadsheet would take for a formula begins with an apostrophe, so that it is text;
 * the mark at the start tells Excel that it is UTF-8.
 */
export function csvOf(leads: readonly LeadRecord[], zone: string, { isFirst }: { isFirst: boolean }): string {
  const columns = columnsIn(zone)
  const rows = leads.map((lead) => columns.map(([, value]) => value(lead) ?? ''))
  return stringify(isFirst ? [columns.map(([header]) => header), ...rows] : rows, {
    bom: isFirst,
    escape_formulas: true,
    // The library quotes a line end of the file only, and a cell can have others.
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
}

/** Runs a transaction for the organization. */
export type Transact = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>

/**
 * The leads for which a filter holds, latest first, as a file of CSV in UTF-8. It reads on as it is read, so that no more
 * than two batches are in memory, and stops when it is cancelled. The log has one entry, with how many leads were given out.
 * @throws what the first batch throws; a later one makes the stream fail
 */
export async function exportLeads(
  transact: Transact,
  actor: Actor,
  filter: LeadFilter,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const entry = randomUUID()
  const zone = await transact(timeZoneOf)
  let cursor: string | null = null
  let count = 0
  const nextBatch = () =>
    transact(async (tx) => {
      const isFirst = count === 0
      const { rows, next } = await listLeads(tx, { ...filter, limit: BATCH, ...(cursor && { cursor }) })
      count += rows.length
      cursor = next
      const details = { count, isComplete: next === null }
      await recordEvent(tx, actor, { id: entry, action: 'leads.exported', details })
      return encoder.encode(csvOf(rows, zone, { isFirst }))
    })
  const first = await nextBatch()
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    pull: async (controller) => {
      if (cursor) controller.enqueue(await nextBatch())
      if (!cursor) controller.close()
    },
  })
}
