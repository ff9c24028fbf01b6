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

/** Builds a query that compares each of the first `many` numbers with every number. No index helps. */
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

describe('running slow queries', () => {
  it('block neither other queries nor commits, and read one snapshot', async () => {
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

  it('leave the queue when the client disconnects', async () => {
    const given = new AbortController()
    const all = Array.from({ length: 8 }, (_, n) => client.fetch(endless(n), {}, { signal: given.signal }))
    const outcomes = Promise.allSettled(all)
    // The response to this query shows that the eight slow queries have arrived.
    await client.fetch('*[0]')
    given.abort()
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
    const before = process.cpuUsage()
    expect(await client.fetch(quadratic(100))).toBe(100)
    // Each of the eight queries would use ten seconds of CPU time if it still ran.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(20)
  })
})

describe('medium queries', () => {
  it('do not wait for long queries', async () => {
    // Warm-up: on a busy machine, the first query of a thread can exceed its time limit.
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

describe('slow query workers', () => {
  const slowQueries = createSlowQueries()
  whenDone(() => slowQueries.close())
  const slowly = async (dataset: string, asked: QueryRequest): Promise<unknown> =>
    JSON.parse(
      new TextDecoder().decode(await slowQueries.answer(lake.dataset(dataset), asked, new AbortController().signal)),
    )

  it('return the same results as the main thread after each change', async () => {
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

  it('stop on abort and free their slot', async () => {
    const given = new AbortController()
    const running = slowQueries.answer(lake.dataset('production'), request(endless()), given.signal)
    const next = slowly('production', request(quadratic(100)))
    given.abort()
    await expect(running).rejects.toMatchObject({ status: 499 })
    expect(await next).toMatchObject({ result: 100 })
  })

  it('read a recreated dataset of the same name', async () => {
    const titles = () => slowly('second', request('*[_type == "note"].title'))
    for (const title of ['First', 'Second']) {
      await client.datasets.create('second')
      await clientOf(lake, TOKENS.administrator, 'second').create({ _type: 'note', title })
      expect(await titles()).toMatchObject({ result: [title] })
      await client.datasets.delete('second')
    }
  })

  it('return the same errors as the main thread', async () => {
    await expect(slowly('production', request('*[_id == $nothing]'))).rejects.toMatchObject({
      status: 400,
      body: { error: { type: 'queryParseError', description: expect.stringContaining('$nothing') } },
    })
  })

  it('return 429 when the queue is full', async () => {
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
