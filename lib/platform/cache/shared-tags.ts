import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { millisecondsInWeek } from 'date-fns/constants'
import postgres, { type Sql } from 'postgres'
import { database, SITE_CONNECTION } from '../db/client.ts'
import { withDeadline } from '../time/deadline.ts'
import { type Polling, startPolling } from '../lifecycle/polling.ts'
import { log } from '../log/log.ts'
import { awaitFirstLook } from '../telemetry/publishes.ts'
import { type RevalidatedTags, revalidatedTags } from './revalidated-tags.ts'
import { sharedState } from '../process/shared-state.ts'

const CHANNEL = 'revalidated_tags'

/** Poll intervals while Postgres notifications work, and while they do not. */
const INTERVAL_WITH_NOTIFICATIONS_MS = 1_000
const INTERVAL_MS = 250

const DEADLINE_MS = 3_000

const START_PATIENCE_MS = 3_000

/** Overlap of consecutive polls, because a row can become visible later than its timestamp. */
const OVERLAP_MS = 10_000

/** Retention of revalidations. Pages older than this render again. */
const RETENTION_MS = millisecondsInWeek

const CLOCK_TOLERANCE_MS = 1_000

/** Time after its last poll during which a process counts as running. */
const RUNNING_FOR_MS = 4_000

/** Maximum wait of a revalidation for the other processes, and the interval of its checks. */
const OTHERS_DEADLINE_MS = 2_000
const OTHERS_INTERVAL_MS = 10

/** Minimum interval between revalidations: a burst of publishes becomes one revalidation and one render per page. */
const REVALIDATION_INTERVAL_MS = 100

/** Delay after which this process may have served stale pages. */
const LATE_MS = 1_500

type Row = { tag: string; at: number; now: number }

/** Callback for tags that arrived late; undefined means that any tag may have been missed at startup. */
type OnLate = (tags: string[] | undefined) => void

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  withDeadline(work, DEADLINE_MS, (): never => {
    throw new Error(`Postgres query timed out after ${DEADLINE_MS} ms`)
  })

/**
 * Revalidated tags of all processes, shared through a Postgres table. Processes learn of new tags by notification, or
 * by polling. While Postgres is unavailable, tags apply locally and are written later.
 */
export class SharedTags {
  readonly #url: string
  readonly #tags: RevalidatedTags
  readonly #interval: number
  readonly #id = randomUUID()
  readonly #unwritten = new Set<string>()
  readonly #postponed = new Set<string>()
  #nextRevalidation: Promise<boolean> | undefined
  #revalidatedAt = Number.NEGATIVE_INFINITY
  /** Rows that were already processed. Polls overlap and return them again. */
  readonly #seen = new Map<string, number>()
  #latest = 0
  #sql: Sql | undefined
  #notificationsArrive = false
  #isReachable = true
  #isClosed = false
  /** Time when this process's latest rows became visible, on the clock of Postgres. */
  #writtenAt = ''
  /** Start time of the last processed poll, as a Postgres timestamp. */
  #lookedAt = ''
  #onLate: OnLate = () => {}
  /** Whether this process may have served requests before it loaded the tags of other processes. */
  #isHistoryLate = false
  #polling: Polling | undefined
  /**
   * Last attempt. Attempts run one at a time, because concurrent ones would write tags twice and close each other's
   * connections.
   */
  #lastAttempt: Promise<unknown> = Promise.resolve()

  constructor(url: string, tags = revalidatedTags(), interval = INTERVAL_WITH_NOTIFICATIONS_MS) {
    this.#url = url
    this.#tags = tags
    this.#interval = interval
  }

