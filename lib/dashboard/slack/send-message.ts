import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { PermanentError } from '../../platform/jobs/retry.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import type { IntegrationSettings } from '../integrations/environment.ts'
import type { SlackMessage } from '../integrations/slack-api.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { isSlackEvent, type SlackEvent } from './enqueue.ts'
import { buildCallMessage, buildVisitMessage, type MessageCaller } from './message.ts'
import { createJobContext, isPosted, postJobMessage, readSlackSettings } from './post.ts'

type EventMessage = { entry: string; callId: string | null; message: SlackMessage }

type Options = { siteUrl: string; includesCaller: boolean }

const NO_CALLER: MessageCaller = { name: null, phone: null }

/** Returns undefined if the call was deleted, or was resolved before the message was sent. */
async function readCallMessage(
  tx: OrganizationTransaction,
  id: string,
  { siteUrl, includesCaller }: Options,
): Promise<EventMessage | undefined> {
  const { callerName: name, callerPhone: phone, startedAt, outcome, intent, safetyKind } = calls
  const [call] = await tx.db
    .select({ startedAt, outcome, intent, safetyKind, name, phone })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, tx.organizationId),
        eq(calls.id, id),
        isNotNull(calls.attention),
        isNull(calls.attentionEndedAt),
      ),
    )
  if (!call) return undefined
  const caller = includesCaller ? { name: call.name, phone: call.phone } : NO_CALLER
  const message = buildCallMessage({ ...call, id, caller }, { siteUrl, timeZone: await getTimeZone(tx) })
  return { entry: 'a message', callId: id, message }
}

/** Returns undefined if the visit was deleted, or was canceled before the message was sent. */
async function readVisitMessage(
  tx: OrganizationTransaction,
  id: string,
  { siteUrl, includesCaller }: Options,
): Promise<EventMessage | undefined> {
  const { callId, startsAt, endsAt, customer: name, phone } = appointments
  const [visit] = await tx.db
    .select({ callId, startsAt, endsAt, name, phone })
    .from(appointments)
    .where(
      and(
        eq(appointments.organizationId, tx.organizationId),
        eq(appointments.id, id),
        eq(appointments.state, 'confirmed'),
      ),
    )
  if (!visit) return undefined
  const caller = includesCaller ? { name: visit.name, phone: visit.phone } : NO_CALLER
  const message = buildVisitMessage({ ...visit, caller }, { siteUrl, timeZone: await getTimeZone(tx) })
  return { entry: 'a visit', callId: visit.callId, message }
}

const MESSAGE_READERS = {
  'call.needs_attention': readCallMessage,
  'appointment.confirmed': readVisitMessage,
} satisfies Record<SlackEvent, typeof readCallMessage>

/** Returns the job handler for messages about calls and visits. It reads the record when it sends. */
export const createSlackMessageHandler =
  (settings: IntegrationSettings): Handler =>
  async (job, jobContext) => {
    if (isPosted(job)) return
    const { event, record } = job.details
    if (!isSlackEvent(event) || typeof record !== 'string') throw new PermanentError('UNKNOWN_EVENT')
    const context = createJobContext(settings, job, jobContext)
    const post = await context.transaction(async (tx) => {
      const slack = await readSlackSettings(tx)
      if (!slack?.channel) return undefined
      const options = { siteUrl: settings.siteUrl, includesCaller: slack.includesCaller }
      const eventMessage = await MESSAGE_READERS[event](tx, record, options)
      return eventMessage && { ...eventMessage, channel: slack.channel.id }
    })
    if (post) await postJobMessage(context, job, post)
  }
