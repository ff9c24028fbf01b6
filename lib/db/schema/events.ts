import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Action, Actor } from '../../events/event.ts'
import { moment, sortedMoment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** The log of an organization: who did what to which. Ids only: what it is about may be deleted, the entry stays. */
export const events = pgTable(
  'events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    at: sortedMoment('at').notNull().defaultNow(),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    /** Clerk's id of a person, or the id of a key; null for others, and once that person has been deleted. */
    actorId: text('actor_id'),
    action: text('action').$type<Action>().notNull(),
    subjectId: text('subject_id'),
    /** Numbers and names of fields, such as `{ fields: ['stage'], from: 'new', to: 'qualified' }`; nothing personal. */
    details: jsonb('details').$type<Record<string, unknown>>(),
  },
  (table) => [
    ownOrganizationOnly(),
    index('events_by_time').on(table.organizationId, table.at, table.id),
    index('events_of_subject').on(table.organizationId, table.subjectId, table.at),
  ],
)

/** When somebody exported an organization's data; without a user once that person has been deleted. */
export const organizationExports = pgTable(
  'organization_exports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    userId: text('user_id'),
    at: moment('created_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), index('organization_exports_of').on(table.organizationId, table.at)],
)
