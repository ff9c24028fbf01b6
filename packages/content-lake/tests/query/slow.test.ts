import type { SanityClient } from '@sanity/client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createSlowQueries } from '../../slow-queries/pool.ts'
import { type QueryRequest, runQuery } from '../../query/run.ts'
import type { Lake } from '../../server.ts'
import { performAction, createTestClient, startTestLake, TOKENS, whenDone } from '../fixtures.ts'

const DOCUMENT_COUNT = 3000

let lake: Lake
let client: SanityClient

beforeAll(async () => {
  lake = await startTestLake()
  client = createTestClient(lake, TOKENS.administrator)
  const buildMutation = (number: number) => ({ create: { _id: `number-${number}`, _type: 'number', number } })
  await client.mutate(
    Array.from({ length: DOCUMENT_COUNT }, (_, number) => buildMutation(number)),
    { returnDocuments: false },
  )
})

/** Builds a query that compares each of the first `count` numbers with every number. No index helps. */
const buildQuadraticQuery = (count: number): string =>
  `count(*[_type == "number" && number < ${count} && count(*[_type == "number" && number < ^.number]) >= 0])`

const buildEndlessQuery = (n = 0): string =>
  `${buildQuadraticQuery(DOCUMENT_COUNT)} + ${n} + count(*[${buildQuadraticQuery(DOCUMENT_COUNT)} > number])`

const buildRequest = (query: string, overrides: Partial<QueryRequest> = {}): QueryRequest => ({
  query,
  params: {},
  perspective: 'published',
  anonymous: false,
  identity: 'someone',
  now: new Date('2026-01-02T00:00:00Z'),
  project: { projectId: 'local', dataset: 'production' },
  ...overrides,
})

describe('running slow queries', () => {
  it('block neither other queries nor commits, and read one snapshot', async () => {
    const slowQuery = client.fetch(
      `{"before": count(*[_type == "late"]), "slow": ${buildQuadraticQuery(150)}, "after": count(*[_type == "late" && true])}`,
    )
    const progress = { answered: 0, isDone: false }
    const completion = slowQuery.finally(() => (progress.isDone = true))
    while (!progress.isDone) {
      await client.create({ _type: 'late' })
      expect(await client.fetch('*[_id == "number-7"][0].number')).toBe(7)
      if (!progress.isDone) progress.answered++
    }
    const { before, after } = await completion
    expect(progress.answered).toBeGreaterThan(5)
    expect(after).toBe(before)
  })

  it('leave the queue when the client disconnects', async () => {
    const abortController = new AbortController()
    const queries = Array.from({ length: 8 }, (_, n) =>
      client.fetch(buildEndlessQuery(n), {}, { signal: abortController.signal }),
    )
    const outcomes = Promise.allSettled(queries)
    // A response to this query means that the eight slow queries have arrived.
    await client.fetch('*[0]')
    abortController.abort()
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true)
    const usageBefore = process.cpuUsage()
    expect(await client.fetch(buildQuadraticQuery(100))).toBe(100)
    // Each of the eight queries would use ten seconds of CPU time if it still ran.
    expect(process.cpuUsage(usageBefore).user / 1_000_000).toBeLessThan(20)
  })
})

describe('medium queries', () => {
  it('do not wait for long queries', async () => {
    // Warm-up: on a busy machine, the first query of a thread can exceed its time limit.
    await client.fetch(buildQuadraticQuery(100))
    const abortController = new AbortController()
    const failures: unknown[] = []
    const longQueries = Array.from({ length: 3 }, (_, n) =>
      client
        .fetch(buildEndlessQuery(n), {}, { signal: abortController.signal })
        .catch((error: unknown) => failures.push(error)),
    )
    expect(await client.fetch(buildQuadraticQuery(2))).toBe(2)
    expect(failures).toEqual([])
    abortController.abort()
    await Promise.all(longQueries)
  })
})

describe('slow query workers', () => {
  const slowQueries = createSlowQueries()
  whenDone(() => slowQueries.close())
  const runInSlowLane = async (dataset: string, queryRequest: QueryRequest): Promise<unknown> =>
    JSON.parse(
      new TextDecoder().decode(
        await slowQueries.answer(lake.dataset(dataset), queryRequest, new AbortController().signal),
      ),
    )

  it('return the same results as the main thread after each change', async () => {
    const queryRequests = [
      buildRequest('*[_type == "note"] | order(_id){..., "by": *[references(^._id)]._id}', { resultSourceMap: true }),
      buildRequest('*[_type == $type]{title}', { params: { type: 'note' }, perspective: 'drafts' }),
      buildRequest('{"me": identity(), "now": now(), "all": count(*)}', { perspective: 'raw' }),
      buildRequest('*[_id in path("drafts.**")]', { perspective: 'raw', anonymous: true }),
    ]
    const expectSame = async () => {
      for (const queryRequest of queryRequests) {
        const expected = runQuery(lake.dataset('production').snapshot(), queryRequest)
        expect(await runInSlowLane('production', queryRequest)).toEqual(JSON.parse(JSON.stringify(expected)))
      }
    }
    await client.create({ _id: 'a', _type: 'note', title: 'A' })
    await expectSame()
    await client.create({ _id: 'drafts.a', _type: 'note', title: 'Draft', to: { _ref: 'a', _weak: true } })
    await client.patch('a').set({ title: 'B' }).commit()
    await client.create({ _id: 'gone', _type: 'note' })
    await expectSame()
    await performAction(client, 'delete', 'gone', { includeDrafts: [], purge: true })
    await expectSame()
  })

  it('stop on abort and free their slot', async () => {
    const abortController = new AbortController()
    const pending = slowQueries.answer(
      lake.dataset('production'),
      buildRequest(buildEndlessQuery()),
      abortController.signal,
    )
    const next = runInSlowLane('production', buildRequest(buildQuadraticQuery(100)))
    abortController.abort()
    await expect(pending).rejects.toMatchObject({ status: 499 })
    expect(await next).toMatchObject({ result: 100 })
  })

  it('read a recreated dataset of the same name', async () => {
    const fetchTitles = () => runInSlowLane('second', buildRequest('*[_type == "note"].title'))
    for (const title of ['First', 'Second']) {
      await client.datasets.create('second')
      await createTestClient(lake, TOKENS.administrator, 'second').create({ _type: 'note', title })
      expect(await fetchTitles()).toMatchObject({ result: [title] })
      await client.datasets.delete('second')
    }
  })

  it('return the same errors as the main thread', async () => {
    await expect(runInSlowLane('production', buildRequest('*[_id == $nothing]'))).rejects.toMatchObject({
      status: 400,
      body: { error: { type: 'queryParseError', description: expect.stringContaining('$nothing') } },
    })
  })

  it('return 429 when the queue is full', async () => {
    const abortController = new AbortController()
    const statusCodes: number[] = []
    const queries = Array.from({ length: 60 }, () =>
      client
        .fetch(buildEndlessQuery(), {}, { signal: abortController.signal })
        .catch(({ statusCode }: { statusCode: number }) => statusCodes.push(statusCode)),
    )
    await vi.waitFor(() => expect(statusCodes).toContain(429), { timeout: 15_000, interval: 20 })
    abortController.abort()
    await Promise.allSettled(queries)
  })
})
