import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** Newsletter subscribers. Personal data: never log, never put into a URL. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Email address in lower case, so that it is unique. */
    email: text('email').notNull().unique(),
    /** Time of the last confirmation request. Requests are limited, to prevent the flooding of a mailbox. */
    requestedAt: timestamptz('requested_at').notNull(),
    requests: integer('requests').notNull().default(1),
    confirmedAt: timestamptz('confirmed_at'),
  },
  (table) => [
    index('newsletter_unconfirmed')
      .on(table.requestedAt)
      .where(sql`confirmed_at is null`),
  ],
)

/** Tokens of links in emails. Only their hashes are stored. */
export const newsletterTokens = pgTable(
  'newsletter_tokens',
  {
    hash: text('hash').primaryKey(),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirm', 'unsubscribe'] }).notNull(),
    /** Expiry time; null if valid while subscribed. */
    expiresAt: timestamptz('expires_at'),
  },
  (table) => [index('newsletter_tokens_of').on(table.subscriberId)],
)

export const newsletterNotices = pgTable('newsletter_notices', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Type of the notice. `confirm` and `welcome` go to the subscriber, `confirmed` and `unsubscribed` to the office. */
  kind: text('kind', { enum: ['confirm', 'welcome', 'confirmed', 'unsubscribed'] }).notNull(),
  email: text('email').notNull(),
  /** Subscriber; null after unsubscribing. The cascade deletes unsent email together with the subscriber. */
  subscriberId: uuid('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
  /** Text from the editors with the placeholders `{link}` and `{unsubscribe}`. */
  subject: text('subject'),
  text: text('text'),
  createdAt: timestamptz('created_at').notNull(),
})
