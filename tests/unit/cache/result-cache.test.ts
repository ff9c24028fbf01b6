import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ResultCache,
  type CacheQuery,
  RETRY_INTERVAL_MS,
  wasStaleServed,
} from '../../../lib/platform/cache/result-cache.ts'
import { FileStore } from '../../../lib/platform/cache/file-store.ts'
import { getRevalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { log } from '../../../lib/platform/log/log.ts'

const PATIENCE_MS = 900
const GRACE_MS = 30
const PATIENCE_WITHOUT_STALE_MS = 4_000

class TrackedFileStore extends FileStore {
  readonly #changes: Promise<void>[] = []

  override async write(...args: Parameters<FileStore['write']>) {
    return this.#track(super.write(...args))
  }

  override async delete(key: string) {
    return this.#track(super.delete(key))
  }

  #track(change: Promise<void>) {
    this.#changes.push(change)
    return change
  }

  /** Waits for all file changes that started in earlier event loop turns. */
  async waitUntilSettled() {
    await nextTurn()
    await Promise.all(this.#changes)
    await nextTurn()
  }
}

let folder: string
let store: TrackedFileStore
let answers: ResultCache
/** Unique per test, because revalidated tags are global to the process. */
let tag: string
let requestCount: number
let probe: () => Promise<unknown>
let testCount = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'))
  store = new TrackedFileStore(folder)
  answers = createRestartedCache()
  tag = `tag-${testCount++}`
  requestCount = 0
  probe = async () => undefined
  // Fakes only the timers of the code under test. File access uses real time.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await store.waitUntilSettled()
  rmSync(folder, { recursive: true, force: true })
})

const createRestartedCache = () => new ResultCache(store, () => probe())

const buildQuery = (load: () => Promise<unknown>, key = 'key'): CacheQuery => ({
  key,
  tags: [tag],
  run: () => {
    requestCount += 1
    return load()
  },
})

const buildAnswerQuery = (answer: unknown, key?: string) => buildQuery(async () => answer, key)
const buildFailingQuery = (statusCode?: number) =>
  buildQuery(async () => {
    throw Object.assign(new Error('The service is down'), { statusCode })
  })
function createPendingQuery() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  return { question: buildQuery(() => promise), resolve, reject }
}

const listFiles = () => globSync('*/*', { cwd: folder })

/** Stores a response, then advances the clock. */
async function storeAnswer(answer: unknown, key?: string) {
  expect(await answers.read(buildAnswerQuery(answer, key))).toEqual(answer)
  await store.waitUntilSettled()
  vi.advanceTimersByTime(10)
}

function revalidate() {
  getRevalidatedTags().mark([tag])
  vi.advanceTimersByTime(10)
}

async function storeStaleAnswer(answer: unknown) {
  await storeAnswer(answer)
  revalidate()
}

