import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { millisecondsInWeek } from 'date-fns/constants'
import postgres, { type Sql } from 'postgres'
import { getDatabase, SITE_CONNECTION_OPTIONS } from '../db/client.ts'
import { withDeadline } from '../time/deadline.ts'
import { type Polling, startPolling } from '../lifecycle/polling.ts'
import { log } from '../log/log.ts'
import { trackPublish } from '../telemetry/publishes.ts'
import { type RevalidatedTags, getRevalidatedTags } from './revalidated-tags.ts'
import { getSharedState } from '../process/shared-state.ts'

const CHANNEL = 'revalidated_tags'

/** Poll intervals while Postgres notifications work, and while they do not. */
const POLL_INTERVAL_WITH_NOTIFICATIONS_MS = 1_000
const POLL_INTERVAL_MS = 250

const QUERY_TIMEOUT_MS = 3_000

const START_TIMEOUT_MS = 3_000

/** Overlap of consecutive polls, because a row can become visible later than its timestamp. */
const POLL_OVERLAP_MS = 10_000

/** Retention of revalidations. Pages older than this render again. */
const RETENTION_MS = millisecondsInWeek

const CLOCK_TOLERANCE_MS = 1_000

/** Time after its last poll during which a process counts as running. */
const LIVENESS_WINDOW_MS = 4_000

/** Maximum wait of a revalidation for the other processes, and the interval of its checks. */
const PROPAGATION_TIMEOUT_MS = 2_000
const PROPAGATION_CHECK_INTERVAL_MS = 10

/** Minimum interval between revalidations: a burst of publishes becomes one revalidation and one render per page. */
const REVALIDATION_INTERVAL_MS = 100

/** If a tag arrives later than this, the process may have served stale pages. */
const LATE_THRESHOLD_MS = 1_500

type Row = { tag: string; at: number; now: number }

/** Callback for tags that arrived late; undefined means that any tag may have been missed at startup. */
type LateTagsListener = (tags: string[] | undefined) => void

const withQueryTimeout = <Result>(promise: Promise<Result>): Promise<Result> =>
  withDeadline(promise, QUERY_TIMEOUT_MS, (): never => {
    throw new Error(`Postgres query timed out after ${QUERY_TIMEOUT_MS} ms`)
  })

/**
 * Revalidated tags of all processes, shared through a Postgres table. Processes load new tags after a notification or
 * by polling. While Postgres is unavailable, tags apply locally and are written later.
 */
export class SharedTags {
  readonly #url: string
  readonly #tags: RevalidatedTags
  readonly #pollIntervalMs: number
  readonly #id = randomUUID()
  readonly #unwrittenTags = new Set<string>()
  readonly #postponedTags = new Set<string>()
  #nextRevalidation: Promise<boolean> | undefined
  #revalidatedAt = Number.NEGATIVE_INFINITY
  /** Rows that were already processed. Polls overlap and return them again. */
  readonly #processedTimes = new Map<string, number>()
  #latestRevalidatedAt = 0
  #sql: Sql | undefined
  #hasNotifications = false
  #isReachable = true
  #isClosed = false
  /** Time when this process's latest rows became visible, on the clock of Postgres. */
  #writtenAt = ''
  /** Start time of the last processed poll, as a Postgres timestamp. */
  #polledAt = ''
  #lateTagsListener: LateTagsListener = () => {}
  /** Whether this process may have served requests before it loaded the tags of other processes. */
  #isHistoryLate = false
  #polling: Polling | undefined
  /**
   * Last attempt. Attempts run one at a time, because concurrent ones would write tags twice and close each other's
   * connections.
   */
  #lastAttempt: Promise<unknown> = Promise.resolve()

  constructor(url: string, tags = getRevalidatedTags(), pollIntervalMs = POLL_INTERVAL_WITH_NOTIFICATIONS_MS) {
    this.#url = url
    this.#tags = tags
    this.#pollIntervalMs = pollIntervalMs
  }

