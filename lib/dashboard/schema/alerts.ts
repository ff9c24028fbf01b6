import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { AlertKind } from '../model/alert.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Alerts of calls. An alert is open until a user acknowledges it. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Foreign key `alerts_call`: a call of the same organization; deletes cascade. */
    callId: uuid('call_id').notNull(),
    kind: text('kind').$type<AlertKind>().notNull(),
    rounds: integer('rounds').notNull().default(0),
    /** Clerk user ids of the notified users, in order. */
    toldIds: text('told_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Clerk user id; null while the alert is open, or if the user was deleted. */
    takenById: text('taken_by_id'),
    takenAt: timestamptz('taken_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('alerts_once').on(table.organizationId, table.callId, table.kind),
    index('alerts_by_time').on(table.organizationId, table.createdAt),
  ],
)

export const alertPreferences = pgTable(
  'alert_preferences',
  {
    organizationId: organizationIdColumn(),
    /** Clerk user id. */
    userId: text('user_id').notNull(),
    byMail: boolean('by_mail').notNull().default(true),
    byPush: boolean('by_push').notNull().default(true),
    kinds: text('kinds').array().$type<AlertKind[]>().notNull(),
    /** Local times in the business's time zone; null if quiet hours are off. */
    quietHours: jsonb('quiet_hours').$type<{ from: string; to: string }>(),
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [organizationOnlyPolicy(), primaryKey({ columns: [table.organizationId, table.userId] })],
)

/** Web Push subscriptions. An endpoint is a secret, because it allows sending notifications to the device. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    userId: text('user_id').notNull(),
    endpoint: text('endpoint').notNull(),
    /** Encryption keys of the subscription (RFC 8291). */
    keys: jsonb('keys').$type<{ p256dh: string; auth: string }>().notNull(),
    device: text('device'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSentAt: timestamptz('last_sent_at'),
  },
  (table) => [
    organizationOnlyPolicy(),
    unique('push_subscriptions_once').on(table.organizationId, table.endpoint),
    index('push_subscriptions_of').on(table.organizationId, table.userId),
  ],
)
