import { and, eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import { inOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { pushSubscriptions } from '../db/schema/index.ts'
import type { PushEnv } from '../env.ts'
import { recordEvent } from '../events/record.ts'
import { type Handler, PermanentError } from '../outgoing/worker.ts'
import { DASHBOARD_PATH } from '../routes.ts'
import { inClientSpan } from '../telemetry/spans.ts'
import { isPushAddress } from './push-service.ts'
import { readTelling, recordTold, type Telling } from './telling.ts'

/** Milliseconds that a push service may take. */
const DEADLINE = 10_000

/** Seconds for which a push service keeps a notification for a device that is off. */
const KEPT = 12 * 60 * 60

const GONE = new Set([404, 410])
const TRY_AGAIN = new Set([408, 425, 429])
const SERVER_ERROR = 500

/** What a notification says; the service worker (`browser/entries/dashboard-worker.ts`) shows it. */
export type PushMessage = {
  title: string
  body: string
  /** Path of the page that it opens. */
  path: string
  /** One with the same replaces it. */
  tag: string
  isUrgent: boolean
}

/** Where a device takes notifications, and the keys that they are encrypted with. */
export type Subscription = Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'keys'>

/** A push service did not take a notification. */
class PushRefusedError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`The push service answered ${status}`)
    this.name = 'PushRefusedError'
    this.code = `HTTP ${status}`
  }
}

type PushOptions = { push: PushEnv; siteUrl: string; deadline?: number }

/**
 * Sends a notification, encrypted for the device (RFC 8291) and signed by this site (RFC 8292).
 * @returns `gone` for a device that takes none any more
 * @throws {PermanentError} for what will not be taken at another time either; any other error for what may be
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
    // A service replaces what it still holds of the same topic, which has at most 32 characters.
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
  // What it says is of no use here, however long it is.
  await response.body?.cancel()
  const { status } = response
  if (GONE.has(status)) return 'gone'
  if (response.ok) return 'sent'
  if (status >= SERVER_ERROR || TRY_AGAIN.has(status)) throw new PushRefusedError(status)
  throw new PermanentError(`HTTP ${status}`)
}

const ofDevice = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.id, id))

/** Removes a device that takes no notifications any more. */
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

/** Sends a notification to one device of a person. A device that is gone is removed. */
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
    // A device that has come to another person since then is not theirs any more.
    if (!telling || device?.userId !== telling.userId) return
    const outcome = await sendPush(device, messageOf(telling), options)
    await inOrganization(db, organizationId, (tx) =>
      outcome === 'gone' ? forgetDevice(tx, subscriptionId) : recordTold(tx, work, telling, now),
    )
  }