  /** Starts syncing. Resolves when the tags of other processes are loaded, or on timeout. */
  async start(): Promise<void> {
    const { promise: firstPoll, resolve } = Promise.withResolvers<void>()
    const poll = () => this.#poll().then(resolve)
    this.#polling = startPolling([{ poll, onFailure: () => undefined }], () =>
      this.#hasNotifications ? this.#pollIntervalMs : POLL_INTERVAL_MS,
    )
    await withDeadline(firstPoll, START_TIMEOUT_MS, () => undefined)
    this.#isHistoryLate = this.#latestRevalidatedAt === 0
  }

  get isCurrent(): boolean {
    return this.#isReachable && this.#latestRevalidatedAt > 0
  }

  /** Registers a listener for tags that arrived so late that stale pages may have been served. */
  onLateTags(listener: LateTagsListener): void {
    this.#lateTagsListener = listener
  }

  /**
   * Revalidates tags and resolves when all responsive processes have loaded them.
   * @returns false if Postgres is down; other processes then load the tags later
   */
  async revalidate(tags: string[]): Promise<boolean> {
    const delayMs = this.#revalidatedAt + REVALIDATION_INTERVAL_MS - Date.now()
    if (delayMs <= 0 && !this.#nextRevalidation) return this.#revalidateNow(tags)
    for (const tag of tags) this.#postponedTags.add(tag)
    this.#nextRevalidation ??= this.#revalidateLater(delayMs)
    return this.#nextRevalidation
  }

  async #revalidateLater(delayMs: number): Promise<boolean> {
    await wait(delayMs)
    const tags = [...this.#postponedTags]
    this.#postponedTags.clear()
    this.#nextRevalidation = undefined
    return this.#revalidateNow(tags)
  }

  async #revalidateNow(tags: string[]): Promise<boolean> {
    this.#revalidatedAt = Date.now()
    this.#tags.mark(tags)
    trackPublish(tags)
    for (const tag of tags) this.#unwrittenTags.add(tag)
    const wasWritten = await withDeadline(
      this.#attempt(() => this.#write()),
      QUERY_TIMEOUT_MS,
      () => false,
    )
    if (wasWritten) await this.#waitForOtherProcesses()
    return wasWritten
  }

  async close(): Promise<void> {
    this.#isClosed = true
    void this.#polling?.stop()
    await this.#deregister()
    await this.#disconnect()
  }

  async #deregister(): Promise<void> {
    try {
      if (this.#sql) await withQueryTimeout(this.#sql`delete from site_processes where id = ${this.#id}`)
    } catch (err) {
      log.warn({ err }, 'cache-tags: deregistration failed')
    }
  }

  /**
   * Waits until each running process has polled. The wait is outside the queue of attempts, because two processes may
   * wait for each other.
   */
  async #waitForOtherProcesses(): Promise<void> {
    try {
      const sql = this.#sql
      if (!sql) return
      const deadline = Date.now() + PROPAGATION_TIMEOUT_MS
      const writtenAt = this.#writtenAt
      const countLaggingProcesses = async () => {
        const [row] = await withQueryTimeout(sql<{ count: number }[]>`
          select count(*)::int as count from site_processes
          where id <> ${this.#id} and looked_at < ${writtenAt}::timestamptz
            and looked_at > now() - make_interval(secs => ${LIVENESS_WINDOW_MS / 1_000})`)
        return row?.count ?? 0
      }
      while ((await countLaggingProcesses()) > 0) {
        if (Date.now() > deadline) return void log.warn('cache-tags: another process is behind')
        await wait(PROPAGATION_CHECK_INTERVAL_MS)
      }
    } catch (err) {
      log.warn({ err }, 'cache-tags: process check failed')
    }
  }

  async #poll(): Promise<void> {
    await this.#attempt(async () => {
      await this.#write()
      await this.#read()
      await this.#confirm()
    })
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    const attempt = this.#lastAttempt.then(() => this.#tryRun(work))
    this.#lastAttempt = attempt
    return attempt
  }

  /** Runs `work` and logs the first failure. The next poll then reconnects. */
  async #tryRun(work: () => Promise<void>): Promise<boolean> {
    if (this.#isClosed) return false
    try {
      await withQueryTimeout(work())
      if (!this.#isReachable) log.info('cache-tags: sync recovered')
      this.#isReachable = true
      return true
    } catch (err) {
      if (this.#isReachable && !this.#isClosed) log.error({ err }, 'cache-tags: sync failed')
      this.#isReachable = false
      await this.#disconnect()
      return false
    }
  }

  async #getConnection(): Promise<Sql> {
    if (this.#sql) return this.#sql
    await getDatabase(this.#url)
    if (this.#isClosed) throw new Error('Revalidated tags are no longer shared')
    // A timed-out attempt that waited here may already have connected.
    if (this.#sql) return this.#sql
    const sql = postgres(this.#url, { ...SITE_CONNECTION_OPTIONS, max: 1 })
    this.#sql = sql
    void this.#listen(sql)
    return sql
  }

  async #disconnect(): Promise<void> {
    const sql = this.#sql
    this.#sql = undefined
    this.#hasNotifications = false
    await sql?.end({ timeout: 0 })
  }

  /** Listens for notifications and sends one to itself after connecting, because poolers may drop notifications. */
  async #listen(sql: Sql): Promise<void> {
    const onNotification = () => {
      if (this.#sql !== sql) return
      this.#hasNotifications = true
      this.#polling?.wake()
    }
    const onListening = () => {
      this.#hasNotifications = false
      sql.notify(CHANNEL, '').catch((err: unknown) => log.warn({ err }, 'cache-tags: notify failed'))
    }
    try {
      await sql.listen(CHANNEL, onNotification, onListening)
    } catch (err) {
      if (this.#sql === sql) log.warn({ err }, 'cache-tags: listen failed, polling')
    }
  }

  async #write(): Promise<void> {
    const tags = [...this.#unwrittenTags].toSorted()
    if (tags.length === 0) return
    const sql = await this.#getConnection()
    const writtenRows = await sql<Pick<Row, 'tag' | 'at'>[]>`
      insert into revalidated_tags (tag, revalidated_at)
      select tag, clock_timestamp() from unnest(${tags}::text[]) as tag
      on conflict (tag) do update set revalidated_at = excluded.revalidated_at
      returning tag, (extract(epoch from revalidated_at) * 1000)::float8 as at`
    for (const { tag, at } of writtenRows) {
      this.#processedTimes.set(tag, at)
      this.#unwrittenTags.delete(tag)
    }
    // Postgres reads the time after the commit and before the notification. A poll that the notification triggers
    // therefore starts later.
    const [notification] = await sql<{ at: string }[]>`select clock_timestamp()::text as at, pg_notify(${CHANNEL}, '')`
    this.#writtenAt = notification?.at ?? ''
    await Promise.all([
      sql`delete from site_processes where looked_at < now() - interval '1 day'`,
      sql`delete from revalidated_tags where revalidated_at < now() - make_interval(secs => ${RETENTION_MS / 1000})`,
    ])
  }

  async #read(): Promise<void> {
    const sql = await this.#getConnection()
    // Both queries are pipelined on one connection, so their results arrive in this order.
    const [[pollStart], rows] = await Promise.all([
      sql<{ at: string }[]>`select clock_timestamp()::text as at`,
      sql<Row[]>`
        select tag, (extract(epoch from revalidated_at) * 1000)::float8 as at,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now
        from revalidated_tags
        where revalidated_at > to_timestamp(${(this.#latestRevalidatedAt - POLL_OVERLAP_MS) / 1000})
        order by revalidated_at`,
    ])
    const newRows = rows.filter(({ tag, at }) => this.#processedTimes.get(tag) !== at)
    if (this.#latestRevalidatedAt === 0) this.#applyHistory(newRows)
    else this.#applyNewTags(newRows)
    this.#polledAt = pollStart?.at ?? ''
    this.#latestRevalidatedAt = Math.max(this.#latestRevalidatedAt, 1, rows.at(-1)?.at ?? 0)
    for (const { tag, at } of rows) this.#processedTimes.set(tag, at)
    for (const [tag, at] of this.#processedTimes)
      if (at < this.#latestRevalidatedAt - POLL_OVERLAP_MS) this.#processedTimes.delete(tag)
  }

  #applyNewTags(rows: Row[]): void {
    const tags = rows.map(({ tag }) => tag)
    this.#tags.mark(tags)
    trackPublish(tags)
    const lateRows = rows.filter(({ at, now }) => now - at > LATE_THRESHOLD_MS)
    if (lateRows.length > 0) this.#lateTagsListener(lateRows.map(({ tag }) => tag))
  }

  /** Confirms to other processes that this one has loaded everything visible at the start of its last poll. */
  async #confirm(): Promise<void> {
    const sql = await this.#getConnection()
    // close() has deleted this process's row. Without the check, other processes would wait for a process that has
    // ended.
    if (this.#isClosed) return
    await sql`
      insert into site_processes (id, looked_at) values (${this.#id}, ${this.#polledAt}::timestamptz)
      on conflict (id) do update set looked_at = excluded.looked_at`
  }

  /** Applies revalidations from before the first poll, on this process's clock. */
  #applyHistory(rows: Row[]): void {
    const loadedAt = Date.now()
    this.#tags.expireUntil(loadedAt - RETENTION_MS)
    if (this.#isHistoryLate) this.#lateTagsListener(undefined)
    for (const { tag, at, now } of rows) this.#tags.mark([tag], loadedAt - (now - at) + CLOCK_TOLERANCE_MS)
  }
}

export const getSharedTags = (url: string): SharedTags => getSharedState('sharedTags', () => new SharedTags(url))
