import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../db/columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Files of all builds, for pages that are still open after a deploy. Rows are deleted a few weeks after the last
 * process of their build.
 */
export const buildFiles = pgTable(
  'build_files',
  {
    path: text('path').primaryKey(),
    bytes: bytea('bytes').notNull(),
    lastSeen: timestamptz('last_seen').notNull(),
  },
  (table) => [index('build_files_seen').on(table.lastSeen)],
)
