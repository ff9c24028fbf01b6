import { index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type {
  DuplicateMode,
  ImportCounts,
  ImportKind,
  ImportMapping,
  ImportState,
  RowOutcome,
  RowUndo,
} from '../model/import.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Imports of leads or callers from a file. */
export const imports = pgTable(
  'imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    kind: text('kind').$type<ImportKind>().notNull(),
    state: text('state').$type<ImportState>().notNull().default('uploading'),
    fileName: text('file_name').notNull(),
    duplicates: text('duplicates').$type<DuplicateMode>().notNull(),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
    rowCount: integer('row_count').notNull(),
    processedCount: integer('processed_count').notNull().default(0),
    counts: jsonb('counts').$type<Partial<ImportCounts>>().notNull().default({}),
    /** Error code; null unless the import or its undo failed. */
    failure: text('failure'),
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
    /** Row in the file; the first one is 1, as in a spreadsheet. */
    number: integer('number').notNull(),
    /** Cells of the row. Processing clears them, except for invalid rows. */
    cells: jsonb('cells').$type<string[]>().notNull(),
    /** Null until the row is processed. */
    outcome: text('outcome').$type<RowOutcome>(),
    /** Reasons why the row is invalid. */
    problems: text('problems').array().$type<string[]>(),
    /** Id of the created or updated lead or caller. */
    recordId: uuid('record_id'),
    /** Version of the record after the import. A later edit prevents the undo. */
    recordVersion: integer('record_version'),
    /** State before the import; null if the row changed nothing or was undone. */
    before: jsonb('before').$type<RowUndo>(),
  },
  (table) => [
    organizationOnlyPolicy(),
    primaryKey({ columns: [table.organizationId, table.importId, table.number] }),
    index('import_rows_of_record').on(table.organizationId, table.recordId),
  ],
)
