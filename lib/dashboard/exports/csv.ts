import { randomUUID } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Page } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { Action, Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toTextFormula } from '../../values/spreadsheet-text.ts'
import { toDayKey, toTimeKey } from '../../platform/time/zone.ts'

const BATCH_SIZE = 1_000

export type Columns<Row> = [header: string, value: (row: Row) => string | null][]

/**
 * Formats a phone number for dialing in the US: (212) 555-0142, or 011 44 20 7946 0958. Avoids a leading plus, which
 * spreadsheets parse as a formula.
 */
export function formatDialableNumber(e164: string): string {
  const number = parsePhoneNumberFromString(e164)
  if (!number) return e164
  return number.countryCallingCode === '1' ? number.formatNational() : number.format('IDD', { fromCountry: 'US' })
}

/** Formats a local time, such as 2026-03-08 08:30. */
export const formatClockTime = (moment: string, zone: string): string =>
  `${toDayKey(moment, zone)} ${toTimeKey(moment, zone)}`

/**
 * Formats rows as CSV (RFC 4180). Cells that look like formulas get a leading apostrophe. Long numbers become text
 * formulas. The BOM marks the file as UTF-8 for Excel.
 */
export function formatCsv<Row>(rows: readonly Row[], columns: Columns<Row>, { isFirst }: { isFirst: boolean }): string {
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
    // By default, the library only quotes cells that contain the configured line ending.
    quoted_match: /[\r\n]/,
    record_delimiter: 'windows',
  })
}

export type Transact = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) => Promise<Result>

type ExportDefinition<Row> = {
  action: Action
  list: (tx: OrganizationTransaction, range: { limit: number; cursor?: string }) => Promise<Page<Row>>
  columnsIn: (zone: string) => Columns<Row>
}

/**
 * Streams rows as CSV. Keeps at most two batches in memory and stops on cancel.
 * @throws errors of the first batch; later errors fail the stream
 */
export async function exportRows<Row>(
  transact: Transact,
  actor: Actor,
  { action, list, columnsIn }: ExportDefinition<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  const entry = randomUUID()
  const columns = columnsIn(await transact(getTimeZone))
  let cursor: string | null = null
  let isFirst = true
  let count = 0
  const readNextBatch = () =>
    transact(async (tx) => {
      const { rows, next } = await list(tx, { limit: BATCH_SIZE, ...(cursor && { cursor }) })
      const file = formatCsv(rows, columns, { isFirst })
      isFirst = false
      count += rows.length
      cursor = next
      await recordEvent(tx, actor, { id: entry, action, details: { count, isComplete: next === null } })
      return encoder.encode(file)
    })
  const first = await readNextBatch()
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    pull: async (controller) => {
      if (cursor) controller.enqueue(await readNextBatch())
      if (!cursor) controller.close()
    },
  })
}
