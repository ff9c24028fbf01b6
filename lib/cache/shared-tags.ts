import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import { database, SITE_CONNECTION } from '../db/client.ts'
import { withDeadline } from '../deadline.ts'
import { log } from '../log/log.ts'
import { awaitFirstLook } from '../telemetry/publishes.ts'
import { type RevalidatedTags, revalidatedTags } from './revalidated-tags.ts'
import { sharedState } from '../shared-state.ts'

const CHANNEL = 'revalidated_tags'

/** Milliseconds between two looks at the table: where notifications arrive, and where none was seen to arrive. */
const INTERVAL_WITH_NOTIFICATIONS_MS = 1_000
const INTERVAL_MS = 250

/** Milliseconds that a request to Postgres may take. */
const DEADLINE_MS = 3_000

/** Milliseconds that a start waits for the tags of the other processes. */
const START_PATIENCE_MS = 3_000

/** Milliseconds by which a look overlaps the one before: a row may become visible later than its time says. */
const OVERLAP_MS = 10_000

/** Milliseconds for which a revalidation is remembered; pages that are older are rendered anew. */
const RETENTION_MS = 7 * 24 * 3_600_000

/** Milliseconds by which the clock of Postgres may be read wrong. */
const CLOCK_TOLERANCE_MS = 1_000

/** Milliseconds for which a process counts as running after it has looked. */
const RUNNING_FOR_MS = 4_000

/** Milliseconds that a revalidation waits for the other processes, and between two looks whether they know. */
const OTHERS_DEADLINE_MS = 2_000
const OTHERS_INTERVAL_MS = 10

/** Milliseconds between two revalidations by a process: those of a storm of publishes become one, and pages are rendered once for it. */
const REVALIDATION_INTERVAL_MS = 100

/** Milliseconds after which it is late to hear of a tag: a process that does may have given old answers. */
const LATE_MS = 1_500

type Row = { tag: string; at: number; now: number }

/** Told of tags that this process heard of late; undefined for all that it may have missed before it could look. */
type OnLate = (tags: string[] | undefined) => void

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  withDeadline(work, DEADLINE_MS, (): never => {
    throw new Error(`Postgres did not answer within ${DEADLINE_MS} ms`)
  })

/**
 * Revalidated tags of all processes of the site. Each writes its own to a table of Postgres and reads those of the others:
 * at once where a notification arrives, at short intervals where none does. While Postgres is away the tags of a process
 * count for itself, and are written when it is back.
 */
export class SharedTags {
  readonly #url: string
  readonly #tags: RevalidatedTags
  readonly #interval: number
  /** Of this process among all that run. */
  readonly #id = randomUUID()
  readonly #unwritten = new Set<string>()
  /** Tags of the next revalidation, which begins when the interval is over. */
  readonly #postponed = new Set<string>()
  #nextRevalidation: Promise<boolean> | undefined
  #revalidatedAt = Number.NEGATIVE_INFINITY
  /** Rows known already, of the time that looks overlap: each counts once. */
  readonly #seen = new Map<string, number>()
  #latest = 0
  #sql: Sql | undefined
  #notificationsArrive = false
  #isReachable = true
  #isClosed = false
  /** When the latest rows of this process were there for every look, on the clock of Postgres. */
  #writtenAt = ''
  /** When Postgres began the last look that this process has taken in, as it writes times. */
  #lookedAt = ''
  #onLate: OnLate = () => {}
  /** Whether somebody may have been answered before this process knew the tags of others. */
  #isHistoryLate = false
  /** Aborted when a look is due: by a notification that came since the last one began. */
  #nextLook = new AbortController()
  /** Attempts take turns: two at once would write a tag twice, and end each other's connections. */
  #lastAttempt: Promise<unknown> = Promise.resolve()

  /**
   * @param url of the Postgres
   * @param tags of this process
   * @param interval milliseconds between two looks where notifications arrive
   */
  constructor(url: string, tags = revalidatedTags(), interval = INTERVAL_WITH_NOTIFICATIONS_MS) {
    this.#url = url
    this.#tags = tags
    this.#interval = interval
  }

  /** Keeps in step with the other processes from now on; resolves when their tags are known, or cannot be had in time. */
  async start(): Promise<void> {
    const first = this.#look()
    void this.#keepLooking(first)
    await withDeadline(first, START_PATIENCE_MS, () => undefined)
    this.#isHistoryLate = this.#latest === 0
  }

  /** Whether this process knows what the others have revalidated, as far as it can tell. */
  get isCurrent(): boolean {
    return this.#isReachable && this.#latest > 0
  }

  /** Has somebody told of tags that this process hears of so late that it may have given old answers. */
  onLate(listener: OnLate): void {
    this.#onLate = listener
  }

