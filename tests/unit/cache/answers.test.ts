import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Answers, type Question, RETRY_MS, usedLastGood } from '../../../lib/platform/cache/answers.ts'
import { FileStore } from '../../../lib/platform/cache/file-store.ts'
import { revalidatedTags } from '../../../lib/platform/cache/revalidated-tags.ts'
import { log } from '../../../lib/platform/log/log.ts'

const PATIENCE_MS = 900
const GRACE_MS = 30
const PATIENCE_WITHOUT_LAST_GOOD_MS = 4_000

class WatchedFiles extends FileStore {
  readonly #changes: Promise<void>[] = []

  override async write(...args: Parameters<FileStore['write']>) {
    return this.#watched(super.write(...args))
  }

  override async delete(key: string) {
    return this.#watched(super.delete(key))
  }

  #watched(change: Promise<void>) {
    this.#changes.push(change)
    return change
  }

  /** Waits for all file changes that started in earlier event loop turns. */
  async settled() {
    await nextTurn()
    await Promise.all(this.#changes)
    await nextTurn()
  }
}

let folder: string
let store: WatchedFiles
let answers: Answers
/** Unique per test, because revalidated tags are global to the process. */
let tag: string
let asked: number
let probe: () => Promise<unknown>
let tests = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'answers-'))
  store = new WatchedFiles(folder)
  answers = restarted()
  tag = `tag-${tests++}`
  asked = 0
  probe = async () => undefined
  // Fakes only the timers of the code under test. File access uses real time.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await store.settled()
  rmSync(folder, { recursive: true, force: true })
})

const restarted = () => new Answers(store, () => probe())

const question = (ask: () => Promise<unknown>, key = 'key'): Question => ({
  key,
  tags: [tag],
  ask: () => {
    asked += 1
    return ask()
  },
})

const says = (answer: unknown, key?: string) => question(async () => answer, key)
const fails = (statusCode?: number) =>
  question(async () => {
    throw Object.assign(new Error('The service is down'), { statusCode })
  })
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  return { question: question(() => promise), resolve, reject }
}

const files = () => globSync('*/*', { cwd: folder })

/** Stores a response, then advances the clock. */
async function know(answer: unknown, key?: string) {
  expect(await answers.read(says(answer, key))).toEqual(answer)
  await store.settled()
  vi.advanceTimersByTime(10)
}

function revalidate() {
  revalidatedTags().mark([tag])
  vi.advanceTimersByTime(10)
}

async function knowOutdated(answer: unknown) {
  await know(answer)
  revalidate()
}

/** Returns the result after `milliseconds` of fake time, or 'pending'. */
async function after<T>(milliseconds: number, work: Promise<T>): Promise<T | 'pending'> {
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
async function untilAsked(count: number): Promise<void> {
  if (asked >= count) return
  await nextTurn()
  return untilAsked(count)
}

describe('fresh responses', () => {
  it('are cached until one of their tags is revalidated', async () => {
    await know({ title: 'old' })
    expect(await answers.read(says({ title: 'new' }))).toEqual({ title: 'old' })
    expect(asked).toBe(1)
    revalidate()
    expect(await answers.read(says({ title: 'new' }))).toEqual({ title: 'new' })
    expect(await answers.read(says({ title: 'newer' }))).toEqual({ title: 'new' })
    expect(asked).toBe(2)
  })

  it('expire after an hour in case a webhook was lost', async () => {
    await know('old')
    vi.advanceTimersByTime(3_600_000 - 11)
    expect(await answers.read(says('new'))).toBe('old')
    vi.advanceTimersByTime(1)
    expect(await answers.read(says('new'))).toBe('new')
  })

  it('are fetched once for fifty concurrent reads, with and without a stale response', async () => {
    const first = held()
    const together = Array.from({ length: 50 }, () => answers.read(first.question))
    await untilAsked(1)
    first.resolve('one')
    expect(new Set(await Promise.all(together))).toEqual(new Set(['one']))
    await store.settled()
    vi.advanceTimersByTime(10)
    revalidate()
    const second = held()
    const again = Array.from({ length: 50 }, () => answers.read(second.question))
    second.resolve('two')
    expect(new Set(await Promise.all(again))).toEqual(new Set(['two']))
    expect(asked).toBe(2)
  })

  it('never come from a query that started before the last revalidation', async () => {
    await knowOutdated('first')
    const early = held()
    const earlyReader = answers.read(early.question)
    vi.advanceTimersByTime(10)
    revalidate()
    const late = held()
    const lateReader = answers.read(late.question)
    late.resolve('new')
    expect(await lateReader).toBe('new')
    early.resolve('old')
    expect(await earlyReader).toBe('old')
    expect(await answers.read(says('another'))).toBe('new')
    expect(asked).toBe(3)
  })

  it('are not overwritten by an earlier query that finishes later', async () => {
    await knowOutdated('first')
    const early = held()
    const earlyReader = answers.read(early.question)
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(says(null))).toBeNull()
    early.resolve('deleted since')
    await earlyReader
    expect(await answers.read(says('another'))).toBeNull()
    await store.settled()
    expect(await restarted().read(fails(503))).toBeNull()
  })
})

