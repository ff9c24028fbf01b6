import { z } from 'zod'
import type { Api } from './api.ts'
import { type FailureCode, ProviderError } from './failure.ts'

/* Source: docs.slack.dev/reference/methods (chat.postMessage, conversations.list, conversations.info). */

/** Slack returns errors with status 200. */
const slackError = z.object({ ok: z.literal(false), error: z.string() })

const slackResponse = z.union([slackError, z.looseObject({ ok: z.literal(true) })])

const FAILURE_CODES_BY_ERROR: Record<string, FailureCode> = {
  invalid_auth: 'invalid_grant',
  not_authed: 'invalid_grant',
  token_revoked: 'invalid_grant',
  token_expired: 'invalid_grant',
  account_inactive: 'invalid_grant',
  missing_scope: 'insufficient_scope',
  channel_not_found: 'channel_not_found',
  is_archived: 'channel_archived',
  not_in_channel: 'channel_restricted',
  restricted_action: 'channel_restricted',
  restricted_action_read_only_channel: 'channel_restricted',
  ratelimited: 'rate_limited',
  rate_limited: 'rate_limited',
}

function parseSlackResponse<Answer>(response: z.infer<typeof slackResponse>, form: z.ZodType<Answer>): Answer {
  if (response.ok === false)
    throw new ProviderError(FAILURE_CODES_BY_ERROR[String(response.error)] ?? 'unexpected_answer')
  const parsed = form.safeParse(response)
  if (!parsed.success) throw new ProviderError('unexpected_answer')
  return parsed.data
}

/** @throws {ProviderError} */
export const fetchSlack = async <Answer>(
  api: Api,
  method: string,
  form: z.ZodType<Answer>,
  query?: Record<string, string>,
): Promise<Answer> => parseSlackResponse(await api.get(`/api/${method}`, slackResponse, query), form)

const PAGE_SIZE = 200

/** Slack allows 20 of these requests per minute. */
const MAX_PAGES = 15

export type SlackChannel = { id: string; name: string }

const channelPage = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
})

/**
 * Lists the public channels that are not archived, in alphabetical order.
 * @returns `isPartial` if the workspace has more channels than are listed
 * @throws {ProviderError}
 */
export async function listSlackChannels(api: Api): Promise<{ channels: SlackChannel[]; isPartial: boolean }> {
  const channels: SlackChannel[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await fetchSlack(api, 'conversations.list', channelPage, {
      types: 'public_channel',
      exclude_archived: 'true',
      limit: String(PAGE_SIZE),
      ...(cursor && { cursor }),
    })
    channels.push(...answer.channels)
    cursor = answer.response_metadata?.next_cursor ?? ''
    if (!cursor) break
  }
  return { channels: channels.toSorted((a, b) => a.name.localeCompare(b.name)), isPartial: cursor !== '' }
}

const channelInfo = z.object({
  channel: z.object({
    id: z.string(),
    name: z.string(),
    is_private: z.boolean().optional(),
    is_archived: z.boolean().optional(),
  }),
})

/** @throws {ProviderError} also for private and archived channels */
export async function fetchSlackChannel(api: Api, id: string): Promise<SlackChannel> {
  const { channel } = await fetchSlack(api, 'conversations.info', channelInfo, { channel: id })
  if (channel.is_private) throw new ProviderError('channel_not_found')
  if (channel.is_archived) throw new ProviderError('channel_archived')
  return { id: channel.id, name: channel.name }
}

export type SlackMessage = {
  /** Text for notifications and screen readers. */
  text: string
  blocks: readonly object[]
}

/**
 * Posts a message. Slack has no idempotency key, so a repeated request posts a second message.
 * @returns the timestamp, which identifies the message in its channel
 * @throws {ProviderError}
 */
export async function postSlackMessage(api: Api, channel: string, message: SlackMessage): Promise<string> {
  const body = { channel, ...message, unfurl_links: false, unfurl_media: false }
  const response = await api.post('/api/chat.postMessage', slackResponse, body)
  return parseSlackResponse(response, z.object({ ts: z.string() })).ts
}
