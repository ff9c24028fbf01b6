import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** Timestamp with millisecond precision, like `Date`, so that cursors are exact. */
export const sortableTimestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text column that sorts by bytes, so that all servers return the same order. */
export const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Returns the text in lower case with accents removed, so that a search for Nunez finds Núñez. */
export const foldAccents = (text: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
