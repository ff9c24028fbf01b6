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

  /** Waits for all changes that earlier event loop turns have started. */
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
  // Only what the code under test waits for: file access uses real time.
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

/** Result after `milliseconds` of fake time, or 'pending'. */
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

/** Lets reads get past the disk cache to their query. */
async function untilAsked(count: number): Promise<void> {
  if (asked >= count) return
  await nextTurn()
  return untilAsked(count)
}

describe('fresh answers', () => {
  it('are kept until one of their tags is revalidated, then asked for anew', async () => {
    await know({ title: 'old' })
    expect(await answers.read(says({ title: 'new' }))).toEqual({ title: 'old' })
    expect(asked).toBe(1)
    revalidate()
    expect(await answers.read(says({ title: 'new' }))).toEqual({ title: 'new' })
    expect(await answers.read(says({ title: 'newer' }))).toEqual({ title: 'new' })
    expect(asked).toBe(2)
  })

  it('are asked for anew after an hour, should a webhook have been lost', async () => {
    await know('old')
    vi.advanceTimersByTime(3_600_000 - 11)
    expect(await answers.read(says('new'))).toBe('old')
    vi.advanceTimersByTime(1)
    expect(await answers.read(says('new'))).toBe('new')
  })

  it('are asked for once by fifty who ask at once, with a last good answer and without', async () => {
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

  it('never come from a question that was asked before a revalidation, for somebody who asks after it', async () => {
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

  it('are not replaced by one that was asked for earlier, not even an answer that there is nothing', async () => {
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
  it('gives the last good answer, marks it, and asks again', async () => {
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

  it('throws where there is no last good answer', async () => {
    await expect(answers.read(fails(503))).rejects.toThrow('The service is down')
    expect(files()).toEqual([])
  })

  it('gives the last good answer after a second where the service hangs, and then at once', async () => {
    await knowOutdated('good')
    const hung = held()
    const reader = answers.read(hung.question)
    expect(await after(PATIENCE_MS, reader)).toBe('pending')
    expect(await after(GRACE_MS, reader)).toBe('good')
    expect(await after(0, answers.read(hung.question))).toBe('good')
    expect(asked).toBe(2)
  })

  it('has one visitor wait, however long the service hangs', async () => {
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

  it('asks again once a probe is answered, also what still hangs', async () => {
    await knowOutdated('good')
    const hung = held()
    await after(PATIENCE_MS + GRACE_MS, answers.read(hung.question))
    await vi.advanceTimersByTimeAsync(RETRY_MS)
    expect(await after(0, answers.read(says('new')))).toBe('new')
  })

  it('has no visitor wait where something else has found it to hang', async () => {
    await knowOutdated('good')
    answers.noteFailure(new Error('A timeout'))
    expect(await after(0, answers.read(held().question))).toBe('good')
  })

  it('waits for what was published where the service takes 800 ms', async () => {
    await knowOutdated('good')
    const slow = question(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')))
    expect(await after(800, answers.read(slow))).toBe('new')
  })

  it('takes a response that came in time although the process was busy', async () => {
    await knowOutdated('good')
    const slow = held()
    const reader = answers.read(slow.question)
    await vi.advanceTimersByTimeAsync(PATIENCE_MS)
    slow.resolve('new')
    expect(await after(0, reader)).toBe('new')
  })

  it('waits four seconds where it hangs and there is no last good answer', async () => {
    const hung = held()
    const reader = answers.read(hung.question)
    await untilAsked(1)
    expect(await after(PATIENCE_WITHOUT_LAST_GOOD_MS - 1, reader)).toBe('pending')
    await expect(after(1, reader)).rejects.toThrow('There is no answer')
  })

  it('takes an answer that comes late as the fresh one', async () => {
    await knowOutdated('good')
    const slow = held()
    const reader = answers.read(slow.question)
    expect(await after(PATIENCE_MS + GRACE_MS, reader)).toBe('good')
    slow.resolve('new')
    await store.settled()
    expect(await answers.read(slow.question)).toBe('new')
    expect(asked).toBe(2)
  })

  it('asks other questions beside that, without letting their visitors wait, and twenty at most', async () => {
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

  it('goes by a client error about one question to no other', async () => {
    await know('good')
    await answers.read(says('other', 'other'))
    vi.advanceTimersByTime(10)
    revalidate()
    expect(await answers.read(fails(400))).toBe('good')
    const slow = question(() => new Promise((resolve) => setTimeout(resolve, 800, 'new')), 'other')
    expect(await after(800, answers.read(slow))).toBe('new')
  })
})

describe('the service counts as down', () => {
  it.each([
    [undefined, true],
    [500, true],
    [503, true],
    [408, true],
    [429, true],
    [400, false],
    [404, false],
    [499, false],
  ])('after an error with status %s: %s', async (status, isDown) => {
    await know('good')
    await know('other', 'other')
    revalidate()
    expect(await answers.read(fails(status))).toBe('good')
    const hung = question(() => new Promise(() => undefined), 'other')
    expect(await after(0, answers.read(hung))).toBe(isDown ? 'other' : 'pending')
  })

  it('which the log says once in three seconds, and again after them', async () => {
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

describe('answers that there is nothing', () => {
  it.each([[null], [[]]])('(%j) are kept, and outlive a restart', async (nothing) => {
    expect(await answers.read(says(nothing))).toEqual(nothing)
    expect(await answers.read(says('something'))).toEqual(nothing)
    await store.settled()
    expect(await restarted().read(fails(503))).toEqual(nothing)
  })

  it('take the place of what was there, and give way to what is there later', async () => {
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

  it('are kept of as many questions as there is room for', async () => {
    for (let index = 0; index <= 2_000; index++) await answers.read(says(null, `key-${index}`))
    asked = 0
    await answers.read(says(null, 'key-2000'))
    expect(asked).toBe(0)
    await answers.read(says(null, 'key-0'))
    expect(asked).toBe(1)
  })
})

describe('after a restart', () => {
  it('reads a last good answer from its file once', async () => {
    await know('good')
    answers = restarted()
    expect(await answers.read(fails())).toBe('good')
    rmSync(folder, { recursive: true })
    expect(await answers.read(fails())).toBe('good')
  })

  it('has more answers than those of a few pages in memory', async () => {
    const large = 'a'.repeat(1024 * 1024)
    for (const key of ['one', 'two', 'three']) await know(large, key)
    rmSync(folder, { recursive: true })
    asked = 0
    for (const key of ['one', 'two', 'three']) await answers.read(says('another', key))
    expect(asked).toBe(0)
  })

  it('has the last good answers, and never counts them as fresh', async () => {
    await know({ title: 'größer' })
    const startedAt = Date.now()
    answers = restarted()
    expect(await answers.read(fails())).toEqual({ title: 'größer' })
    expect(usedLastGood([tag], startedAt)).toBe(true)
    answers = restarted()
    expect(await answers.read(says('new'))).toBe('new')
  })

  it.each(['', '{"title":"cut o', '\0\0\0'])('takes a file with garbage (%j) for none', async (garbage) => {
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
