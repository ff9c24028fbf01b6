import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { folded, moment, sortedMoment, sortKey } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** What people know of somebody who calls. Personal data: never logged, never part of an address. */
export const callers = pgTable(
  'callers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    name: text('name'),
    /** Whether a person wrote the name: what a call says does not change it then. */
    nameTyped: boolean('name_typed').notNull().default(false),
    address: text('address'),
    /** What is known of the house, such as where the furnace stands. */
    house: text('house'),
    /** What is installed there. */
    system: text('system'),
    notes: text('notes'),
    /** Whether they asked not to be called. */
    doNotCall: boolean('do_not_call').notNull().default(false),
    /** When they called last; of who never called, when they became known. What the list is sorted by. */
    latestAt: sortedMoment('latest_at').notNull().defaultNow(),
    /** Grows with each change, so that who changes an older state is told. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** What names are searched by: Nunez finds Núñez. */
    nameKey: sortKey('name_key').generatedAlwaysAs((): SQL => folded(sql`${callers.name}`)),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('callers_of').on(table.organizationId, table.id),
    // Ascending, because read backwards it is the order of `desc()`.
    index('callers_by_time').on(table.organizationId, table.latestAt, table.id),
    index('callers_by_name').on(table.organizationId, table.nameKey, table.id),
  ],
)

/** The numbers that somebody calls from: a number belongs to one caller. */
export const callerNumbers = pgTable(
  'caller_numbers',
  {
    organizationId: ownedByOrganization(),
    /** In E.164. */
    phone: text('phone').notNull(),
    /** Of the same organization (`caller_numbers_caller`). */
    callerId: uuid('caller_id').notNull(),
  },
  (table) => [
    ownOrganizationOnly(),
    primaryKey({ columns: [table.organizationId, table.phone] }),
    index('caller_numbers_of').on(table.organizationId, table.callerId),
  ],
)