  /** Starts syncing. Resolves when the tags of other processes are loaded, or on timeout. */
  async start(): Promise<void> {
    const { promise: hasLooked, resolve } = Promise.withResolvers<void>()
    const look = () => this.#look().then(resolve)
    this.#polling = startPolling([{ look, onFailure: () => undefined }], () =>
      this.#notificationsArrive ? this.#interval : INTERVAL_MS,
    )
    await withDeadline(hasLooked, START_PATIENCE_MS, () => undefined)
    this.#isHistoryLate = this.#latest === 0
  }

  get isCurrent(): boolean {
    return this.#isReachable && this.#latest > 0
  }

  /** Registers a listener for tags that arrived so late that stale pages may have been served. */
  onLate(listener: OnLate): void {
    this.#onLate = listener
  }

  /**
   * Revalidates tags and resolves when all responsive processes have loaded them.
   * @returns false if Postgres is down; other processes then load the tags later
   */
  async revalidate(tags: string[]): Promise<boolean> {
    const pause = this.#revalidatedAt + REVALIDATION_INTERVAL_MS - Date.now()
    if (pause <= 0 && !this.#nextRevalidation) return this.#revalidateNow(tags)
    for (const tag of tags) this.#postponed.add(tag)
    this.#nextRevalidation ??= this.#revalidateLater(pause)
    return this.#nextRevalidation
  }

  async #revalidateLater(pause: number): Promise<boolean> {
    await wait(pause)
    const tags = [...this.#postponed]
    this.#postponed.clear()
    this.#nextRevalidation = undefined
    return this.#revalidateNow(tags)
  }

  async #revalidateNow(tags: string[]): Promise<boolean> {
    this.#revalidatedAt = Date.now()
    this.#tags.mark(tags)
    awaitFirstLook(tags)
    for (const tag of tags) this.#unwritten.add(tag)
    const isWritten = await withDeadline(
      this.#attempt(() => this.#write()),
      DEADLINE_MS,
      () => false,
    )
    if (isWritten) await this.#untilOthersKnow()
    return isWritten
  }

  async close(): Promise<void> {
    this.#isClosed = true
    void this.#polling?.stop()
    await this.#leave()
    await this.#disconnect()
  }

  async #leave(): Promise<void> {
    try {
      if (this.#sql) await inTime(this.#sql`delete from site_processes where id = ${this.#id}`)
    } catch (err) {
      log.warn({ err }, 'cache-tags: deregistration failed')
    }
  }

  /**
   * Waits until each running process has polled. The wait is outside the queue of attempts, because two processes may
   * wait for each other.
   */
  async #untilOthersKnow(): Promise<void> {
    try {
      const sql = this.#sql
      if (!sql) return
      const deadline = Date.now() + OTHERS_DEADLINE_MS
      const writtenAt = this.#writtenAt
      const behind = async () => {
        const [counted] = await inTime(sql<{ count: number }[]>`
          select count(*)::int as count from site_processes
          where id <> ${this.#id} and looked_at < ${writtenAt}::timestamptz
            and looked_at > now() - make_interval(secs => ${RUNNING_FOR_MS / 1_000})`)
        return counted?.count ?? 0
      }
      while ((await behind()) > 0) {
        if (Date.now() > deadline) return void log.warn('cache-tags: another process is behind')
        await wait(OTHERS_INTERVAL_MS)
      }
    } catch (err) {
      log.warn({ err }, 'cache-tags: process check failed')
    }
  }

  async #look(): Promise<void> {
    await this.#attempt(async () => {
      await this.#write()
      await this.#read()
      await this.#confirm()
    })
  }

  async #attempt(work: () => Promise<void>): Promise<boolean> {
    const attempt = this.#lastAttempt.then(() => this.#succeeds(work))
    this.#lastAttempt = attempt
    return attempt
  }

  /** Runs `work` and logs the first failure. The next poll then reconnects. */
  async #succeeds(work: () => Promise<void>): Promise<boolean> {
    if (this.#isClosed) return false
    try {
      await inTime(work())
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

  async #connection(): Promise<Sql> {
    if (this.#sql) return this.#sql
    await database(this.#url)
    if (this.#isClosed) throw new Error('Revalidated tags are no longer shared')
    // A timed-out attempt that waited here may already have connected.
    if (this.#sql) return this.#sql
    const sql = postgres(this.#url, { ...SITE_CONNECTION, max: 1 })
    this.#sql = sql
    void this.#listen(sql)
    return sql
  }

  async #disconnect(): Promise<void> {
    const sql = this.#sql
    this.#sql = undefined
    this.#notificationsArrive = false
    await sql?.end({ timeout: 0 })
  }

  /** Listens for notifications and sends one to itself after connecting, because poolers may drop notifications. */
  async #listen(sql: Sql): Promise<void> {
    const onNotification = () => {
      if (this.#sql !== sql) return
      this.#notificationsArrive = true
      this.#polling?.wake()
    }
    const onListening = () => {
      this.#notificationsArrive = false
      sql.notify(CHANNEL, '').catch((err: unknown) => log.warn({ err }, 'cache-tags: notify failed'))
    }
    try {
      await sql.listen(CHANNEL, onNotification, onListening)
    } catch (err) {
      if (this.#sql === sql) log.warn({ err }, 'cache-tags: listen failed, polling')
    }
  }

  async #write(): Promise<void> {
    const tags = [...this.#unwritten].toSorted()
    if (tags.length === 0) return
    const sql = await this.#connection()
    const written = await sql<Pick<Row, 'tag' | 'at'>[]>`
      insert into revalidated_tags (tag, revalidated_at)
      select tag, clock_timestamp() from unnest(${tags}::text[]) as tag
      on conflict (tag) do update set revalidated_at = excluded.revalidated_at
      returning tag, (extract(epoch from revalidated_at) * 1000)::float8 as at`
    for (const { tag, at } of written) {
      this.#seen.set(tag, at)
      this.#unwritten.delete(tag)
    }
    // Postgres reads the time after the commit and before the notification, so that a poll triggered by the
    // notification starts later.
    const [notified] = await sql<{ at: string }[]>`select clock_timestamp()::text as at, pg_notify(${CHANNEL}, '')`
    this.#writtenAt = notified?.at ?? ''
    await Promise.all([
      sql`delete from site_processes where looked_at < now() - interval '1 day'`,
      sql`delete from revalidated_tags where revalidated_at < now() - make_interval(secs => ${RETENTION_MS / 1000})`,
    ])
  }

  async #read(): Promise<void> {
    const sql = await this.#connection()
    // Both queries are pipelined on one connection, so their results arrive in this order.
    const [[begun], rows] = await Promise.all([
      sql<{ at: string }[]>`select clock_timestamp()::text as at`,
      sql<Row[]>`
        select tag, (extract(epoch from revalidated_at) * 1000)::float8 as at,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now
        from revalidated_tags
        where revalidated_at > to_timestamp(${(this.#latest - OVERLAP_MS) / 1000})
        order by revalidated_at`,
    ])
    const unseen = rows.filter(({ tag, at }) => this.#seen.get(tag) !== at)
    if (this.#latest === 0) this.#takeHistory(unseen)
    else this.#takeNew(unseen)
    this.#lookedAt = begun?.at ?? ''
    this.#latest = Math.max(this.#latest, 1, rows.at(-1)?.at ?? 0)
    for (const { tag, at } of rows) this.#seen.set(tag, at)
    for (const [tag, at] of this.#seen) if (at < this.#latest - OVERLAP_MS) this.#seen.delete(tag)
  }

  #takeNew(rows: Row[]): void {
    const tags = rows.map(({ tag }) => tag)
    this.#tags.mark(tags)
    awaitFirstLook(tags)
    const late = rows.filter(({ at, now }) => now - at > LATE_MS)
    if (late.length > 0) this.#onLate(late.map(({ tag }) => tag))
  }

  /** Confirms to other processes that this one has loaded everything visible at the start of its last poll. */
  async #confirm(): Promise<void> {
    const sql = await this.#connection()
    // close() has deleted this process's row. Without the check, other processes would wait for a process that has
    // ended.
    if (this.#isClosed) return
    await sql`
      insert into site_processes (id, looked_at) values (${this.#id}, ${this.#lookedAt}::timestamptz)
      on conflict (id) do update set looked_at = excluded.looked_at`
  }

  /** Applies revalidations from before the first poll, on this process's clock. */
  #takeHistory(rows: Row[]): void {
    const known = Date.now()
    this.#tags.forgetUntil(known - RETENTION_MS)
    if (this.#isHistoryLate) this.#onLate(undefined)
    for (const { tag, at, now } of rows) this.#tags.mark([tag], known - (now - at) + CLOCK_TOLERANCE_MS)
  }
}

export const sharedTags = (url: string): SharedTags => sharedState('sharedTags', () => new SharedTags(url))
