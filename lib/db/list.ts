import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** What a list is sorted by; rows of the same value are in the order of their ids, so that the order is always the same. */
export type Sorting = { by: PgColumn; id: PgColumn; direction: 'asc' | 'desc' }

/** A page of a list. `next` leads to the page that follows; null at the end. */
export type Page<Row> = { rows: Row[]; next: string | null }

/** What became of a change to a row; undefined when there is no such row. With `conflict` somebody else changed it before. */
export type Changed<Row> = { changed: Row } | { conflict: Row } | undefined

/** A row as JSON has it: with moments in ISO 8601. */
type AsJson<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name]
}

export const asJson = <Row extends object>(row: Row): AsJson<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as AsJson<Row>

/** Whether a text could be the id of a row: of any other, Postgres would refuse the question. */
export const isRowId = (id: string): boolean => z.guid().safeParse(id).success

/** Thrown for a cursor that none of our answers had. */
export class CursorError extends Error {
  constructor() {
    super('The cursor is not one of our answers: begin the list again without it')
    this.name = 'CursorError'
  }
}

const cursorContent = z.tuple([z.union([z.string(), z.number()]), z.uuid()])

/** The order of a sorted list, for `orderBy`. */
export const orderOf = ({ by, id, direction }: Sorting): SQL[] =>
  direction === 'asc' ? [asc(by), asc(id)] : [desc(by), desc(id)]

/** Stands for the place after a row: opaque to whoever gets it. Moments are in ISO 8601. */
export const cursorAfter = (value: Date | string | number, id: string): string =>
  Buffer.from(JSON.stringify([value instanceof Date ? value.toISOString() : value, id])).toString('base64url')

function contentOf(cursor: string): [string | number, string] {
  try {
    return cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    // Whatever was wrong with it, the remedy is the same.
    throw new CursorError()
  }
}

/** The rows after a cursor in a sorted list, as a condition that the index of that order answers. @throws {CursorError} */
export function rowsAfter(cursor: string, { by, id, direction }: Sorting): SQL {
  const [value, lastId] = contentOf(cursor)
  const comparison = sql.raw(direction === 'asc' ? '>' : '<')
  const last = sql`${valueFor(by, value)}::${sql.raw(by.getSQLType())}`
  return sql`(${by}, ${id}) ${comparison} (${last}, ${lastId}::uuid)`
}

/** Moments as `toISOString` writes them, in years of four digits: Postgres reads no others. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/

/** Whether a text is such a moment; the 30th of February is none, though `Date` reads it as a day of March. */
function isMoment(text: string): boolean {
  const date = new Date(text)
  if (!MOMENT.test(text) || Number.isNaN(date.getTime())) return false
  return date.toISOString().startsWith(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length))
}

const MAX_INTEGER = 2 ** 31 - 1

/** How the columns of texts call what they hold; those with an order of their own are custom ones. */
const TEXTS: ReadonlySet<string> = new Set(['string', 'custom'])

/** The value of a cursor as its column has it. A cursor can be made up, or come from a list that was sorted otherwise. */
function valueFor({ dataType }: PgColumn, value: string | number): string | number {
  const isFitting =
    typeof value === 'number'
      ? dataType === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER
      : dataType === 'date'
        ? isMoment(value)
        : TEXTS.has(dataType) && !value.includes('\0') && value.isWellFormed()
  if (!isFitting) throw new CursorError()
  return value
}

/** The first `limit` of rows of which one more was asked for, and the cursor when there is one more. */
export function pageOf<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  sortedBy: (row: Row) => Date | string | number,
): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: last && rows.length > limit ? cursorAfter(sortedBy(last), last.id) : null }
}

/** Words as somebody types them, as a query for `to_tsquery`: all of them have to be there, the beginning is enough. */
export const searchQuery = (words: string): string =>
  (words.normalize('NFKC').match(/[\p{L}\p{N}+@.'-]+/gu) ?? [])
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}+]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean)
    .slice(0, 12)
    .map((word) => `'${word.replaceAll("'", "''")}':*`)
    .join(' & ')
