import { addDays, max, subHours } from 'date-fns'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue, isAttemptCurrent, type OrganizationJob } from '../../platform/jobs/queue.ts'
import { computeRetryDelayMs, RetryLaterError } from '../../platform/jobs/retry.ts'
import type { Handler, JobLog } from '../../platform/jobs/worker.ts'
import { recordEvent } from '../events/record.ts'
import { webhookDeliveries, webhookEndpoints, webhookMessages } from '../schema/webhooks.ts'
import type { WebhookPayload } from './payload.ts'
import { deleteEndpoint, type EndpointRow, lockEndpoint, updateEndpoint } from './repository.ts'
import { isSuccess, type Outcome, sendMessage, type SendOptions } from './send.ts'

/** An endpoint that fails this long without a success is paused. */
const PAUSE_AFTER_HOURS = 24

/** Status of a receiver that no longer exists. */
const GONE_STATUS = 410

const details = z.object({ deliveryId: z.uuid(), endsAt: z.number() })

type DeliveryRow = typeof webhookDeliveries.$inferSelect

async function findDelivery({ db, organizationId }: OrganizationTransaction, id: string) {
  const [row] = await db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, payload: webhookMessages.payload })
    .from(webhookDeliveries)
    .innerJoin(
      webhookEndpoints,
      and(eq(webhookEndpoints.organizationId, organizationId), eq(webhookEndpoints.id, webhookDeliveries.endpointId)),
    )
    .innerJoin(
      webhookMessages,
      and(eq(webhookMessages.organizationId, organizationId), eq(webhookMessages.id, webhookDeliveries.messageId)),
    )
    .where(and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, id)))
  return row
}

/** Stores the outcome, unless a concurrent attempt has already finished the delivery. */
async function updateDelivery(
  { db, organizationId }: OrganizationTransaction,
  { id }: DeliveryRow,
  { outcome, state, at }: { outcome: Outcome; state: DeliveryRow['state']; at: Date },
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ ...outcome, state, attempts: sql`${webhookDeliveries.attempts} + 1`, attemptedAt: at })
    .where(
      and(
        eq(webhookDeliveries.organizationId, organizationId),
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'pending'),
      ),
    )
}

async function pauseFailingEndpoint(
  tx: OrganizationTransaction,
  { id, kind }: EndpointRow,
  { status, at }: { status: number | null; at: Date },
): Promise<void> {
  // Zapier answers 410 when a Zap was turned off without unsubscribing.
  if (kind === 'zapier' && status === GONE_STATUS) {
    await deleteEndpoint(tx, { kind: 'site' }, id, { kind })
    return
  }
  await updateEndpoint(tx, id, { pausedAt: at, pauseReason: 'failures' })
  await recordEvent(
    tx,
    { kind: 'site' },
    { action: 'webhook.paused', subjectId: id, details: { reason: 'failures', ...(status !== null && { status }) } },
  )
  await enqueue(tx, {
    kind: 'webhook-mail',
    onceKey: `${id}-${at.toISOString()}`,
    details: { endpointId: id, isGone: status === GONE_STATUS },
    dueAt: at,
  })
}

type Attempt = { job: OrganizationJob; delivery: DeliveryRow; outcome: Outcome; at: Date; isLast: boolean }

/** Stores a successful attempt and ends the endpoint's backoff. */
async function recordSuccess(tx: OrganizationTransaction, { delivery, outcome, at }: Attempt): Promise<void> {
  const endpoint = await lockEndpoint(tx, delivery.endpointId)
  await updateDelivery(tx, delivery, { outcome, state: 'delivered', at })
  if (endpoint?.failingSince || endpoint?.retryAt)
    await updateEndpoint(tx, endpoint.id, { failingSince: null, failures: 0, retryAt: null })
}

/**
 * Stores a failed attempt, and starts or extends the endpoint's backoff.
 * @returns the time of the next attempt; undefined if there is none
 */
async function recordFailure(tx: OrganizationTransaction, attempt: Attempt): Promise<Date | undefined> {
  const { job, delivery, outcome, at, isLast } = attempt
  const endpoint = await lockEndpoint(tx, delivery.endpointId)
  if (!endpoint) return undefined
  // Another attempt has started, which sets the time of the next one.
  if (!(await isAttemptCurrent(tx, job))) throw new RetryLaterError(at)
  await updateDelivery(tx, delivery, { outcome, state: isLast ? 'failed' : 'pending', at })
  const failures = endpoint.failures + 1
  const failingSince = endpoint.failingSince ?? at
  const retryAt = new Date(at.getTime() + computeRetryDelayMs(failures))
  await updateEndpoint(tx, endpoint.id, { failures, failingSince, retryAt })
  const isFailingLong = failingSince <= subHours(at, PAUSE_AFTER_HOURS)
  if (!endpoint.pausedAt && (outcome.status === GONE_STATUS || isFailingLong))
    await pauseFailingEndpoint(tx, endpoint, { status: outcome.status, at })
  if (isLast) return undefined
  return max([retryAt, new Date(at.getTime() + computeRetryDelayMs(delivery.attempts + 1))])
}

/**
 * Returns the job handler that makes one attempt of a delivery. All deliveries of an endpoint share its backoff, so
 * that a queue of events does not flood a receiver that is down. Paused endpoints keep their pending deliveries.
 */
export const createDeliveryHandler =
  (options: SendOptions, log: Pick<JobLog, 'info'>, clock = () => new Date()): Handler =>
  async (job, { db, now, signal }) => {
    const { deliveryId, endsAt } = details.parse(job.details)
    const { organizationId } = job
    const row = await runInOrganization(db, organizationId, (tx) => findDelivery(tx, deliveryId))
    if (!row || row.delivery.state !== 'pending') return
    const { delivery, endpoint } = row
    if (endpoint.pausedAt) throw new RetryLaterError(addDays(now, 1))
    if (endpoint.retryAt && endpoint.retryAt > now) throw new RetryLaterError(endpoint.retryAt)
    const message = { id: delivery.messageId, payload: row.payload as WebhookPayload }
    const outcome = await sendMessage(endpoint, message, options, { now, signal })
    const attempt = { job, delivery, outcome, at: clock(), isLast: now.getTime() >= endsAt }
    if (isSuccess(outcome)) return runInOrganization(db, organizationId, (tx) => recordSuccess(tx, attempt))
    const { status, error } = outcome
    log.info({ endpoint: endpoint.id, delivery: delivery.id, status, code: error }, 'webhooks: attempt failed')
    const retryAt = await runInOrganization(db, organizationId, (tx) => recordFailure(tx, attempt))
    if (retryAt) throw new RetryLaterError(retryAt)
  }
