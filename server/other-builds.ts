import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { buildFileBytes, buildFilePaths, deleteOldBuildFiles, keepBuildFiles } from '../lib/build-files/store.ts'
import { database, type Database, withDatabase } from '../lib/db/client.ts'
import { withDeadline } from '../lib/deadline.ts'
import { log } from '../lib/log/log.ts'
import { type Polling, startPolling } from '../lib/polling.ts'
import type { Answer } from './answer.ts'
import { builtFileAnswer, bytesOfAnswers } from './static-files.ts'

/**
 * Paths of files that are named by their content, of the types that pages need: the framework's style sheets, scripts and
 * fonts, its lists of these in the folder of a build, and the scripts of browser/.
 */
const NAMED_BY_CONTENT =
  /^\/(?:_next\/static\/(?:chunks\/[\w~-]{10,80}\.(?:css|js)|media\/[\w.~-]{10,120}\.woff2|[\w-]{16,32}\/_\w{4,40}\.js)|scripts\/[a-z-]{1,40}-[0-9a-f]{10}\.js)$/

/** Bytes of files of other builds kept in memory. */
const MAX_MEMORY = 8 * 1024 * 1024

/** Milliseconds between two looks at which files there are, so that made-up names do not reach the database. */
const LOOK_EVERY_MS = 1_000

/** Milliseconds that a start waits until the other processes can have its files. */
const START_PATIENCE_MS = 5_000

/** Milliseconds between two times that a process says which files it has, and before the next try of one that failed. */
const KEEP_EVERY_MS = 24 * 60 * 60_000
const KEEP_AGAIN_MS = 60_000

export type OtherBuildsOptions = {
  databaseUrl: string
  /** Paths of the files of this build. */
  own: string[]
  read: (path: string) => Promise<Buffer>
  clock?: () => Date
  /** Asks the database for a visitor; by default within the deadline of a request. */
  ask?: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
}

/**
 * Files of other builds of the site, which run beside this one during a rollout, or did before it: pages name files of one
 * build, and whoever has such a page may ask any process for them. Each process stores its own in the database.
 */
export class OtherBuilds {
  readonly #options: Required<OtherBuildsOptions>
  readonly #answers = new LRUCache<string, Answer>({ maxSize: MAX_MEMORY, ...bytesOfAnswers })
  #names: ReadonlySet<string> = new Set()
  #lastLook = Number.NEGATIVE_INFINITY
  /** A look that has not begun yet: whoever asks meanwhile waits for the same one. */
  #nextLook: Promise<void> | undefined
  readonly #loading = new Map<string, Promise<Answer | undefined>>()
  #polling: Polling | undefined

  constructor(options: OtherBuildsOptions) {
    this.#options = {
      clock: () => new Date(),
      ask: (work) => withDatabase(options.databaseUrl, work),
      ...options,
      own: options.own.filter((path) => NAMED_BY_CONTENT.test(path)),
    }
  }

  /** Stores the files of this build from now on; resolves when they are stored, or cannot be in time. */
  async start(): Promise<void> {
    let keptAt = Number.NEGATIVE_INFINITY
    const { promise: stored, resolve } = Promise.withResolvers<void>()
    const keep = async () => {
      const { databaseUrl, own, read, clock } = this.#options
      const now = clock()
      if (now.getTime() - keptAt < KEEP_EVERY_MS) return
      // Without the deadline of a request: the first time these are several megabytes.
      const db = await database(databaseUrl)
      await keepBuildFiles(db, own, read, now)
      keptAt = now.getTime()
      resolve()
      const deleted = await deleteOldBuildFiles(db, now)
      if (deleted > 0) log.info({ files: deleted }, 'Files of builds that nobody serves any more are deleted')
    }
    const onFailure = (err: unknown) => log.warn({ err }, 'The files of this build wait for the database')
    this.#polling = startPolling([{ look: keep, onFailure }], KEEP_AGAIN_MS)
    await withDeadline(stored, START_PATIENCE_MS, () => undefined)
  }

  stop = async (): Promise<void> => this.#polling?.stop()

  /** The file at a path; undefined where no build has it, or the database cannot say. */
  async find(path: string): Promise<Answer | undefined> {
    const kept = this.#answers.get(path)
    if (kept) return kept
    if (!NAMED_BY_CONTENT.test(path)) return undefined
    try {
      // What is not known may have been stored since: a look that begins after this question says so.
      if (!this.#names.has(path)) await this.#look()
      return this.#names.has(path) ? await this.#load(path) : undefined
    } catch (err) {
      log.warn({ err, path }, 'A file of another build could not be read')
      return undefined
    }
  }

  #look(): Promise<void> {
    this.#nextLook ??= this.#lookInTurn().finally(() => (this.#nextLook = undefined))
    return this.#nextLook
  }

  async #lookInTurn(): Promise<void> {
    const pause = this.#lastLook + LOOK_EVERY_MS - performance.now()
    if (pause > 0) await wait(pause)
    // Whoever asks from here on waits for the next look: this one may miss what they ask for.
    this.#nextLook = undefined
    this.#lastLook = performance.now()
    this.#names = await this.#options.ask(buildFilePaths)
  }

  #load(path: string): Promise<Answer | undefined> {
    const running = this.#loading.get(path)
    if (running) return running
    const loading = this.#loaded(path).finally(() => this.#loading.delete(path))
    this.#loading.set(path, loading)
    return loading
  }

  async #loaded(path: string): Promise<Answer | undefined> {
    const bytes = await this.#options.ask((db) => buildFileBytes(db, path))
    if (!bytes) return undefined
    const answer = builtFileAnswer(path, bytes)
    if (answer) this.#answers.set(path, answer)
    return answer
  }
}