  /**
   * Revalidates tags in all processes before it resolves. A process that does not answer is not waited for. In a storm of
   * publishes it joins the next revalidation.
   * @returns whether Postgres has them; otherwise the other processes learn of them later
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
    this.#nextLook.abort()
    await this.#leave()
    await this.#disconnect()
  }

  /** Nobody waits for a process that has ended. */
  async #leave(): Promise<void> {
    try {
      if (this.#sql) await inTime(this.#sql`delete from site_processes where id = ${this.#id}`)
    } catch (err) {
      log.warn({ err }, 'The others were not told that this process ends')
    }
  }

  /** Waits until each process that runs has looked since now. It does not take turns with looks: two processes may wait for each other. */
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
        if (Date.now() > deadline) return void log.warn('A process of the site has not heard of a publish in time')
        await wait(OTHERS_INTERVAL_MS)
      }
    } catch (err) {
      log.warn({ err }, 'Whether all processes of the site know of a publish could not be read')
    }
  }

  async #keepLooking(first: Promise<void>): Promise<void> {
    await first
    while (!this.#isClosed) {
      await this.#pause()
      if (this.#isClosed) return
      this.#nextLook = new AbortController()
      await this.#look()
    }
  }

  /** Until the next look is due, or a notification arrives. */
  async #pause(): Promise<void> {
    const { signal } = this.#nextLook
    const interval = this.#notificationsArrive ? this.#interval : INTERVAL_MS
    await wait(interval, undefined, { signal, ref: false }).catch((err: unknown) => {
      if (!signal.aborted) throw err
    })
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

  /** A failure is logged once, not at each look; a new connection is made for the next. */
  async #succeeds(work: () => Promise<void>): Promise<boolean> {
    if (this.#isClosed) return false
    try {
      await inTime(work())
      if (!this.#isReachable) log.info('Revalidated tags are shared again')
      this.#isReachable = true
      return true
    } catch (err) {
      if (this.#isReachable && !this.#isClosed)
        log.error({ err }, 'Revalidated tags cannot be shared with other processes')
      this.#isReachable = false
      await this.#disconnect()
      return false
    }
  }

  async #connection(): Promise<Sql> {
    if (this.#sql) return this.#sql
    // Brings the tables up to date.
    await database(this.#url)
    if (this.#isClosed) throw new Error('Revalidated tags are no longer shared')
    // An attempt that took too long may have waited for the tables as well.
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

  /** After each connection asks for a notification of its own, to see whether any arrive: a pooler may not pass them on. */
  async #listen(sql: Sql): Promise<void> {
    const onNotification = () => {
      if (this.#sql !== sql) return
      this.#notificationsArrive = true
      this.#nextLook.abort()
    }
    const onListening = () => {
      this.#notificationsArrive = false
      sql.notify(CHANNEL, '').catch((err: unknown) => log.warn({ err }, 'A notification could not be sent'))
    }
    try {
      await sql.listen(CHANNEL, onNotification, onListening)
    } catch (err) {
      if (this.#sql === sql)
        log.warn({ err }, 'No notifications of revalidated tags: the table is read at short intervals')
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
    // After the commit of the rows, and before any process is notified: a look that the notification starts is later than this.
    const [notified] = await sql<{ at: string }[]>`select clock_timestamp()::text as at, pg_notify(${CHANNEL}, '')`
    this.#writtenAt = notified?.at ?? ''
    await Promise.all([
      sql`delete from site_processes where looked_at < now() - interval '1 day'`,
      sql`delete from revalidated_tags where revalidated_at < now() - make_interval(secs => ${RETENTION_MS / 1000})`,
    ])
  }

  async #read(): Promise<void> {
    const sql = await this.#connection()
    // Sent together on one connection, which answers them in this order.
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

  /** Tells the others what this process knows: everything that was there when its last look began. */
  async #confirm(): Promise<void> {
    const sql = await this.#connection()
    // close() has deleted this row: written again, it would make the other processes wait for one that has ended.
    if (this.#isClosed) return
    await sql`
      insert into site_processes (id, looked_at) values (${this.#id}, ${this.#lookedAt}::timestamptz)
      on conflict (id) do update set looked_at = excluded.looked_at`
  }

  /** What was revalidated before this process looked for the first time, on its own clock. */
  #takeHistory(rows: Row[]): void {
    const known = Date.now()
    this.#tags.forgetUntil(known - RETENTION_MS)
    if (this.#isHistoryLate) this.#onLate(undefined)
    for (const { tag, at, now } of rows) this.#tags.mark([tag], known - (now - at) + CLOCK_TOLERANCE_MS)
  }
}

/** The shared tags of this process. */
export const sharedTags = (url: string): SharedTags => sharedState('sharedTags', () => new SharedTags(url))