describe('while the service is down', () => {
  it('reads return the stale response, report its use and query again', async () => {
    await knowOutdated('good')
    const startedAt = Date.now()
    expect(usedLastGood([tag], startedAt)).toBe(false)
    expect(await answers.read(fails(503))).toBe('good')
    expect(usedLastGood([tag], startedAt)).toBe(true)
    expect(usedLastGood(['another tag'], startedAt)).toBe(false)
    expect(await answers.read(fails(503))).toBe('good')
    expect(asked).toBe(3)
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    const startedLater = Date.now()
    expect(await answers.read(says('new'))).toBe('new')
    expect(usedLastGood([tag], startedLater)).toBe(false)
  })

  it('reads throw if there is no stale response', async () => {
    await expect(answers.read(fails(503))).rejects.toThrow('The service is down')
    expect(files()).toEqual([])
  })

  it('reads fall back to the stale response after a second, later reads at once', async () => {
    await knowOutdated('good')
    const hung = held()
    const reader = answers.read(hung.question)
    expect(await after(PATIENCE_MS, reader)).toBe('pending')
    expect(await after(GRACE_MS, reader)).toBe('good')
    expect(await after(0, answers.read(hung.question))).toBe('good')
    expect(asked).toBe(2)
  })

  it('only one visitor waits, however long the service hangs', async () => {
    probe = () => new Promise((_, reject) => setTimeout(reject, 1_000))
    await know('good')
    await know('other', 'other')
    revalidate()
    const hang = (key: string) => question(() => new Promise((_, reject) => setTimeout(reject, 10_000)), key)
    await after(PATIENCE_MS + GRACE_MS, answers.read(hang('key')))
    for (let minute = 0; minute < 3; minute++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await after(0, answers.read(hang('key')))).toBe('good')
      expect(await after(0, answers.read(hang('other')))).toBe('other')
    }
  })

  it('queries resume after a successful probe, even for a query that still hangs', async () => {
    await knowOutdated('good')
    const hung = held()
    await after(PATIENCE_MS + GRACE_MS, answers.read(hung.question))
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(await after(0, answers.read(says('new')))).toBe('new')
  })

  it('no visitor waits after another component reports a timeout', async () => {
    await knowOutdated('good')
    answers.noteFailure(new Error('A timeout'))
    expect(await after(0, answers.read(held().question))).toBe('good')
  })

  it('reads still wait for new content if the service takes 800 ms', async () => {
    await knowOutdated('good')
    const slow = question(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')))
    expect(await after(800, answers.read(slow))).toBe('new')
  })

  it('a response that arrives at the deadline is still used', async () => {
    await knowOutdated('good')
    const slow = held()
    const reader = answers.read(slow.question)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    slow.resolve('new')
    expect(await after(0, reader)).toBe('new')
  })

  it('reads without a stale response fail after four seconds', async () => {
    const hung = held()
    const reader = answers.read(hung.question)
    await untilAsked(1)
    expect(await after(PATIENCE_WITHOUT_LAST_GOOD_MS - 1, reader)).toBe('pending')
    await expect(after(1, reader)).rejects.toThrow('No response within')
  })

  it('a late response is cached as fresh', async () => {
    await knowOutdated('good')
    const slow = held()
    const reader = answers.read(slow.question)
    expect(await after(PATIENCE_MS + GRACE_MS, reader)).toBe('good')
    slow.resolve('new')
    await store.settled()
    expect(await answers.read(slow.question)).toBe('new')
    expect(asked).toBe(2)
  })

  it('at most twenty queries run in the background without delaying visitors', async () => {
    for (let index = 0; index < 30; index++) await know(index, `key-${index}`)
    revalidate()
    const hung = held()
    const first = answers.read({ ...hung.question, key: 'key-0' })
    await after(PATIENCE_MS + GRACE_MS, first)
    asked = 0
    for (let index = 0; index < 30; index++) {
      expect(await after(0, answers.read({ ...hung.question, key: `key-${index}` }))).toBe(index)
    }
    expect(asked).toBe(19)
  })

  it('a client error for one query does not affect other queries', async () => {
    await know('good')
    await answers.read(says('other', 'other'))
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(fails(400))).toBe('good')
    const slow = question(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')), 'other')
    expect(await after(800, answers.read(slow))).toBe('new')
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
    await know('good')
    await know('other', 'other')
    revalidate()
    expect(await answers.read(fails(status))).toBe('good')
    const hung = question(() => new Promise(() => undefined), 'other')
    expect(await after(0, answers.read(hung))).toBe(isDown ? 'other' : 'pending')
  })

  it('is logged at most once every three seconds', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
    await knowOutdated('good')
    await answers.read(fails(503))
    await answers.read(fails(503))
    await store.settled()
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, expect.any(String))
    vi.advanceTimersByTime(3_000)
    await answers.read(fails(503))
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })
})

