import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** Sort order of a list. Rows with equal values are sorted by id. */
export type SortOrder = { column: PgColumn; id: PgColumn; direction: 'asc' | 'desc' }

/** Page of a list. `next` is the cursor of the next page; null at the end. */
export type Page<Row> = { rows: Row[]; next: string | null }

/** Result of a change; undefined if the row is missing. `conflict` is the current row after a concurrent change. */
export type UpdateResult<Row> = { changed: Row } | { conflict: Row } | undefined

type AsJson<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name]
}

export const toJson = <Row extends object>(row: Row): AsJson<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as AsJson<Row>

/** Returns whether the id is a UUID. Postgres rejects queries with other ids. */
export const isRowId = (id: string): boolean => z.guid().safeParse(id).success

export class CursorError extends Error {
  constructor() {
    super('Invalid cursor: start again without a cursor')
    this.name = 'CursorError'
  }
}

const cursorSchema = z.tuple([z.union([z.string(), z.number()]), z.uuid()])

export const buildOrderBy = ({ column, id, direction }: SortOrder): SQL[] =>
  direction === 'asc' ? [asc(column), asc(id)] : [desc(column), desc(id)]

export const encodeCursor = (value: Date | string | number, id: string): string =>
  Buffer.from(JSON.stringify([value instanceof Date ? value.toISOString() : value, id])).toString('base64url')

function decodeCursor(cursor: string): [string | number, string] {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new CursorError()
  }
}

/** Builds the condition for the rows after a cursor. The index of that sort order serves it. @throws {CursorError} */
export function buildCursorCondition(cursor: string, { column, id, direction }: SortOrder): SQL {
  const [value, lastId] = decodeCursor(cursor)
  const operator = sql.raw(direction === 'asc' ? '>' : '<')
  const last = sql`${validateCursorValue(column, value)}::${sql.raw(column.getSQLType())}`
  return sql`(${column}, ${id}) ${operator} (${last}, ${lastId}::uuid)`
}

/** Format of `toISOString` with a four-digit year. Postgres rejects other formats. */
const TIMESTAMP_PATTERN = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/

/** Returns whether the text is a valid time. Rejects February 30, which `Date` reads as a day of March. */
function isTimestamp(text: string): boolean {
  const date = new Date(text)
  if (!TIMESTAMP_PATTERN.test(text) || Number.isNaN(date.getTime())) return false
  return date.toISOString().startsWith(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length))
}

const MAX_INTEGER = 2 ** 31 - 1

/** Drizzle's data types of text columns. Columns with a collation are custom types. */
const TEXT_DATA_TYPES: ReadonlySet<string> = new Set(['string', 'custom'])

/** Validates the type of a cursor value, because cursors can be forged or come from another sort order. */
function validateCursorValue({ dataType }: PgColumn, value: string | number): string | number {
  const isValid =
    typeof value === 'number'
      ? dataType === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER
      : dataType === 'date'
        ? isTimestamp(value)
        : TEXT_DATA_TYPES.has(dataType) && !value.includes('\0') && value.isWellFormed()
  if (!isValid) throw new CursorError()
  return value
}

/** Splits the rows into a page and its cursor. `rows` has one row more than `limit` if there is a next page. */
export function buildPage<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  getSortValue: (row: Row) => Date | string | number,
): Page<Row> {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return { rows: pageRows, next: last && rows.length > limit ? encodeCursor(getSortValue(last), last.id) : null }
}

/** Builds a `to_tsquery` expression that requires every word as a prefix. */
export const buildSearchQuery = (search: string): string =>
  (search.normalize('NFKC').match(/[\p{L}\p{N}+@.'-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}+]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, 12)
    .map((word) => `'${word.replaceAll("'", "''")}':*`)
    .join(' & ')
