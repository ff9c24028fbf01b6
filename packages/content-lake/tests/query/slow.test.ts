import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createSlowQueries } from '../../slow-queries/pool.ts'
import { type QueryRequest, runQuery } from '../../query/run.ts'
import type { Lake } from '../../server.ts'
import { act, clientOf, testLake, TOKENS, whenDone } from '../fixtures.ts'

const COUNT = 3000

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await testLake()
  client = clientOf(lake, TOKENS.administrator)
  const create = (number: number) => ({ create: { _id: `number-${number}`, _type: 'number', number } })
  await client.mutate(
    Array.from({ length: COUNT }, (_, number) => create(number)),
    { returnDocuments: false },
  )
})

/** Compares each of the first `many` with every number; no index helps. */
const quadratic = (many: number): string =>
  `count(*[_type == "number" && number < ${many} && count(*[_type == "number" && number < ^.number]) >= 0])`

const endless = (n = 0): string => `${quadratic(COUNT)} + ${n} + count(*[${quadratic(COUNT)} > number])`

const request = (query: string, more: Partial<QueryRequest> = {}): QueryRequest => ({
  query,
  params: {},
  perspective: 'published',
  anonymous: false,
  identity: 'someone',
  now: new Date('2026-01-02T00:00:00Z'),
  project: { projectId: 'local', dataset: 'production' },
  ...more,
})

describe('while a slow query runs', () => {
  it('others are answered, and commits go on, of which it sees none or all', async () => {
    const slow = client.fetch(
      `{"before": count(*[_type == "late"]), "slow": ${quadratic(150)}, "after": count(*[_type == "late" && true])}`,
    )
    const progress = { answered: 0, isDone: false }
    const done = slow.finally(() => (progress.isDone = true))
    while (!progress.isDone) {
      await client.create({ _type: 'late' })
      expect(await client.fetch('*[_id == "number-7"][0].number')).toBe(7)
      if (!progress.isDone) progress.answered++
    }
    const { before, after } = await done
    expect(progress.answered).toBeGreaterThan(5)
    expect(after).toBe(before)
  })

  it('hanging up takes it out of the queue, so that the next one gets its turn', async () => {
    const given = new AbortController()
    const all = Array.from({ length: 8 }, (_, n) => client.fetch(endless(n), {}, { signal: given.signal }))
    const outcomes = Promise.allSettled(all)
    // Its response shows that the eight queries have arrived.
    await client.fetch('*[0]')
    given.abort()
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
    const before = process.cpuUsage()
    expect(await client.fetch(quadratic(100))).toBe(100)
    // Each of the eight would have used ten seconds of CPU time.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(20)
  })
})

describe('beside queries that take long', () => {
  it('one that takes a moment does not wait until they are done', async () => {
    // On a busy machine a thread's first query can exceed its time limit.
    await client.fetch(quadratic(100))
    const given = new AbortController()
    const ended: unknown[] = []
    const long = Array.from({ length: 3 }, (_, n) =>
      client.fetch(endless(n), {}, { signal: given.signal }).catch((error: unknown) => ended.push(error)),
    )
    expect(await client.fetch(quadratic(2))).toBe(2)
    expect(ended).toEqual([])
    given.abort()
    await Promise.all(long)
  })
})

describe('a slow query', () => {
  const slowQueries = createSlowQueries()
  whenDone(() => slowQueries.close())
  const slowly = async (dataset: string, asked: QueryRequest): Promise<unknown> =>
    JSON.parse(
      new TextDecoder().decode(await slowQueries.answer(lake.dataset(dataset), asked, new AbortController().signal)),
    )

  it('is answered as a quick one, after every kind of change', async () => {
    const asked = [
      request('*[_type == "note"] | order(_id){..., "by": *[references(^._id)]._id}', { resultSourceMap: true }),
      request('*[_type == $type]{title}', { params: { type: 'note' }, perspective: 'drafts' }),
      request('{"me": identity(), "now": now(), "all": count(*)}', { perspective: 'raw' }),
      request('*[_id in path("drafts.**")]', { perspective: 'raw', anonymous: true }),
    ]
    const expectSame = async () => {
      for (const one of asked) {
        const plain = runQuery(lake.dataset('production').snapshot(), one)
        expect(await slowly('production', one)).toEqual(JSON.parse(JSON.stringify(plain)))
      }
    }
    await client.create({ _id: 'a', _type: 'note', title: 'A' })
    await expectSame()
    await client.create({ _id: 'drafts.a', _type: 'note', title: 'Draft', to: { _ref: 'a', _weak: true } })
    await client.patch('a').set({ title: 'B' }).commit()
    await client.create({ _id: 'gone', _type: 'note' })
    await expectSame()
    await act(client, 'delete', 'gone', { includeDrafts: [], purge: true })
    await expectSame()
  })

  it('ends when its signal says so, and makes room', async () => {
    const given = new AbortController()
    const running = slowQueries.answer(lake.dataset('production'), request(endless()), given.signal)
    const next = slowly('production', request(quadratic(100)))
    given.abort()
    await expect(running).rejects.toMatchObject({ status: 499 })
    expect(await next).toMatchObject({ result: 100 })
  })

  it('reads a dataset that took the place of a deleted one', async () => {
    const titles = () => slowly('second', request('*[_type == "note"].title'))
    for (const title of ['First', 'Second']) {
      await client.datasets.create('second')
      await clientOf(lake, TOKENS.administrator, 'second').create({ _type: 'note', title })
      expect(await titles()).toMatchObject({ result: [title] })
      await client.datasets.delete('second')
    }
  })

  it('is refused as a quick one', async () => {
    await expect(slowly('production', request('*[_id == $nothing]'))).rejects.toMatchObject({
      status: 400,
      body: { error: { type: 'queryParseError', description: expect.stringContaining('$nothing') } },
    })
  })

  it('is refused when too many wait', async () => {
    const given = new AbortController()
    const refused: number[] = []
    const many = Array.from({ length: 60 }, () =>
      client
        .fetch(endless(), {}, { signal: given.signal })
        .catch(({ statusCode }: { statusCode: number }) => refused.push(statusCode)),
    )
    await vi.waitFor(() => expect(refused).toContain(429), { timeout: 15_000, interval: 20 })
    given.abort()
    await Promise.allSettled(many)
  })
})
