import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** Timestamp with millisecond precision, like `Date`, so that cursors are exact. */
export const sortableTimestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text column that sorts by bytes, so that all servers return the same order. */
export const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Characters between words, such as in "12 Oak St., Unit #4". */
const SEPARATORS = ',.;:/@_#()-'

/** Splits searchable text into words, with a space before each. `matchesWords` searches it. */
export const splitWords = (text: SQL): SQL =>
  sql`' ' || translate(${text}, '${sql.raw(SEPARATORS)}', '${sql.raw(' '.repeat(SEPARATORS.length))}')`

/** Returns the text in lower case with accents removed, so that a search for Nunez finds Núñez. */
export const foldAccents = (text: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
