import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Instructions } from '../model/instructions.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** All saved versions of the instructions. The highest number is the current version. */
export const assistantVersions = pgTable(
  'assistant_versions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Version number per organization, starting at 1. */
    number: integer('number').notNull(),
    instructions: jsonb('instructions').$type<Instructions>().notNull(),
    /** Number of the restored version; null for an edit. */
    takenFrom: integer('taken_from'),
    /** Clerk user id; null if the user was deleted. */
    createdById: text('created_by_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('assistant_versions_once').on(table.organizationId, table.number),
    index('assistant_versions_of').on(table.organizationId, table.createdAt),
  ],
)

export const assistantHandovers = pgTable(
  'assistant_handovers',
  {
    organizationId: organizationIdColumn().primaryKey(),
    agentId: text('agent_id').notNull(),
    /** SHA-256 of the last synced agent config; null until a sync succeeds (`lib/dashboard/voice/sync.ts`). */
    fingerprint: text('fingerprint'),
    handedOverAt: timestamptz('handed_over_at'),
    /** Error code of the last rejected sync; null if the last sync was accepted. */
    refusal: text('refusal'),
    refusedAt: timestamptz('refused_at'),
    /** Time at which the vendor last requested the config at the start of a call. */
    askedAt: timestamptz('asked_at'),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  () => [organizationOnlyPolicy()],
)
