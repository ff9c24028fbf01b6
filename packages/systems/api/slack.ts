import { z } from 'zod'
import { COMPANY, RESTRICTED_CHANNEL } from '../data/sample-data.ts'
import { parseCount, defineApi, type ErrorResponder, createScopeGuard } from './access.ts'

/* Sources: docs.slack.dev/reference/methods (auth.test, conversations.list, conversations.info, chat.postMessage). */

const SLACK_ERRORS = {
  400: 'invalid_arguments',
  401: 'invalid_auth',
  403: 'missing_scope',
  404: 'unknown_method',
  409: 'fatal_error',
  503: 'service_unavailable',
}

/** Sends an error like Slack, with status 200 except during an outage. */
const respondError: ErrorResponder = (c, status) =>
  c.json({ ok: false, error: SLACK_ERRORS[status] }, status === 503 ? status : 200)

const textObject = z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(3000) })

/** The local page renders only sections. Slack accepts more kinds of blocks. */
const messageSchema = z.object({
  channel: z.string(),
  text: z.string().max(40_000).default(''),
  blocks: z
    .array(z.object({ type: z.literal('section'), text: textObject }))
    .max(50)
    .default([]),
})

export const slackApi = defineApi('slack', '/api', respondError, (api, { store }) => {
  const listChannels = createScopeGuard(respondError, 'channels:read')

  api.get('/auth.test', (c) => c.json({ ok: true, team: COMPANY, user: c.var.access.account }))

  api.get('/conversations.list', listChannels, (c) => {
    const hidesArchived = c.req.query('exclude_archived') === 'true'
    const channels = store.channels.list().filter(({ isArchived }) => !hidesArchived || !isArchived)
    const start = Number(Buffer.from(c.req.query('cursor') ?? '', 'base64').toString()) || 0
    const end = start + parseCount(c, 'limit', 1000, 100)
    return c.json({
      ok: true,
      channels: channels.slice(start, end).map(({ id, name, isArchived }) => ({ id, name, is_archived: isArchived })),
      response_metadata: { next_cursor: end < channels.length ? Buffer.from(String(end)).toString('base64') : '' },
    })
  })

  api.get('/conversations.info', listChannels, (c) => {
    const channel = store.channels.list().find(({ id }) => id === c.req.query('channel'))
    if (!channel) return c.json({ ok: false, error: 'channel_not_found' })
    const { id, name, isArchived } = channel
    return c.json({ ok: true, channel: { id, name, is_private: false, is_archived: isArchived } })
  })

  api.post('/chat.postMessage', createScopeGuard(respondError, 'chat:write'), async (c) => {
    const { data } = messageSchema.safeParse(await c.req.json())
    if (!data) return c.json({ ok: false, error: 'invalid_blocks' })
    const { channel: id, text, blocks } = data
    const channel = store.channels.list().find((each) => each.id === id)
    if (!channel) return c.json({ ok: false, error: 'channel_not_found' })
    if (channel.isArchived) return c.json({ ok: false, error: 'is_archived' })
    if (!c.var.access.scopes.has('chat:write.public')) return c.json({ ok: false, error: 'not_in_channel' })
    if (channel.name === RESTRICTED_CHANNEL) return c.json({ ok: false, error: 'restricted_action' })
    if (!text && blocks.length === 0) return c.json({ ok: false, error: 'no_text' })
    const ts = store.messages.add(id, { text, blocks: blocks.map((block) => block.text) })
    return c.json({ ok: true, channel: id, ts })
  })
})