describe('empty responses', () => {
  it.each([[null], [[]]])('(%j) are cached and survive a restart', async (nothing) => {
    expect(await answers.read(says(nothing))).toEqual(nothing)
    expect(await answers.read(says('something'))).toEqual(nothing)
    await store.settled()
    expect(await restarted().read(fails(503))).toEqual(nothing)
  })

  it('replace a cached response and are replaced by later content', async () => {
    await knowOutdated('page')
    expect(await answers.read(says(null))).toBeNull()
    await store.settled()
    expect(files()).toHaveLength(1)
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(says('page again'))).toBe('page again')
    expect(await answers.read(says('another'))).toBe('page again')
    await store.settled()
    expect(files()).toHaveLength(1)
  })

  it('are evicted beyond 2,000 queries', async () => {
    for (let index = 0; index <= 2_000; index++) await answers.read(says(null, `key-${index}`))
    asked = 0
    await answers.read(says(null, 'key-2000'))
    expect(asked).toBe(0)
    await answers.read(says(null, 'key-0'))
    expect(asked).toBe(1)
  })
})

describe('after a restart', () => {
  it('stale responses are read from disk only once', async () => {
    await know('good')
    answers = restarted()
    expect(await answers.read(fails())).toBe('good')
    rmSync(folder, { recursive: true })
    expect(await answers.read(fails())).toBe('good')
  })

  it('the memory cache holds several large responses', async () => {
    const large = 'a'.repeat(1024 * 1024)
    for (const key of ['one', 'two', 'three']) await know(large, key)
    rmSync(folder, { recursive: true })
    asked = 0
    for (const key of ['one', 'two', 'three']) await answers.read(says('another', key))
    expect(asked).toBe(0)
  })

  it('responses from disk are served as stale and never as fresh', async () => {
    await know({ title: 'größer' })
    const startedAt = Date.now()
    answers = restarted()
    expect(await answers.read(fails())).toEqual({ title: 'größer' })
    expect(usedLastGood([tag], startedAt)).toBe(true)
    answers = restarted()
    expect(await answers.read(says('new'))).toBe('new')
  })

  it.each(['', '{"title":"cut o', '\0\0\0'])('a corrupt cache file (%j) counts as missing', async (garbage) => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    await know('good')
    writeFileSync(join(folder, files()[0] ?? ''), garbage)
    answers = restarted()
    await expect(answers.read(fails())).rejects.toThrow('The service is down')
    expect(error).toHaveBeenCalledExactlyOnceWith({ err: expect.any(SyntaxError) }, expect.any(String))
    error.mockRestore()
    expect(await answers.read(says('new'))).toBe('new')
    await store.settled()
    expect(await restarted().read(fails())).toBe('new')
  })
})
