import { randomUUID } from 'node:crypto'
import { and, arrayContains, eq } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { parseSlackSettings } from '../model/slack-settings.ts'
import type { WebhookEvent } from '../model/webhook-event.ts'
import { connections } from '../schema/integrations.ts'

/** Events that are posted, with the setting that turns each on. */
const SETTING_BY_EVENT = {
  'call.needs_attention': 'needsAttention',
  'appointment.confirmed': 'booked',
} as const

export type SlackEvent = keyof typeof SETTING_BY_EVENT

export const isSlackEvent = (event: unknown): event is SlackEvent =>
  typeof event === 'string' && Object.hasOwn(SETTING_BY_EVENT, event)

/** Enqueues a Slack message if the company has chosen this event. */
export async function enqueueSlackMessages(
  tx: OrganizationTransaction,
  event: WebhookEvent,
  recordId: string,
): Promise<void> {
  if (!isSlackEvent(event)) return
  const { db, organizationId } = tx
  const [row] = await db
    .select({ options: connections.options })
    .from(connections)
    .where(
      and(
        eq(connections.organizationId, organizationId),
        eq(connections.provider, 'slack'),
        arrayContains(connections.writes, ['messages']),
      ),
    )
  const settings = row && parseSlackSettings(row.options)
  if (!settings?.channel || !settings[SETTING_BY_EVENT[event]]) return
  // A call can need attention again after it was resolved, so the key is unique per event.
  await enqueue(tx, { kind: 'slack-message', onceKey: randomUUID(), details: { event, record: recordId } })
}
