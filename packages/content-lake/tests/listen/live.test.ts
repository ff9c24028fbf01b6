import type { LiveEvent, SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import { clientOf, readUntil, request, testLake, TOKENS, whenDone } from '../fixtures.ts'
import { proxyTo } from './proxy.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await testLake()
  client = clientOf(lake, TOKENS.editor)
})

async function live(through: SanityClient, includeDrafts: boolean) {
  const events: LiveEvent[] = []
  const errors: unknown[] = []
  const subscription = through.live
    .events({ includeDrafts })
    .subscribe({ next: (event) => void events.push(event), error: (error) => void errors.push(error) })
  await expect.poll(() => events.some(({ type }) => type === 'welcome')).toBe(true)
  whenDone(() => subscription.unsubscribe())
  return { events, errors, messages: () => events.filter((event) => event.type === 'message') }
}

const tagsFor = async (query: string): Promise<string[]> =>
  (await client.fetch(query, {}, { filterResponse: false })).syncTags ?? []

describe('live events', () => {
  it('include the sync tags of affected queries only', async () => {
    await client.create({ _id: 'watched', _type: 'liveNote' })
    const tags = await tagsFor('*[_id == "watched"]')
    const others = await tagsFor('*[_id == "unrelated" && _type == "nothing"]')
    const listener = await live(clientOf(lake), false)
    await client.patch('watched').set({ n: 1 }).commit()
    await expect.poll(listener.messages).toHaveLength(1)
    const fired: string[] = listener.messages()[0]?.tags ?? []
    expect(tags.some((tag) => fired.includes(tag))).toBe(true)
    expect(others.some((tag) => fired.includes(tag))).toBe(false)
  })

  it('include drafts only when requested with a token', async () => {
    const [open, drafts] = [await live(clientOf(lake), false), await live(clientOf(lake, TOKENS.robot), true)]
    await client.create({ _id: 'drafts.hidden', _type: 'liveNote' })
    await client.create({ _id: 'shown', _type: 'liveNote' })
    await expect.poll(drafts.messages).toHaveLength(2)
    await expect.poll(open.messages).toHaveLength(1)
  })

  it('return 401 for drafts without a token', async () => {
    const response = await request(lake, '/data/live/events/production?includeDrafts=true')
    expect(response.status).toBe(401)
  })

  it('send only welcome without access to a private dataset', async () => {
    await clientOf(lake, TOKENS.administrator).datasets.create('secret', { aclMode: 'private' })
    const strangers = await live(clientOf(lake, undefined, 'secret'), false)
    const robot = await live(clientOf(lake, TOKENS.robot, 'secret'), true)
    const resumed = await request(lake, '/data/live/events/secret', { headers: { 'last-event-id': 'unknown' } })
    await clientOf(lake, TOKENS.editor, 'secret').create({ _id: 'shown', _type: 'liveNote' })
    await expect.poll(robot.messages).toHaveLength(1)
    await clientOf(lake, TOKENS.administrator).datasets.delete('secret')
    expect(await resumed.text()).toBe(
      'retry: 1000\n\nevent: welcome\ndata: {}\n\nevent: disconnect\ndata: {"reason":"Dataset was deleted"}\n\n',
    )
    const ended = [expect.objectContaining({ message: expect.stringContaining('Dataset was deleted') })]
    await expect.poll(() => [strangers.errors, robot.errors]).toEqual([ended, ended])
    expect(strangers.events.filter(({ type }) => type === 'message' || type === 'restart')).toEqual([])
  })

  it('are replayed after a dropped connection', async () => {
    const proxy = await proxyTo(lake.port)
    await client.create({ _id: 'missed', _type: 'liveNote' })
    const listener = await live(clientOf(proxy), false)
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
