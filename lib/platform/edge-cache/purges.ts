import { type SQL, sql } from 'drizzle-orm'
import { getErrorCode } from '../jobs/retry.ts'
import { withDatabase } from '../db/client.ts'
import { log } from '../log/log.ts'
import { createCounter } from '../telemetry/instruments.ts'
import { type Job, type Polling, startPolling } from '../lifecycle/polling.ts'
import type { EdgeCache } from './edge-cache.ts'
import { ALL_PAGES_KEY, buildPurgeKeys } from './keys.ts'

const POLL_INTERVAL_MS = 1_000

/** Delay of a second purge, because a stale response may have been in flight during the first. */
const FOLLOW_UP_SECONDS = 5

/** After this time, another process may take over a purge. */
const LEASE_SECONDS = 10

/** Maximum pause between attempts. */
const MAX_RETRY_PAUSE_SECONDS = 10

const purgeCounter = createCounter('ductwise.edge_cache.purges', 'Edge cache purges by result')

type Purge = {
  key: string
  /** Time of the request as a Postgres timestamp. A new request for the same key changes it. */
  askedAt: string
}

const joinValues = (texts: string[]) =>
  sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )

/**
 * Queue of purges. Purges are stored before they are sent, so that none is lost when a process dies. Every process
 * sends due ones.
 */
export class EdgePurges {
  readonly #cache: EdgeCache
  readonly #databaseUrl: string
  #polling: Polling | undefined
  #isBehind = false

  constructor(cache: EdgeCache, databaseUrl: string) {
    this.#cache = cache
    this.#databaseUrl = databaseUrl
  }

  /** Returns whether purges are failing. Responses then need a short lifetime. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * Purges these tags. Resolves after the first attempt; failed purges are retried. Returns whether the purge is
   * guaranteed to happen.
   */
  purgeTags(tags: readonly string[]): Promise<boolean> {
    return this.#purge(buildPurgeKeys(tags))
  }

  purgeAll(): Promise<boolean> {
    return this.#purge([ALL_PAGES_KEY])
  }

  async #purge(keys: string[]): Promise<boolean> {
    let purges: Purge[] | undefined
    try {
      purges = await this.#store(keys)
    } catch (err) {
      log.error({ err }, 'edge-cache: purge not stored')
    }
    await this.#sendAndRecord(keys, purges ?? [])
    return purges !== undefined
  }

  async #store(keys: string[]): Promise<Purge[]> {
    return this.#runQuery(sql`
      insert into edge_purges (key, asked_at, due_at)
      select key, clock_timestamp(), clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      from unnest(array[${joinValues(keys.toSorted())}]::text[]) as key
      on conflict (key) do update set asked_at = excluded.asked_at, due_at = excluded.due_at, attempts = 0
      returning key, asked_at::text as "askedAt"`)
  }

  #runQuery(query: SQL): Promise<Purge[]> {
    return withDatabase(this.#databaseUrl, async (db) => [...(await db.execute<Purge>(query))])
  }

  async #sendAndRecord(keys: string[], purges: Purge[]): Promise<void> {
    const wasSent = await this.#send(keys)
    if (purges.length === 0) return
    try {
      await this.#runQuery(wasSent ? buildSuccessUpdate(purges) : buildFailureUpdate(purges))
    } catch (err) {
      log.warn({ err }, 'edge-cache: purge result not stored')
    }
  }

  async #send(keys: string[]): Promise<boolean> {
    const { maxKeysPerPurge } = this.#cache
    try {
      for (let first = 0; first < keys.length; first += maxKeysPerPurge) {
        await this.#cache.purge(keys.slice(first, first + maxKeysPerPurge))
      }
      purgeCounter.add(1, { result: 'done' })
      if (this.#isBehind) log.info('edge-cache: purge recovered')
      this.#isBehind = false
      return true
    } catch (error) {
      purgeCounter.add(1, { result: 'failed' })
      if (!this.#isBehind) log.error({ code: getErrorCode(error) }, 'edge-cache: purge failed')
      this.#isBehind = true
      return false
    }
  }

  start(): void {
    const job: Job = {
      poll: () => this.sendDuePurges(),
      onFailure: (err) => log.error({ err }, 'edge-cache: purge queue unavailable'),
    }
    const heartbeat: Job = {
      poll: async () => this.#cache.sendHeartbeat?.(),
      onFailure: (error) => log.warn({ code: getErrorCode(error) }, 'edge-cache: unreachable'),
    }
    this.#polling ??= startPolling([job, heartbeat], POLL_INTERVAL_MS)
  }

  async stop(): Promise<void> {
    await this.#polling?.stop()
  }

  async sendDuePurges(): Promise<void> {
    const purges = await this.#runQuery(sql`
      with due as (
        select key from edge_purges where due_at <= clock_timestamp()
        order by due_at limit ${this.#cache.maxKeysPerPurge} for update skip locked
      )
      update edge_purges set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      from due where edge_purges.key = due.key
      returning edge_purges.key, asked_at::text as "askedAt"`)
    if (purges.length === 0) return
    await this.#sendAndRecord(
      purges.map(({ key }) => key),
      purges,
    )
  }
}

const matchesAny = (purges: Purge[]) =>
  sql`(key, asked_at) in (${sql.join(
    purges.map(({ key, askedAt }) => sql`(${key}, ${askedAt}::timestamptz)`),
    sql`, `,
  )})`

const buildSuccessUpdate = (purges: Purge[]) => sql`
  with done as (
    delete from edge_purges where ${matchesAny(purges)} and asked_at < clock_timestamp() - make_interval(secs => ${FOLLOW_UP_SECONDS})
  )
  update edge_purges set due_at = asked_at + make_interval(secs => ${FOLLOW_UP_SECONDS + 0.1}), attempts = 0
  where ${matchesAny(purges)} and asked_at >= clock_timestamp() - make_interval(secs => ${FOLLOW_UP_SECONDS})`

const buildFailureUpdate = (purges: Purge[]) => sql`
  update edge_purges set attempts = attempts + 1,
    due_at = clock_timestamp() + make_interval(secs => least(${MAX_RETRY_PAUSE_SECONDS}, power(2, least(attempts, 10))))
  where ${matchesAny(purges)}`
