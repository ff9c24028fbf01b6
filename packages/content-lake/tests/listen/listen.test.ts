import type { SanityClient } from '@sanity/client'
import { applyPatch } from 'mendoza'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Lake } from '../../server.ts'
import {
  createTestClient,
  listenTo,
  readUntil,
  request,
  startTestLake,
  TOKENS,
  type MutationLike,
} from '../fixtures.ts'
import { startProxy } from './proxy.ts'

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await startTestLake({ heartbeatMs: 50 })
  client = createTestClient(lake, TOKENS.editor)
})

const waitForMutations = (listener: { mutations: () => MutationLike[] }, count: number) =>
  expect.poll(listener.mutations).toHaveLength(count)

describe('listeners', () => {
  it('receive appear, update and disappear transitions', async () => {
    const listener = await listenTo(client, '*[_type == "life" && on]', {}, { includePreviousRevision: true })
    const { _id, _rev } = await client.create({ _type: 'life', on: true })
    const changed = await client.patch(_id).set({ n: 1 }).commit()
    await client.patch(_id).set({ on: false }).commit()
    await client.patch(_id).set({ on: true }).commit()
    await client.delete(_id)
    await waitForMutations(listener, 5)
    const [created, updated, disappeared, reappeared, deleted] = listener.mutations()
    const transitions = ['appear', 'update', 'disappear', 'appear', 'disappear']
    expect([created, updated, disappeared, reappeared, deleted].map((event) => event?.transition)).toEqual(transitions)
    expect(created).toMatchObject({ documentId: _id, resultRev: _rev, identity: 'local-editor', result: { on: true } })
    expect(created).not.toHaveProperty('previousRev')
    expect(updated).toMatchObject({
      eventId: `${changed._rev}#${_id}`,
      transactionId: changed._rev,
      previousRev: _rev,
      previous: { _id },
      mutations: [{ patch: { id: _id, set: { n: 1 } } }],
      visibility: 'query',
      timestamp: changed._updatedAt,
    })
    expect(deleted).not.toHaveProperty('result')
  })

  it('receive Mendoza patches for both directions', async () => {
    const options = { effectFormat: 'mendoza', includeResult: false }
    const listener = await listenTo(client, '*[_id == "effects"]', {}, options)
    const before = await client.create({ _id: 'effects', _type: 'note', text: 'one' })
    const after = await client
      .patch('effects')
      .set({ text: 'two', more: [1, 2] })
      .commit()
    await waitForMutations(listener, 2)
    const effects = listener.mutations()[1]?.effects
    const { _rev: _before, ...from } = before
    const { _rev: _after, ...to } = after
    expect(applyPatch(from, effects?.apply ?? [])).toEqual(to)
    expect(applyPatch(to, effects?.revert ?? [])).toEqual(from)
    expect(listener.mutations()[1]).not.toHaveProperty('result')
  })

  it('receive the number of matching events in a transaction', async () => {
    const listener = await listenTo(client, '*[_type == "counted"]')
    const transaction = client.transaction()
    for (const _type of ['counted', 'other', 'counted']) transaction.create({ _type })
    await transaction.commit()
    await waitForMutations(listener, 2)
    expect(listener.mutations()).toMatchObject([
      { transactionTotalEvents: 2, transactionCurrentEvent: 0 },
      { transactionTotalEvents: 2, transactionCurrentEvent: 1 },
    ])
  })

  it('receive an event for a patch without changes', async () => {
    const { _id } = await client.create({ _type: 'quiet' })
    const listener = await listenTo(client, '*[_id == $id]', { id: _id })
    await client.patch(_id).unset(['_empty_action_guard_pseudo_field_']).commit()
    await waitForMutations(listener, 1)
    expect(listener.mutations()[0]).toMatchObject({ documentId: _id, transition: 'update' })
  })

  it('receive no drafts without a token', async () => {
    const listener = await listenTo(createTestClient(lake), '*[_type == "secret"]', {}, { includeAllVersions: true })
    for (const _id of ['drafts.secret', 'versions.r.secret', 'secret']) await client.create({ _id, _type: 'secret' })
    await waitForMutations(listener, 1)
    expect(listener.mutations()[0]?.documentId).toBe('secret')
  })

  it('receive drafts and versions since API version 2025-02-19 only on request', async () => {
    const published = await listenTo(client, '*[_type == "layered"]')
    const versionListener = await listenTo(client, '*[_type == "layered"]', {}, { includeAllVersions: true })
    const olderListener = await listenTo(client.withConfig({ apiVersion: '2024-01-01' }), '*[_type == "layered"]')
    for (const _id of ['drafts.layer', 'versions.r.layer', 'layer']) await client.create({ _id, _type: 'layered' })
    await waitForMutations(versionListener, 3)
    await waitForMutations(olderListener, 3)
    await waitForMutations(published, 1)
    expect(published.mutations()[0]?.documentId).toBe('layer')
  })

  it('fail when the dataset is deleted', async () => {
    const administrator = createTestClient(lake, TOKENS.administrator)
    await administrator.datasets.create('short-lived')
    const options = { events: ['welcome', 'mutation'] as ('welcome' | 'mutation')[] }
    const end = new Promise((resolve) => {
      createTestClient(lake, TOKENS.viewer, 'short-lived')
        .listen('*', {}, options)
        .subscribe({ next: () => void administrator.datasets.delete('short-lived').catch(resolve), error: resolve })
    })
    expect(await end).toMatchObject({ message: expect.stringContaining('Dataset was deleted') })
  })

  it('accept the longest filters that the client sends', async () => {
    const ids = Array.from({ length: 540 }, (_, index) => `some-document-${index}`)
    const listener = await listenTo(client, '*[_id in $ids]', { ids: [...ids, 'long-filter'] })
    await client.create({ _id: 'long-filter', _type: 'note' })
    await waitForMutations(listener, 1)
    expect(listener.mutations()[0]?.documentId).toBe('long-filter')
  })

  it('report a malformed filter as a channel error', async () => {
    await expect(listenTo(client, '*[_type ==')).rejects.toThrow(/expression|parse|syntax/i)
  })

  it('receive heartbeats', async () => {
    const response = await request(lake, '/data/listen/production?query=*', { token: TOKENS.viewer })
    expect(await readUntil(response, '\n:\n')).toContain('event: welcome')
  })
})

