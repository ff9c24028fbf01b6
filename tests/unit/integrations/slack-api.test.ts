import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../../lib/dashboard/integrations/api.ts'
import { parseIntegrations } from '../../../lib/dashboard/integrations/environment.ts'
import { EMPTY_SECRET } from '../../../lib/dashboard/integrations/repository.ts'
import {
  fetchSlackChannel,
  listSlackChannels,
  postSlackMessage,
} from '../../../lib/dashboard/integrations/slack-api.ts'
import { escapeSlackText } from '../../../lib/dashboard/slack/message.ts'

const { settings } = parseIntegrations({}, 'http://localhost:3000')
const api = createApi(settings, 'slack', { ...EMPTY_SECRET, accessToken: 'token-of-the-test' })

afterEach(() => vi.unstubAllGlobals())

type Request = { url: URL; init: RequestInit }

function mockSlack(respond: (request: Request) => Response): Request[] {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (url: URL | string, init: RequestInit) => {
    const request = { url: new URL(url), init }
    requests.push(request)
    return respond(request)
  })
  return requests
}

/** Responds with one channel per page. */
const respondWithPages = (count: number) =>
  mockSlack(({ url }) => {
    const number = Number(url.searchParams.get('cursor') ?? '0')
    const next_cursor = number + 1 < count ? String(number + 1) : ''
    return Response.json({
      ok: true,
      channels: [{ id: `C${number}`, name: `crew-${String(count - number).padStart(2, '0')}` }],
      response_metadata: { next_cursor },
    })
  })

describe('Slack channels', () => {
  it('are read page by page and sorted by name', async () => {
    const requests = respondWithPages(3)
    expect(await listSlackChannels(api)).toEqual({
      channels: [
        { id: 'C2', name: 'crew-01' },
        { id: 'C1', name: 'crew-02' },
        { id: 'C0', name: 'crew-03' },
      ],
      isPartial: false,
    })
    expect(requests.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, '1', '2'])
    const { searchParams } = requests[0]!.url
    expect([searchParams.get('types'), searchParams.get('exclude_archived')]).toEqual(['public_channel', 'true'])
  })

  it('are marked as partial after 15 pages', async () => {
    const requests = respondWithPages(100)
    expect((await listSlackChannels(api)).isPartial).toBe(true)
    expect(requests).toHaveLength(15)
  })

  it.each([
    [{ is_private: true }, 'channel_not_found'],
    [{ is_archived: true }, 'channel_archived'],
  ])('with %j are rejected', async (state, code) => {
    mockSlack(() => Response.json({ ok: true, channel: { id: 'C1', name: 'crew', ...state } }))
    await expect(fetchSlackChannel(api, 'C1')).rejects.toMatchObject({ code })
  })
})

describe('Slack message request', () => {
  const post = () => postSlackMessage(api, 'C1', { text: 'Hello', blocks: [] })

  it('is sent as JSON with the token, without link previews', async () => {
    const requests = mockSlack(() => Response.json({ ok: true, ts: '1.000001' }))
    expect(await post()).toBe('1.000001')
    const { url, init } = requests[0]!
    expect([init.method, url.href]).toEqual(['POST', 'https://slack.com/api/chat.postMessage'])
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer token-of-the-test')
    expect(JSON.parse(String(init.body))).toEqual({
      channel: 'C1',
      text: 'Hello',
      blocks: [],
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it.each([
    ['channel_not_found', 'channel_not_found'],
    ['is_archived', 'channel_archived'],
    ['not_in_channel', 'channel_restricted'],
    ['restricted_action', 'channel_restricted'],
    ['token_revoked', 'invalid_grant'],
    ['missing_scope', 'insufficient_scope'],
    ['ratelimited', 'rate_limited'],
    ['internal_error', 'unexpected_answer'],
  ])('fails with %s as %s', async (error, code) => {
    mockSlack(() => Response.json({ ok: false, error }))
    await expect(post()).rejects.toMatchObject({ code })
  })

  it.each([
    ['30', 30_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [undefined, undefined],
  ])('with the Retry-After header %s is retried after %s ms', async (header, retryAfterMs) => {
    mockSlack(() => new Response('{}', { status: 429, headers: header ? { 'retry-after': header } : {} }))
    await expect(post()).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs })
  })
})

it('Slack text is escaped, so that names cannot mention a channel or contain a link', () => {
  expect(escapeSlackText('Ada & <!channel> <http://example.com|Co>')).toBe(
    'Ada &amp; &lt;!channel&gt; &lt;http://example.com|Co&gt;',
  )
})