/** Returns the result after `milliseconds` of fake time, or 'pending'. */
async function settleWithin<T>(milliseconds: number, work: Promise<T>): Promise<T | 'pending'> {
  let outcome: { value: T } | { error: unknown } | undefined
  work.then(
    (value) => (outcome = { value }),
    (error: unknown) => (outcome = { error }),
  )
  await vi.advanceTimersByTimeAsync(milliseconds)
  if (!outcome) return 'pending'
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Waits until `count` queries have started, after their reads missed the disk cache. */
async function waitForRequests(count: number): Promise<void> {
  if (requestCount >= count) return
  await nextTurn()
  return waitForRequests(count)
}

describe('fresh responses', () => {
  it('are cached until one of their tags is revalidated', async () => {
    await storeAnswer({ title: 'old' })
    expect(await answers.read(buildAnswerQuery({ title: 'new' }))).toEqual({ title: 'old' })
    expect(requestCount).toBe(1)
    revalidate()
    expect(await answers.read(buildAnswerQuery({ title: 'new' }))).toEqual({ title: 'new' })
    expect(await answers.read(buildAnswerQuery({ title: 'newer' }))).toEqual({ title: 'new' })
    expect(requestCount).toBe(2)
  })

  it('expire after an hour in case a webhook was lost', async () => {
    await storeAnswer('old')
    vi.advanceTimersByTime(3_600_000 - 11)
    expect(await answers.read(buildAnswerQuery('new'))).toBe('old')
    vi.advanceTimersByTime(1)
    expect(await answers.read(buildAnswerQuery('new'))).toBe('new')
  })

  it('are fetched once for fifty concurrent reads, with and without a stale response', async () => {
    const first = createPendingQuery()
    const parallelReads = Array.from({ length: 50 }, () => answers.read(first.question))
    await waitForRequests(1)
    first.resolve('one')
    expect(new Set(await Promise.all(parallelReads))).toEqual(new Set(['one']))
    await store.waitUntilSettled()
    vi.advanceTimersByTime(10)
    revalidate()
    const second = createPendingQuery()
    const laterReads = Array.from({ length: 50 }, () => answers.read(second.question))
    second.resolve('two')
    expect(new Set(await Promise.all(laterReads))).toEqual(new Set(['two']))
    expect(requestCount).toBe(2)
  })

  it('never come from a query that started before the last revalidation', async () => {
    await storeStaleAnswer('first')
    const early = createPendingQuery()
    const earlyReader = answers.read(early.question)
    vi.advanceTimersByTime(10)
    revalidate()
    const late = createPendingQuery()
    const lateReader = answers.read(late.question)
    late.resolve('new')
    expect(await lateReader).toBe('new')
    early.resolve('old')
    expect(await earlyReader).toBe('old')
    expect(await answers.read(buildAnswerQuery('another'))).toBe('new')
    expect(requestCount).toBe(3)
  })

  it('are not overwritten by an earlier query that finishes later', async () => {
    await storeStaleAnswer('first')
    const early = createPendingQuery()
    const earlyReader = answers.read(early.question)
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(buildAnswerQuery(null))).toBeNull()
    early.resolve('deleted since')
    await earlyReader
    expect(await answers.read(buildAnswerQuery('another'))).toBeNull()
    await store.waitUntilSettled()
    expect(await createRestartedCache().read(buildFailingQuery(503))).toBeNull()
  })
})

