import { millisecondsInDay } from 'date-fns/constants'
import type { ImportKind, ImportMapping } from '../model/import.ts'
import type { FileRow } from './read-file.ts'
import { type CallerRow, type LeadRow, readRow, type RowContext } from './rows.ts'

/** Phone numbers and email by which a row is compared with others. */
export type RowContacts = { phones: string[]; emails: string[] }

export type RowCheck = {
  invalid: { number: number; problems: string[] }[]
  /** Contacts of each valid row. */
  contacts: RowContacts[]
  /** Number of leads that retention would delete the next night, because they were received too long ago. */
  expiredCount: number
}

/** Rows per slice. A slice takes a few milliseconds, so that the page stays responsive. */
const SLICE_SIZE = 100

const getContacts = (row: LeadRow | CallerRow): RowContacts =>
  row.kind === 'callers'
    ? { phones: row.phones, emails: [] }
    : {
        phones: row.values.phone ? [row.values.phone] : [],
        emails: row.values.email ? [row.values.email.toLowerCase()] : [],
      }

/** Checks all rows by the rules that the server applies. Yields to the page between slices. */
export async function checkRows(
  kind: ImportKind,
  rows: readonly FileRow[],
  { leadDays, ...context }: RowContext & { leadDays: number },
  signal: AbortSignal,
): Promise<RowCheck> {
  const check: RowCheck = { invalid: [], contacts: [], expiredCount: 0 }
  const cutoff = new Date(context.now.getTime() - leadDays * millisecondsInDay)
  for (const [index, { number, cells }] of rows.entries()) {
    if (index % SLICE_SIZE === 0) await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
    const result = readRow(kind, cells, context)
    if ('problems' in result) {
      check.invalid.push({ number, problems: result.problems })
      continue
    }
    const { row } = result
    check.contacts.push(getContacts(row))
    if (row.kind === 'leads' && row.createdAt && row.createdAt < cutoff) check.expiredCount += 1
  }
  return check
}

export type RowCounts = { fresh: number; existing: number; repeated: number }

/** Counts rows that are new, that match an existing record, and that repeat an earlier row. */
export function countDuplicates(contacts: readonly RowContacts[], existing: RowContacts): RowCounts {
  const existingKeys = new Set([...existing.phones, ...existing.emails])
  const seenKeys = new Set<string>()
  const counts: RowCounts = { fresh: 0, existing: 0, repeated: 0 }
  for (const { phones, emails } of contacts) {
    const keys = [...phones, ...emails]
    const isExisting = keys.some((key) => existingKeys.has(key))
    const isRepeated = keys.some((key) => seenKeys.has(key))
    if (isExisting) counts.existing += 1
    else if (isRepeated) counts.repeated += 1
    else counts.fresh += 1
    for (const key of keys) seenKeys.add(key)
  }
  return counts
}

/** Characters per request, below the body limit also if a character takes several bytes. */
const MAX_REQUEST_LENGTH = 400_000

/** Splits rows into requests. */
export function splitIntoRequests(rows: readonly FileRow[]): FileRow[][] {
  const requests: FileRow[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const rowLength = JSON.stringify(row).length
    if (length + rowLength > MAX_REQUEST_LENGTH) {
      requests.push([])
      length = 0
    }
    requests.at(-1)?.push(row)
    length += rowLength
  }
  return requests
}

/** Returns the mapping without the default problem if a column has the problem of each row. */
export const buildMapping = (columns: ImportMapping['columns'], problem: string): ImportMapping => ({
  columns,
  ...(problem.trim() && { problem: problem.trim() }),
})
