import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { folded, moment, sortedMoment, sortKey } from '../../platform/db/columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from '../../platform/db/owned.ts'

/** Personal data: never in logs or URLs. */
export const callers = pgTable(
  'callers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    name: text('name'),
    /** A typed name is not replaced by calls. */
    nameTyped: boolean('name_typed').notNull().default(false),
    address: text('address'),
    /** Notes on the house, such as the furnace's location. */
    house: text('house'),
    system: text('system'),
    notes: text('notes'),
    doNotCall: boolean('do_not_call').notNull().default(false),
    /** Latest call, or creation time without one; sort key of the list. */
    latestAt: sortedMoment('latest_at').notNull().defaultNow(),
    /** For optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Accent-insensitive search: Nunez finds Núñez. */
    nameKey: sortKey('name_key').generatedAlwaysAs((): SQL => folded(sql`${callers.name}`)),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('callers_of').on(table.organizationId, table.id),
    // Ascending: a backward scan serves `desc()`.
    index('callers_by_time').on(table.organizationId, table.latestAt, table.id),
    index('callers_by_name').on(table.organizationId, table.nameKey, table.id),
  ],
)

export const callerNumbers = pgTable(
  'caller_numbers',
  {
    organizationId: ownedByOrganization(),
    /** E.164. */
    phone: text('phone').notNull(),
    /** Same organization (`caller_numbers_caller`). */
    callerId: uuid('caller_id').notNull(),
  },
  (table) => [
    ownOrganizationOnly(),
    primaryKey({ columns: [table.organizationId, table.phone] }),
    index('caller_numbers_of').on(table.organizationId, table.callerId),
  ],
)
