import { type SQL, sql } from 'drizzle-orm'
import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A moment that lists are sorted by: to the millisecond, as a `Date` has it, so that a cursor means exactly that row. */
export const sortedMoment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Words that are searched for; Postgres makes them. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Sorted by the numbers of its characters, so in the same order on every server. */
export const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** In small letters and without accents: Nunez finds Núñez. */
export const folded = (words: SQL): SQL =>
  sql`lower(regexp_replace(normalize(${words}, NFD), '[\\u0300-\\u036f]', '', 'g'))`
