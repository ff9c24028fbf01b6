import { type SQL, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { foldAccents, timestamptz, sortableTimestamptz, sortKey, splitWords } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Callers. They contain personal data, which must not appear in logs or URLs. */
export const callers = pgTable(
  'callers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    name: text('name'),
    /** Whether a user typed the name. If so, calls do not replace it. */
    nameTyped: boolean('name_typed').notNull().default(false),
    address: text('address'),
    /** Notes about the house, such as the location of the furnace. */
    house: text('house'),
    system: text('system'),
    notes: text('notes'),
    doNotCall: boolean('do_not_call').notNull().default(false),
    /** Time of the latest call, or the creation time if there are no calls. Sort key of the list. */
    latestAt: sortableTimestamptz('latest_at').notNull().defaultNow(),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    /** Name with accents removed, for the search: "Nunez" finds "Núñez". */
    nameKey: sortKey('name_key').generatedAlwaysAs((): SQL => foldAccents(sql`${callers.name}`)),
    /** Words of the name and address for the search, with accents removed. */
    searchKey: sortKey('search_key').generatedAlwaysAs((): SQL =>
      splitWords(foldAccents(sql`coalesce(${callers.name}, '') || ' ' || coalesce(${callers.address}, '')`)),
    ),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('callers_of').on(table.organizationId, table.id),
    // The index is ascending, because a backward scan also serves descending order.
    index('callers_by_time').on(table.organizationId, table.latestAt, table.id),
    index('callers_by_name').on(table.organizationId, table.nameKey, table.id),
  ],
)

export const callerNumbers = pgTable(
  'caller_numbers',
  {
    organizationId: organizationIdColumn(),
    /** Phone number in E.164. */
    phone: text('phone').notNull(),
    /** Foreign key `caller_numbers_caller`: a caller of the same organization. */
    callerId: uuid('caller_id').notNull(),
  },
  (table) => [
    organizationOnlyPolicy(),
    primaryKey({ columns: [table.organizationId, table.phone] }),
    index('caller_numbers_of').on(table.organizationId, table.callerId),
  ],
)
