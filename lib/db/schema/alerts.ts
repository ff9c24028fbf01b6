import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { AlertKind } from '../../alerts/alert.ts'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** A call that somebody has to know of at once, until a person says that they have it. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Of the same organization, and gone with it (`alerts_call`). */
    callId: uuid('call_id').notNull(),
    kind: text('kind').$type<AlertKind>().notNull(),
    /** How many people in a row have been told. */
    rounds: integer('rounds').notNull().default(0),
    /** Clerk's ids of those who have been told, in order. */
    toldIds: text('told_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Clerk's id of who said that they have it; null while nobody has, and once that person has been deleted. */
    takenById: text('taken_by_id'),
    takenAt: moment('taken_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('alerts_once').on(table.organizationId, table.callId, table.kind),
    index('alerts_by_time').on(table.organizationId, table.createdAt),
  ],
)

/** How a person wants to be told. Without a row, the defaults hold. */
export const alertPreferences = pgTable(
  'alert_preferences',
  {
    organizationId: ownedByOrganization(),
    /** Clerk's id of the person. */
    userId: text('user_id').notNull(),
    byMail: boolean('by_mail').notNull().default(true),
    byPush: boolean('by_push').notNull().default(true),
    kinds: text('kinds').array().$type<AlertKind[]>().notNull(),
    /** Hours of the business's clock in which this person is not told; null without. */
    quietHours: jsonb('quiet_hours').$type<{ from: string; to: string }>(),
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [ownOrganizationOnly(), primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Browsers that take Web Push for a person. The endpoint is a secret: whoever has it can send there. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    userId: text('user_id').notNull(),
    endpoint: text('endpoint').notNull(),
    /** Keys of the browser with which what is sent is encrypted (RFC 8291). */
    keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
    /** Browser and system, so that people tell their devices apart. */
    device: text('device'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSentAt: moment('last_sent_at'),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('push_subscriptions_once').on(table.organizationId, table.endpoint),
    index('push_subscriptions_of').on(table.organizationId, table.userId),
  ],
)
