import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Transaction } from '../../platform/db/client.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { jobs } from '../../platform/jobs/schema.ts'

/** Delivery channel. `subscriber` emails subscribers, the others notify the office. */
export type Channel = 'email' | 'webhook' | 'subscriber'

export const deliveryDetailsSchema = z.union([z.object({ messageId: z.guid() }), z.object({ noticeId: z.guid() })])

type DeliveryDetails = z.infer<typeof deliveryDetailsSchema>

/** Enqueues one job per channel, in the transaction that stores the message or notice. */
export async function enqueueDeliveries(
  db: Transaction,
  details: DeliveryDetails,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  const onceKey = 'messageId' in details ? details.messageId : details.noticeId
  for (const channel of channels)
    await enqueue({ db, organizationId: null }, { kind: `contact-${channel}`, onceKey, details, dueAt: now })
}

export const isUndelivered = (id: PgColumn): SQL =>
  sql`exists (select from ${jobs} where ${and(isNull(jobs.organizationId), eq(jobs.onceKey, sql`${id}::text`), isNull(jobs.doneAt))})`