describe('resumed listeners', () => {
  const listenAfterUnknown = (search: string) =>
    request(lake, `/data/listen/production?query=*${search}`, {
      token: TOKENS.viewer,
      headers: { 'last-event-id': 'unknown#document' },
    })

  it('receive every event once and in order across dropped connections', async () => {
    const proxy = await startProxy(lake.port)
    const proxiedClient = createTestClient(proxy, TOKENS.viewer)
    const documents = ['res-a', 'res-b', 'res-c']
    await Promise.all(documents.map((_id) => client.createOrReplace({ _id, _type: 'resumed', n: 0 })))
    const listener = await listenTo(proxiedClient, '*[_type == "resumed"]', {}, { enableResume: true })

    const write = async (id: string, count: number): Promise<void> => {
      for (let n = 1; n <= count; n++) await client.patch(id).set({ n }).commit()
    }
    const writes = Promise.all(documents.map((id) => write(id, 40)))
    for (let cutCount = 1; cutCount <= 4; cutCount++) {
      await expect.poll(() => listener.mutations().length).toBeGreaterThan((cutCount - 1) * 20)
      proxy.cut()
      await expect.poll(() => listener.events.filter(({ type }) => type === 'welcomeback')).toHaveLength(cutCount)
    }
    await writes
    await waitForMutations(listener, 120)
    for (const id of documents) {
      const chain = listener.mutations().filter(({ documentId }) => documentId === id)
      expect(chain.map(({ result }) => result?.n)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
      expect(chain.slice(1).map(({ previousRev }) => previousRev)).toEqual(
        chain.slice(0, -1).map(({ resultRev }) => resultRev),
      )
    }
    const loggedIds = lake
      .dataset('production')
      .log.entriesAfter(0, -1)
      .map(({ id, documentId }) => `${id}#${documentId}`)
    const positions = listener.mutations().map(({ eventId }) => loggedIds.indexOf(eventId))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('resume from the welcome event', async () => {
    const proxy = await startProxy(lake.port)
    await client.create({ _type: 'note' })
    const listener = await listenTo(
      createTestClient(proxy, TOKENS.viewer),
      '*[_type == "early"]',
      {},
      { enableResume: true },
    )
    proxy.cut()
    const { _id } = await client.create({ _type: 'early' })
    await waitForMutations(listener, 1)
    expect(listener.mutations()[0]?.documentId).toBe(_id)
  })

  it('receive reset when the last event id is unknown', async () => {
    const response = await listenAfterUnknown('&enableResume=true')
    expect(await readUntil(response, 'event: welcomeback')).toContain('event: reset')
  })

  it('receive a plain welcome without enableResume', async () => {
    const response = await listenAfterUnknown('')
    expect(await readUntil(response, 'event: welcome\n')).not.toContain('reset')
  })
})
