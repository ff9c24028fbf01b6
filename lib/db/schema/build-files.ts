import { customType, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Files that pages of a build name, for processes of another build and for pages that are still open after it. What a file is
 * follows from the end of its path. They go some weeks after the last process that has them.
 */
export const buildFiles = pgTable(
  'build_files',
  {
    path: text('path').primaryKey(),
    bytes: bytea('bytes').notNull(),
    lastSeen: moment('last_seen').notNull(),
  },
  (table) => [index('build_files_seen').on(table.lastSeen)],
)
