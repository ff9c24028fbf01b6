import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'
import { contactMessages } from '../contact/schema.ts'
import { newsletterNotices } from '../newsletter/schema.ts'

/**
 * Replaced by jobs. The previous version still writes this table, and migration 0014 converts its rows; drop it in the
 * next version.
 */
export const contactDeliveries = pgTable(
  'contact_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: uuid('message_id').references(() => contactMessages.id, { onDelete: 'cascade' }),
    noticeId: uuid('notice_id').references(() => newsletterNotices.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Time of the next attempt; during an attempt, the end of its lease. */
    dueAt: timestamptz('due_at').notNull(),
    deliveredAt: timestamptz('delivered_at'),
    /** Error code such as ECONNREFUSED, never an error message, which may quote the visitor. */
    lastError: text('last_error'),
  },
  (table) => [
    unique('contact_deliveries_once').on(table.messageId, table.channel),
    unique('contact_deliveries_notice_once').on(table.noticeId, table.channel),
    check('contact_deliveries_of_one', sql`num_nonnulls(message_id, notice_id) = 1`),
    index('contact_deliveries_due')
      .on(table.channel, table.dueAt)
      .where(sql`delivered_at is null`),
  ],
)
