import { and, eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import { inOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { pushSubscriptions } from '../schema/alerts.ts'
import type { PushEnv } from '../../platform/env/env.ts'
import { StatusError } from '../../platform/http/status-error.ts'
import { recordEvent } from '../events/record.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { DASHBOARD_PATH } from '../../routes.ts'
import { inClientSpan } from '../../platform/telemetry/spans.ts'
import { isPushAddress } from './push-service.ts'
import { readTelling, recordTold, type Telling } from './telling.ts'

const DEADLINE = 10_000

/** TTL in seconds: the push service stores a notification this long for an offline device. */
const KEPT = 12 * 60 * 60

const GONE = new Set([404, 410])
const TRY_AGAIN = new Set([408, 425, 429])
const SERVER_ERROR = 500

export type PushMessage = {
  title: string
  body: string
  /** Path of the page that opens on click. */
  path: string
  tag: string
  isUrgent: boolean
}

export type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'keys'>

type PushOptions = { push: PushEnv; siteUrl: string; deadline?: number }

/**
 * Sends a Web Push message (RFC 8291, RFC 8292).
 * @returns `gone` if the subscription has expired
 * @throws {PermanentError} if a retry cannot succeed
 */
export async function sendPush(
  { endpoint, keys }: Subscription,
  message: PushMessage,
  { push, siteUrl, deadline = DEADLINE }: PushOptions,
): Promise<'sent' | 'gone'> {
  if (!isPushAddress(endpoint, siteUrl)) throw new PermanentError('NOT_A_PUSH_SERVICE')
  const { headers, body, method } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails: { subject: push.subject, publicKey: push.publicKey, privateKey: push.privateKey },
    TTL: KEPT,
    urgency: 'high',
    // A new message replaces a pending one with the same topic. Topics have at most 32 characters.
    topic: message.tag.replaceAll('-', '').slice(0, 32),
  })
  const { 'Content-Length': _counted, ...others } = headers
  const response = await inClientSpan('send notification', { 'peer.service': 'push' }, () =>
    fetch(endpoint, {
      method,
      headers: others,
      body: new Uint8Array(body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(deadline),
    }),
  )
  await response.body?.cancel()
  const { status } = response
  if (GONE.has(status)) return 'gone'
  if (response.ok) return 'sent'
  if (status >= SERVER_ERROR || TRY_AGAIN.has(status)) throw new StatusError(status)
  throw new PermanentError(`HTTP ${status}`)
}

const ofDevice = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, id))

export async function forgetDevice(tx: OrganizationTransaction, id: string): Promise<void> {
  const gone = await tx.db.delete(pushSubscriptions).where(ofDevice(tx, id)).returning({ id: pushSubscriptions.id })
  if (gone.length > 0) await recordEvent(tx, { kind: 'site' }, { action: 'device.removed' })
}

const deviceDetails = z.object({ subscriptionId: z.guid() })

const messageOf = ({ title, time, urgency, danger, callId, alertId, kind }: Telling): PushMessage => ({
  title,
  body: [time, danger ?? urgency].filter(Boolean).join(' · '),
  path: `${DASHBOARD_PATH}/calls/${callId}`,
  tag: alertId,
  isUrgent: kind === 'urgent',
})

export const alertPush =
  (options: PushOptions): Handler =>
  async (work, { db, now }) => {
    const { organizationId } = work
    const { subscriptionId } = deviceDetails.parse(work.details)
    const read = await inOrganization(db, organizationId, async (tx) => {
      const [device] = await tx.db.select().from(pushSubscriptions).where(ofDevice(tx, subscriptionId))
      return { device, telling: await readTelling(tx, work) }
    })
    const { device, telling } = read
    // The device may have moved to another user since the job was enqueued.
    if (!telling || device?.userId !== telling.userId) return
    const outcome = await sendPush(device, messageOf(telling), options)
    await inOrganization(db, organizationId, (tx) =>
      outcome === 'gone' ? forgetDevice(tx, subscriptionId) : recordTold(tx, work, telling, now),
    )
  }
