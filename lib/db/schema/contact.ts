import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { newsletterNotices } from './newsletter.ts'

/** What a visitor wrote in the contact form. Personal data: never logged, never part of an address. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Id of the form's ticket: a form that is sent twice is stored once. */
  ticketId: text('ticket_id').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  company: text('company').notNull(),
  phone: text('phone'),
  message: text('message').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** One row for each way a message, or a notice of the newsletter, goes out, written in the transaction that stores it. */
export const contactDeliveries = pgTable(
  'contact_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    messageId: uuid('message_id').references(() => contactMessages.id, { onDelete: 'cascade' }),
    noticeId: uuid('notice_id').references(() => newsletterNotices.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When it is to be tried next. While a worker tries, this is the end of its lease. */
    dueAt: moment('due_at').notNull(),
    deliveredAt: moment('delivered_at'),
    /** A code such as ECONNREFUSED; never the text of an error, which may quote the visitor. */
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
