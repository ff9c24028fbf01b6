import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { contactMessages } from '../contact/schema.ts'
import { newsletterNotices } from '../newsletter/schema.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import { deliveryDetailsSchema } from '../outbox/enqueue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'

/** Message or notice to deliver. `id` is the id of the job, constant across attempts. */
export type Delivery = { id: string } & (
  | { message: typeof contactMessages.$inferSelect; notice?: never }
  | { notice: typeof newsletterNotices.$inferSelect; message?: never }
)

export type Send = (delivery: Delivery, context: { db: Database; now: Date }) => Promise<void>

/** Returns a job handler that sends a delivery. It skips deliveries whose message was deleted. */
export const createDeliveryHandler =
  (send: Send): Handler<Job> =>
  async (job, { db, now }) => {
    const details = deliveryDetailsSchema.parse(job.details)
    if ('messageId' in details) {
      const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, details.messageId))
      if (message) await send({ id: job.id, message }, { db, now })
      return
    }
    const [notice] = await db.select().from(newsletterNotices).where(eq(newsletterNotices.id, details.noticeId))
    if (notice) await send({ id: job.id, notice }, { db, now })
  }
