import type { LiveEvent, SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { createTestClient, readUntil, request, startTestLake, TOKENS, whenDone } from '../fixtures.ts'
import { startProxy } from './proxy.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.editor)
})

async function openLiveStream(liveClient: SanityClient, includeDrafts: boolean) {
  const events: LiveEvent[] = []
  const errors: unknown[] = []
  const subscription = liveClient.live
    .events({ includeDrafts })
    .subscribe({ next: (event) => void events.push(event), error: (error) => void errors.push(error) })
  await expect.poll(() => events.some(({ type }) => type === 'welcome')).toBe(true)
  whenDone(() => subscription.unsubscribe())
  return { events, errors, messages: () => events.filter((event) => event.type === 'message') }
}

const fetchTags = async (query: string): Promise<string[]> =>
  (await client.fetch(query, {}, { filterResponse: false })).syncTags ?? []

describe('live events', () => {
  it('include the sync tags of affected queries only', async () => {
    await client.create({ _id: 'watched', _type: 'liveNote' })
    const tags = await fetchTags('*[_id == "watched"]')
    const otherTags = await fetchTags('*[_id == "unrelated" && _type == "nothing"]')
    const listener = await openLiveStream(createTestClient(lake), false)
    await client.patch('watched').set({ n: 1 }).commit()
    await expect.poll(listener.messages).toHaveLength(1)
    const firedTags: string[] = listener.messages()[0]?.tags ?? []
    expect(tags.some((tag) => firedTags.includes(tag))).toBe(true)
    expect(otherTags.some((tag) => firedTags.includes(tag))).toBe(false)
  })

  it('include drafts only when requested with a token', async () => {
    const [publicStream, draftsStream] = [
      await openLiveStream(createTestClient(lake), false),
      await openLiveStream(createTestClient(lake, TOKENS.robot), true),
    ]
    await client.create({ _id: 'drafts.hidden', _type: 'liveNote' })
    await client.create({ _id: 'shown', _type: 'liveNote' })
    await expect.poll(draftsStream.messages).toHaveLength(2)
    await expect.poll(publicStream.messages).toHaveLength(1)
  })

  it('return 401 for drafts without a token', async () => {
    const response = await request(lake, '/data/live/events/production?includeDrafts=true')
    expect(response.status).toBe(401)
  })

  it('send only welcome if the client has no access to a private dataset', async () => {
    await createTestClient(lake, TOKENS.administrator).datasets.create('secret', { aclMode: 'private' })
    const anonymousStream = await openLiveStream(createTestClient(lake, undefined, 'secret'), false)
    const robotStream = await openLiveStream(createTestClient(lake, TOKENS.robot, 'secret'), true)
    const resumedResponse = await request(lake, '/data/live/events/secret', { headers: { 'last-event-id': 'unknown' } })
    await createTestClient(lake, TOKENS.editor, 'secret').create({ _id: 'shown', _type: 'liveNote' })
    await expect.poll(robotStream.messages).toHaveLength(1)
    await createTestClient(lake, TOKENS.administrator).datasets.delete('secret')
    expect(await resumedResponse.text()).toBe(
      'retry: 1000\n\nevent: welcome\ndata: {}\n\nevent: disconnect\ndata: {"reason":"Dataset was deleted"}\n\n',
    )
    const expectedErrors = [expect.objectContaining({ message: expect.stringContaining('Dataset was deleted') })]
    await expect.poll(() => [anonymousStream.errors, robotStream.errors]).toEqual([expectedErrors, expectedErrors])
    expect(anonymousStream.events.filter(({ type }) => type === 'message' || type === 'restart')).toEqual([])
  })

  it('are replayed after a dropped connection', async () => {
    const proxy = await startProxy(lake.port)
    await client.create({ _id: 'missed', _type: 'liveNote' })
    const listener = await openLiveStream(createTestClient(proxy), false)
    proxy.cut()
    await client.patch('missed').set({ n: 1 }).commit()
    await client.patch('missed').set({ n: 2 }).commit()
    await expect.poll(listener.messages).toHaveLength(2)
    expect(listener.events.some(({ type }) => type === 'restart')).toBe(false)
  })

  it('send restart when the last event id is unknown', async () => {
    const response = await request(lake, '/data/live/events/production', { headers: { 'last-event-id': 'unknown' } })
    expect(await readUntil(response, 'event: restart')).toMatch(/id: \S+\nevent: restart/)
  })
})