describe('while the service is down', () => {
  it('reads return the stale response, report its use and query again', async () => {
    await storeStaleAnswer('good')
    const startedAt = Date.now()
    expect(wasStaleServed([tag], startedAt)).toBe(false)
    expect(await answers.read(buildFailingQuery(503))).toBe('good')
    expect(wasStaleServed([tag], startedAt)).toBe(true)
    expect(wasStaleServed(['another tag'], startedAt)).toBe(false)
    expect(await answers.read(buildFailingQuery(503))).toBe('good')
    expect(requestCount).toBe(3)
    await vi.advanceTimersByTimeAsync(RETRY_INTERVAL_MS)
    const restartedAt = Date.now()
    expect(await answers.read(buildAnswerQuery('new'))).toBe('new')
    expect(wasStaleServed([tag], restartedAt)).toBe(false)
  })

  it('reads throw if there is no stale response', async () => {
    await expect(answers.read(buildFailingQuery(503))).rejects.toThrow('The service is down')
    expect(listFiles()).toEqual([])
  })

  it('reads fall back to the stale response after a second, later reads immediately', async () => {
    await storeStaleAnswer('good')
    const hung = createPendingQuery()
    const reader = answers.read(hung.question)
    expect(await settleWithin(PATIENCE_MS, reader)).toBe('pending')
    expect(await settleWithin(GRACE_MS, reader)).toBe('good')
    expect(await settleWithin(0, answers.read(hung.question))).toBe('good')
    expect(requestCount).toBe(2)
  })

  it('only one visitor waits, however long the service hangs', async () => {
    probe = () => new Promise((_, reject) => setTimeout(reject, 1_000))
    await storeAnswer('good')
    await storeAnswer('other', 'other')
    revalidate()
    const createHangingQuery = (key: string) =>
      buildQuery(() => new Promise((_, reject) => setTimeout(reject, 10_000)), key)
    await settleWithin(PATIENCE_MS + GRACE_MS, answers.read(createHangingQuery('key')))
    for (let minute = 0; minute < 3; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await settleWithin(0, answers.read(createHangingQuery('key')))).toBe('good')
      expect(await settleWithin(0, answers.read(createHangingQuery('other')))).toBe('other')
    }
  })

  it('queries resume after a successful probe, even for a query that still hangs', async () => {
    await storeStaleAnswer('good')
    const hung = createPendingQuery()
    await settleWithin(PATIENCE_MS + GRACE_MS, answers.read(hung.question))
    await vi.advanceTimersByTimeAsync(RETRY_INTERVAL_MS)
    expect(await settleWithin(0, answers.read(buildAnswerQuery('new')))).toBe('new')
  })

  it('no visitor waits after another component reports a timeout', async () => {
    await storeStaleAnswer('good')
    answers.reportFailure(new Error('A timeout'))
    expect(await settleWithin(0, answers.read(createPendingQuery().question))).toBe('good')
  })

  it('reads still wait for new content if the service takes 800 ms', async () => {
    await storeStaleAnswer('good')
    const slow = buildQuery(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')))
    expect(await settleWithin(800, answers.read(slow))).toBe('new')
  })

  it('a response that arrives at the deadline is still used', async () => {
    await storeStaleAnswer('good')
    const slow = createPendingQuery()
    const reader = answers.read(slow.question)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    slow.resolve('new')
    expect(await settleWithin(0, reader)).toBe('new')
  })

  it('reads fail after four seconds if there is no stale response', async () => {
    const hung = createPendingQuery()
    const reader = answers.read(hung.question)
    await waitForRequests(1)
    expect(await settleWithin(PATIENCE_WITHOUT_STALE_MS - 1, reader)).toBe('pending')
    await expect(settleWithin(1, reader)).rejects.toThrow('No response within')
  })

  it('a late response is cached as fresh', async () => {
    await storeStaleAnswer('good')
    const slow = createPendingQuery()
    const reader = answers.read(slow.question)
    expect(await settleWithin(PATIENCE_MS + GRACE_MS, reader)).toBe('good')
    slow.resolve('new')
    await store.waitUntilSettled()
    expect(await answers.read(slow.question)).toBe('new')
    expect(requestCount).toBe(2)
  })

  it('at most twenty queries run in the background without delaying visitors', async () => {
    for (let index = 0; index < 30; index++) await storeAnswer(index, `key-${index}`)
    revalidate()
    const hung = createPendingQuery()
    const first = answers.read({ ...hung.question, key: 'key-0' })
    await settleWithin(PATIENCE_MS + GRACE_MS, first)
    requestCount = 0
    for (let index = 0; index < 30; index++) {
      expect(await settleWithin(0, answers.read({ ...hung.question, key: `key-${index}` }))).toBe(index)
    }
    expect(requestCount).toBe(19)
  })

  it('a client error for one query does not affect other queries', async () => {
    await storeAnswer('good')
    await answers.read(buildAnswerQuery('other', 'other'))
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(buildFailingQuery(400))).toBe('good')
    const slow = buildQuery(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')), 'other')
    expect(await settleWithin(800, answers.read(slow))).toBe('new')
  })
})

