import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Instructions } from '../../assistant/instructions.ts'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** What the assistant says and asks, in each version that was ever saved; the highest number holds. */
export const assistantVersions = pgTable(
  'assistant_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Counted from 1 in each organization. */
    number: integer('number').notNull(),
    instructions: jsonb('instructions').$type<Instructions>().notNull(),
    /** The number of the earlier version that was taken back to; null for one that was typed. */
    takenFrom: integer('taken_from'),
    /** Clerk's id; null once that person has been deleted. */
    createdById: text('created_by_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('assistant_versions_once').on(table.organizationId, table.number),
    index('assistant_versions_of').on(table.organizationId, table.createdAt),
  ],
)

/** What the voice vendor has been told for an organization, and whether it took it. */
export const assistantHandovers = pgTable(
  'assistant_handovers',
  {
    organizationId: ownedByOrganization().primaryKey(),
    /** Id of the assistant that was told. */
    agentId: text('agent_id').notNull(),
    /** SHA-256 of what was handed over last; while it is being told, who tells it until when (`lib/voice/handover.ts`). */
    fingerprint: text('fingerprint'),
    handedOverAt: moment('handed_over_at'),
    /** Why the vendor refused it, as a code; null while it takes it. */
    refusal: text('refusal'),
    refusedAt: moment('refused_at'),
    /** When it was asked for at the beginning of a call the last time. */
    askedAt: moment('asked_at'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  () => [ownOrganizationOnly()],
)
