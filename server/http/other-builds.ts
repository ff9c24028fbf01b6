import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { setTimeout as wait } from 'node:timers/promises'
import {
  readBuildFile,
  listBuildFilePaths,
  deleteOldBuildFiles,
  storeBuildFiles,
} from '../../lib/platform/build-files/store.ts'
import { getDatabase, type Database, withDatabase } from '../../lib/platform/db/client.ts'
import { withDeadline } from '../../lib/platform/time/deadline.ts'
import { log } from '../../lib/platform/log/log.ts'
import { type Polling, startPolling } from '../../lib/platform/lifecycle/polling.ts'
import type { PreparedResponse } from './response.ts'
import { createFileCache } from './static-files.ts'

/** Matches content-hashed style sheets, scripts, fonts and build manifests of Next.js, and the scripts of browser/. */
const HASHED_PATH_PATTERN =
  /^\/(?:_next\/static\/(?:chunks\/[\w~-]{10,80}\.(?:css|js)|media\/[\w.~-]{10,120}\.woff2|[\w-]{16,32}\/_\w{4,40}\.js)|scripts\/[a-z-]{1,40}-[0-9a-f]{10}\.js)$/

const MAX_CACHE_BYTES = 8 * 1024 * 1024

/** Minimum interval between list queries, so that unknown names do not load the database. */
const LIST_INTERVAL_MS = 1_000

/** Maximum wait at startup until the files are stored for other processes. */
const START_TIMEOUT_MS = 5_000

export type OtherBuildsOptions = {
  databaseUrl: string
  ownPaths: string[]
  readFile: (path: string) => Promise<Buffer>
  clock?: () => Date
  query?: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>
}

/**
 * Files of other builds. A page refers to files of one build, but during a rollout its browser may request them from
 * any process. Therefore each process stores its files in the database.
 */
export class OtherBuilds {
  readonly #options: Required<OtherBuildsOptions>
  readonly #responses = createFileCache(MAX_CACHE_BYTES, (path) => this.#options.query((db) => readBuildFile(db, path)))
  #paths: ReadonlySet<string> = new Set()
  #lastListedAt = Number.NEGATIVE_INFINITY
  /** The next list query, shared by concurrent requests. */
  #nextList: Promise<void> | undefined
  #polling: Polling | undefined

  constructor(options: OtherBuildsOptions) {
    this.#options = {
      clock: () => new Date(),
      query: (work) => withDatabase(options.databaseUrl, work),
      ...options,
      ownPaths: options.ownPaths.filter((path) => HASHED_PATH_PATTERN.test(path)),
    }
  }

  /** Stores this build's files now and daily. Resolves when they are stored, or on timeout. */
  async start(): Promise<void> {
    let lastStoredAt = Number.NEGATIVE_INFINITY
    const { promise: firstStore, resolve } = Promise.withResolvers<void>()
    const store = async () => {
      const { databaseUrl, ownPaths, readFile, clock } = this.#options
      const now = clock()
      if (now.getTime() - lastStoredAt < millisecondsInDay) return
      // The query has no request deadline, because the first run writes several megabytes.
      const db = await getDatabase(databaseUrl)
      await storeBuildFiles(db, ownPaths, readFile, now)
      lastStoredAt = now.getTime()
      resolve()
      const deletedCount = await deleteOldBuildFiles(db, now)
      if (deletedCount > 0) log.info({ files: deletedCount }, 'build-files: old files deleted')
    }
    const onFailure = (err: unknown) => log.warn({ err }, 'build-files: store failed, retrying')
    this.#polling = startPolling([{ poll: store, onFailure }], millisecondsInMinute)
    await withDeadline(firstStore, START_TIMEOUT_MS, () => undefined)
  }

  stop = async (): Promise<void> => this.#polling?.stop()

  async find(path: string): Promise<PreparedResponse | undefined> {
    const cached = this.#responses.get(path)
    if (cached) return cached
    if (!HASHED_PATH_PATTERN.test(path)) return undefined
    try {
      // The file may have been stored since the last query.
      if (!this.#paths.has(path)) await this.#list()
      return this.#paths.has(path) ? await this.#responses.fetch(path) : undefined
    } catch (err) {
      log.warn({ err, path }, 'build-files: read failed')
      return undefined
    }
  }

  #list(): Promise<void> {
    this.#nextList ??= this.#readList().finally(() => (this.#nextList = undefined))
    return this.#nextList
  }

  async #readList(): Promise<void> {
    const delayMs = this.#lastListedAt + LIST_INTERVAL_MS - performance.now()
    if (delayMs > 0) await wait(delayMs)
    // Later requests start a new query, because this one may miss their files.
    this.#nextList = undefined
    this.#lastListedAt = performance.now()
    this.#paths = await this.#options.query(listBuildFilePaths)
  }
}
