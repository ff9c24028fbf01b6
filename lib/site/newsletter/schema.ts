import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../../platform/db/columns.ts'

/** Personal data: never log, never put into a URL. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Lower case, so that an address is unique. */
    email: text('email').notNull().unique(),
    /** Last confirmation request; limited, so that no one can flood a mailbox. */
    requestedAt: moment('requested_at').notNull(),
    requests: integer('requests').notNull().default(1),
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('newsletter_unconfirmed')
      .on(table.requestedAt)
      .where(sql`confirmed_at is null`),
  ],
)

/** Tokens of mail links; only their hashes are stored. */
export const newsletterTokens = pgTable(
  'newsletter_tokens',
  {
    hash: text('hash').primaryKey(),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirm', 'unsubscribe'] }).notNull(),
    /** Null: valid while subscribed. */
    expiresAt: moment('expires_at'),
  },
  (table) => [index('newsletter_tokens_of').on(table.subscriberId)],
)

export const newsletterNotices = pgTable('newsletter_notices', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** `confirm` and `welcome` go to the subscriber, `confirmed` and `unsubscribed` to the staff. */
  kind: text('kind', { enum: ['confirm', 'welcome', 'confirmed', 'unsubscribed'] }).notNull(),
  email: text('email').notNull(),
  /** Cascades: unsent email is deleted with the subscriber. Null after unsubscribing. */
  subscriberId: uuid('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
  /** Editors' text with the placeholders `{link}` and `{unsubscribe}`. */
  subject: text('subject'),
  text: text('text'),
  createdAt: moment('created_at').notNull(),
})