describe('service outage', () => {
  it.each([
    [undefined, true],
    [500, true],
    [503, true],
    [408, true],
    [429, true],
    [400, false],
    [404, false],
    [499, false],
  ])('is detected after an error with status %s: %s', async (status, isDown) => {
    await storeAnswer('good')
    await storeAnswer('other', 'other')
    revalidate()
    expect(await answers.read(buildFailingQuery(status))).toBe('good')
    const hung = buildQuery(() => new Promise(() => undefined), 'other')
    expect(await settleWithin(0, answers.read(hung))).toBe(isDown ? 'other' : 'pending')
  })

  it('is logged at most once every three seconds', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    await storeStaleAnswer('good')
    await answers.read(buildFailingQuery(503))
    await answers.read(buildFailingQuery(503))
    await store.waitUntilSettled()
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, expect.any(String))
    vi.advanceTimersByTime(3_000)
    await answers.read(buildFailingQuery(503))
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })
})

describe('empty responses', () => {
  it.each([[null], [[]]])('(%j) are cached and survive a restart', async (emptyAnswer) => {
    expect(await answers.read(buildAnswerQuery(emptyAnswer))).toEqual(emptyAnswer)
    expect(await answers.read(buildAnswerQuery('something'))).toEqual(emptyAnswer)
    await store.waitUntilSettled()
    expect(await createRestartedCache().read(buildFailingQuery(503))).toEqual(emptyAnswer)
  })

  it('replace a cached response and are replaced by later content', async () => {
    await storeStaleAnswer('page')
    expect(await answers.read(buildAnswerQuery(null))).toBeNull()
    await store.waitUntilSettled()
    expect(listFiles()).toHaveLength(1)
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(buildAnswerQuery('page again'))).toBe('page again')
    expect(await answers.read(buildAnswerQuery('another'))).toBe('page again')
    await store.waitUntilSettled()
    expect(listFiles()).toHaveLength(1)
  })

  it('are evicted beyond 2,000 queries', async () => {
    for (let index = 0; index <= 2_000; index++) await answers.read(buildAnswerQuery(null, `key-${index}`))
    requestCount = 0
    await answers.read(buildAnswerQuery(null, 'key-2000'))
    expect(requestCount).toBe(0)
    await answers.read(buildAnswerQuery(null, 'key-0'))
    expect(requestCount).toBe(1)
  })
})

describe('after a restart', () => {
  it('stale responses are read from disk only once', async () => {
    await storeAnswer('good')
    answers = createRestartedCache()
    expect(await answers.read(buildFailingQuery())).toBe('good')
    rmSync(folder, { recursive: true })
    expect(await answers.read(buildFailingQuery())).toBe('good')
  })

  it('the memory cache holds several large responses', async () => {
    const large = 'a'.repeat(1024 * 1024)
    for (const key of ['one', 'two', 'three']) await storeAnswer(large, key)
    rmSync(folder, { recursive: true })
    requestCount = 0
    for (const key of ['one', 'two', 'three']) await answers.read(buildAnswerQuery('another', key))
    expect(requestCount).toBe(0)
  })

  it('responses from disk are served as stale and never as fresh', async () => {
    await storeAnswer({ title: 'größer' })
    const startedAt = Date.now()
    answers = createRestartedCache()
    expect(await answers.read(buildFailingQuery())).toEqual({ title: 'größer' })
    expect(wasStaleServed([tag], startedAt)).toBe(true)
    answers = createRestartedCache()
    expect(await answers.read(buildAnswerQuery('new'))).toBe('new')
  })

  it.each(['', '{"title":"cut o', '\0\0\0'])('a corrupt cache file (%j) counts as missing', async (garbage) => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    await storeAnswer('good')
    writeFileSync(join(folder, listFiles()[0] ?? ''), garbage)
    answers = createRestartedCache()
    await expect(answers.read(buildFailingQuery())).rejects.toThrow('The service is down')
    expect(error).toHaveBeenCalledExactlyOnceWith({ err: expect.any(SyntaxError) }, expect.any(String))
    error.mockRestore()
    expect(await answers.read(buildAnswerQuery('new'))).toBe('new')
    await store.waitUntilSettled()
    expect(await createRestartedCache().read(buildFailingQuery())).toBe('new')
  })
})
