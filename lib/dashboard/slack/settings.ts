import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import type { IntegrationContext } from '../integrations/context.ts'
import { findConnection } from '../integrations/repository.ts'
import { fetchSlackChannel, listSlackChannels, postSlackMessage, type SlackChannel } from '../integrations/slack-api.ts'
import { runWithConnection, type UseResult } from '../integrations/use.ts'
import { parseSlackSettings, type SlackSettings, slackSettings } from '../model/slack-settings.ts'
import { connections } from '../schema/integrations.ts'
import { buildTestMessage } from './message.ts'

/** Change of the settings. The site reads the name of the channel from Slack. */
export const slackSettingsChange = slackSettings
  .omit({ channel: true })
  .extend({ channelId: z.string().regex(/^[CG][A-Z0-9]{1,30}$/, 'Choose a channel from the list.') })
  .partial()
  .strict()

export type SlackSettingsChange = z.infer<typeof slackSettingsChange>

export const readSlackChannels = (
  context: IntegrationContext,
  actor: Actor,
): Promise<UseResult<Awaited<ReturnType<typeof listSlackChannels>>>> =>
  runWithConnection(context, 'slack', actor, { reads: 'channel names' }, listSlackChannels)

/** Stores the change and records the names of the changed fields. */
const saveSettings = (
  { transaction }: IntegrationContext,
  actor: Actor,
  change: Partial<SlackSettings>,
): Promise<UseResult<SlackSettings>> =>
  transaction(async (tx) => {
    const row = await findConnection(tx, 'slack')
    if (!row) return { failure: 'not_connected' }
    const settings = { ...parseSlackSettings(row.options), ...change }
    await tx.db
      .update(connections)
      // A new channel ends the failure of the former one.
      .set({ options: settings, ...(change.channel && { failure: null }), updatedAt: sql`now()` })
      .where(and(eq(connections.organizationId, tx.organizationId), eq(connections.id, row.id)))
    await recordEvent(tx, actor, {
      action: 'connection.changed',
      subjectId: row.id,
      details: { provider: 'slack', fields: Object.keys(change) },
    })
    return { result: settings }
  })

/** Changes the settings. A new channel must be public, not archived, and part of the connected workspace. */
export async function changeSlackSettings(
  context: IntegrationContext,
  actor: Actor,
  { channelId, ...change }: SlackSettingsChange,
): Promise<UseResult<SlackSettings>> {
  if (channelId === undefined) return saveSettings(context, actor, change)
  const outcome = await runWithConnection<SlackChannel>(context, 'slack', actor, { reads: 'a channel name' }, (api) =>
    fetchSlackChannel(api, channelId),
  )
  return 'failure' in outcome ? outcome : saveSettings(context, actor, { ...change, channel: outcome.result })
}

/** Posts a test message. Returns undefined if no channel is chosen. */
export async function sendTestMessage(
  context: IntegrationContext,
  actor: Actor,
): Promise<UseResult<SlackChannel> | undefined> {
  const row = await context.transaction((tx) => findConnection(tx, 'slack'))
  if (!row) return { failure: 'not_connected' }
  const { channel } = parseSlackSettings(row.options)
  if (!channel) return undefined
  return runWithConnection(context, 'slack', actor, { writes: 'messages', entry: 'a test message' }, async (api) => {
    await postSlackMessage(api, channel.id, buildTestMessage(context.settings.siteUrl))
    return channel
  })
}
