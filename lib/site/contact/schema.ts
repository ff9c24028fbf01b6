import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** Contact form messages. Personal data: never log, never put into a URL. */
export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Ticket of the form. It keeps a repeated submission from being stored twice. */
  ticketId: text('ticket_id').notNull().unique(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  company: text('company').notNull(),
  phone: text('phone'),
  message: text('message').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})
