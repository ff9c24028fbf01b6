import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DuplicateMode, ImportCounts, ImportKind, ImportState, RowOutcome } from '../model/import.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Imports of leads or callers from a file. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    kind: text('kind').$type<ImportKind>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('pending'),
    fileName: text('file_name').notNull(),
    duplicates: text('duplicates').$type<DuplicateMode>().notNull(),
    rowCount: integer('row_count').notNull(),
    processedCount: integer('processed_count').notNull().default(0),
    counts: jsonb('counts').$type<Partial<ImportCounts>>().notNull().default({}),
    /** Clerk user id; null if the user was deleted. */
    createdById: text('created_by_id'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    finishedAt: timestamptz('finished_at'),
    /** End of the time in which the import can be undone. Afterwards, its rows are deleted. */
    undoEndsAt: timestamptz('undo_ends_at'),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('imports_of').on(table.organizationId, table.id),
    index('imports_by_time').on(table.organizationId, table.createdAt),
  ],
)

/** Rows of an import, kept until it can no longer be undone. They contain personal data. */
export const importRows = pgTable(
  'import_rows',
  {
    organizationId: organizationIdColumn(),
    /** Foreign key `import_rows_import`: an import of the same organization; deletes cascade. */
    importId: uuid('import_id').notNull(),
    /** Line in the file; the header is line 1. */
    number: integer('number').notNull(),
    /** Values by field name, after the columns were mapped. */
    values: jsonb('values').$type<Record<string, string>>().notNull(),
    /** Null until the row is processed. */
    outcome: text('outcome').$type<RowOutcome>(),
    /** Reasons why the row is invalid. */
    problems: text('problems').array().$type<string[]>(),
    /** Id of the created or updated lead or caller. */
    recordId: uuid('record_id'),
    /** Version of the record after the import. A later edit prevents the undo of this row. */
    recordVersion: integer('record_version'),
    /** Values of the changed fields before the import; null for a created record. */
    before: jsonb('before').$type<Record<string, unknown>>(),
  },
  (table) => [
    organizationOnlyPolicy(),
    primaryKey({ columns: [table.organizationId, table.importId, table.number] }),
    index('import_rows_of_record').on(table.organizationId, table.recordId),
  ],
)
