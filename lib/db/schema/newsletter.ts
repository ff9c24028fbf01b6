import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Addresses that asked for the newsletter. Personal data: never logged, never part of an address. */
export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** In lower case, so that an address is on the list once. */
    email: text('email').notNull().unique(),
    /** When a mail with a link to confirm was asked for last; counted, so that nobody fills another's mailbox. */
    requestedAt: moment('requested_at').notNull(),
    requests: integer('requests').notNull().default(1),
    /** Null until the owner of the address has confirmed it. */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    index('newsletter_unconfirmed')
      .on(table.requestedAt)
      .where(sql`confirmed_at is null`),
  ],
)

/** What the links of mails are good for. The token itself is only in the mail. */
export const newsletterTokens = pgTable(
  'newsletter_tokens',
  {
    hash: text('hash').primaryKey(),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirm', 'unsubscribe'] }).notNull(),
    /** Null for one that is good as long as the address is on the list. */
    expiresAt: moment('expires_at'),
  },
  (table) => [index('newsletter_tokens_of').on(table.subscriberId)],
)

/** A mail to a subscriber, or news about one for the staff, on its way out by `contact_deliveries`. */
export const newsletterNotices = pgTable('newsletter_notices', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** `confirm` and `welcome` go to the subscriber, `confirmed` and `unsubscribed` to the staff. */
  kind: text('kind', { enum: ['confirm', 'welcome', 'confirmed', 'unsubscribed'] }).notNull(),
  email: text('email').notNull(),
  /** What is not sent yet goes with its subscriber. Null for one who has left. */
  subscriberId: uuid('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'cascade' }),
  /** Editors' words for a mail to the subscriber, with `{link}` and `{unsubscribe}` where the links go. */
  subject: text('subject'),
  text: text('text'),
  createdAt: moment('created_at').notNull(),
})
