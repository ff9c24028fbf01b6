import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Page } from './db/list.ts'
import type { OrganizationTransaction } from './db/organization.ts'
import type { Action, Actor } from './events/event.ts'
import { recordEvent } from './events/record.ts'
import { timeZoneOf } from './settings/time-zone.ts'
import { toTextFormula } from './spreadsheet-text.ts'
import { dayKey, timeKey } from './time/zone.ts'

/** Rows that are read at once, in a transaction of their own. */
const BATCH = 1_000

/** The columns of a file, in the words of the dashboard. */
export type Columns<Row> = [header: string, value: (row: Row) => string | null][]

/**
 * A number as it is dialled in the US: (212) 555-0142, or 011 44 20 7946 0958. In E.164 it begins with a plus, which a
 * spreadsheet takes for a formula.
 */
export function dialledNumber(e164: string): string {
  const number = parsePhoneNumberFromString(e164)
  if (!number) return e164
  return number.countryCallingCode === '1' ? number.formatNational() : number.format('IDD', { fromCountry: 'US' })
}

/** A moment as a clock of the business shows it: 2026-03-08 08:30. */
export const clockTime = (moment: string, zone: string): string => `${dayKey(moment, zone)} ${timeKey(moment, zone)}`

/**
 * Rows as RFC 4180 has them. What a spreadsheet would take for a formula begins with an apostrophe, so that it is text;
 * digits that it would change are a formula that is a text, see `toTextFormula`;
 * the mark at the start tells Excel that it is UTF-8.
 */
export function csvOf<Row>(rows: readonly Row[], columns: Columns<Row>, { isFirst }: { isFirst: boolean }): string {
  const cells = rows.map((row) => columns.map(([, value]) => value(row) ?? ''))
  return stringify(isFirst ? [columns.map(([header]) => header), ...cells] : cells, {
    bom: isFirst,
    cast: {
      string: (value) => {
        const formula = toTextFormula(value)
        return formula ? { value: formula, escape_formulas: false } : value
      },
    },
    escape_formulas: true,
    // The library quotes a line end of the file only, and a cell can have others.
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
}

/** Runs a transaction for the organization. */
export type Transact = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>

type Exported<Row> = {
  /** What the log says of it. */
  action: Action
  /** Reads so many rows from a cursor on. */
  list: (tx: OrganizationTransaction, range: { limit: number; cursor?: string }) => Promise<Page<Row>>
  columnsIn: (zone: string) => Columns<Row>
}

/**
 * The rows of a list as a file of CSV in UTF-8. It reads on as it is read, so that no more than two batches are in memory,
 * and stops when it is cancelled. The log has one entry, with how many rows were given out.
 * @throws what the first batch throws; a later one makes the stream fail
 */
export async function exportRows<Row>(
  transact: Transact,
  actor: Actor,
  { action, list, columnsIn }: Exported<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const entry = randomUUID()
  const columns = columnsIn(await transact(timeZoneOf))
  let cursor: string | null = null
  let isFirst = true
  let count = 0
  const nextBatch = () =>
    transact(async (tx) => {
      const { rows, next } = await list(tx, { limit: BATCH, ...(cursor && { cursor }) })
      const file = csvOf(rows, columns, { isFirst })
      isFirst = false
      count += rows.length
      cursor = next
      await recordEvent(tx, actor, { id: entry, action, details: { count, isComplete: next === null } })
      return encoder.encode(file)
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
