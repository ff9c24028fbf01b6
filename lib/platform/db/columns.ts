import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Timestamp with millisecond precision, like `Date`, so that cursors are exact. */
export const sortedMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Text column that sorts by bytes, so that all servers return the same order. */
export const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Returns the text in lower case without accents, so that a search for Nunez finds Núñez. */
export const folded = (words: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${words}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
