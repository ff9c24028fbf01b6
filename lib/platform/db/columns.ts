import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Millisecond precision like `Date`, so that cursors are exact. */
export const sortedMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Byte order, so that all servers sort alike. */
export const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** Lower case without accents: Nunez finds Núñez. */
export const folded = (words: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${words}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
