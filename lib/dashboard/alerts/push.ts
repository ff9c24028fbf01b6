import { and, eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { pushSubscriptions } from '../schema/alerts.ts'
import type { PushEnv } from '../../platform/env/env.ts'
import { StatusError } from '../../platform/http/status-error.ts'
import { recordEvent } from '../events/record.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { DASHBOARD_PATH } from '../../routes.ts'
import { runFetchSpan } from '../../platform/telemetry/spans.ts'
import { isPushAddress } from './push-service.ts'
import { readNotification, recordSentNotification, type AlertNotification } from './notification.ts'

const PUSH_TIMEOUT_MS = 10_000

/** The push service stores a notification this long for an offline device. */
const NOTIFICATION_TTL_SECONDS = 12 * 60 * 60

const EXPIRED_SUBSCRIPTION_STATUSES = new Set([404, 410])
const RETRYABLE_STATUSES = new Set([408, 425, 429])
const MIN_SERVER_ERROR_STATUS = 500

export type PushMessage = {
  title: string
  body: string
  /** Path of the page that opens on click. */
  path: string
  tag: string
  isUrgent: boolean
}

export type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'keys'>

type PushOptions = { push: PushEnv; siteUrl: string; timeoutMs?: number }

/**
 * Sends a Web Push message (RFC 8291, RFC 8292).
 * @returns `gone` if the subscription has expired
 * @throws {PermanentError} if a retry cannot succeed
 */
export async function sendPush(
  { endpoint, keys }: Subscription,
  message: PushMessage,
  { push, siteUrl, timeoutMs = PUSH_TIMEOUT_MS }: PushOptions,
): Promise<'sent' | 'gone'> {
  if (!isPushAddress(endpoint, siteUrl)) throw new PermanentError('NOT_A_PUSH_SERVICE')
  const { headers, body, method } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails: { subject: push.subject, publicKey: push.publicKey, privateKey: push.privateKey },
    TTL: NOTIFICATION_TTL_SECONDS,
    urgency: 'high',
    // A new message replaces a pending one with the same topic. Topics have at most 32 characters.
    topic: message.tag.replaceAll('-', '').slice(0, 32),
  })
  const { 'Content-Length': _contentLength, ...otherHeaders } = headers
  const response = await runFetchSpan('send notification', { 'peer.service': 'push' }, () =>
    fetch(endpoint, {
      method,
      headers: otherHeaders,
      body: new Uint8Array(body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  await response.body?.cancel()
  const { status } = response
  if (EXPIRED_SUBSCRIPTION_STATUSES.has(status)) return 'gone'
  if (response.ok) return 'sent'
  if (status >= MIN_SERVER_ERROR_STATUS || RETRYABLE_STATUSES.has(status)) throw new StatusError(status)
  throw new PermanentError(`HTTP ${status}`)
}

const matchesDevice = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, id))

export async function deleteDevice(tx: OrganizationTransaction, id: string): Promise<void> {
  const deletedRows = await tx.db
    .delete(pushSubscriptions)
    .where(matchesDevice(tx, id))
    .returning({ id: pushSubscriptions.id })
  if (deletedRows.length > 0) await recordEvent(tx, { kind: 'site' }, { action: 'device.removed' })
}

const deviceDetails = z.object({ subscriptionId: z.guid() })

const buildPushMessage = ({ title, time, urgency, danger, callId, alertId, kind }: AlertNotification): PushMessage => ({
  title,
  body: [time, danger ?? urgency].filter(Boolean).join(' · '),
  path: `${DASHBOARD_PATH}/calls/${callId}`,
  tag: alertId,
  isUrgent: kind === 'urgent',
})

export const createAlertPushHandler =
  (options: PushOptions): Handler =>
  async (job, { db, now }) => {
    const { organizationId } = job
    const { subscriptionId } = deviceDetails.parse(job.details)
    const pushContext = await runInOrganization(db, organizationId, async (tx) => {
      const [device] = await tx.db.select().from(pushSubscriptions).where(matchesDevice(tx, subscriptionId))
      return { device, telling: await readNotification(tx, job) }
    })
    const { device, telling } = pushContext
    // The device may have moved to another user since the job was enqueued.
    if (!telling || device?.userId !== telling.userId) return
    const outcome = await sendPush(device, buildPushMessage(telling), options)
    await runInOrganization(db, organizationId, (tx) =>
      outcome === 'gone' ? deleteDevice(tx, subscriptionId) : recordSentNotification(tx, job, telling, now),
    )
  }
