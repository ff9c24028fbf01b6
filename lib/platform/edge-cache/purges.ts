import { type SQL, sql } from 'drizzle-orm'
import { errorCode } from '../jobs/retry.ts'
import { withDatabase } from '../db/client.ts'
import { log } from '../log/log.ts'
import { counter } from '../telemetry/instruments.ts'
import { type Job, type Polling, startPolling } from '../lifecycle/polling.ts'
import type { EdgeCache } from './edge-cache.ts'
import { EVERYTHING, keysOfTags } from './keys.ts'

const POLL_MS = 1_000

/** Seconds until a second purge, because a stale response may have been in flight during the first. */
const FOLLOW_UP = 5

/** Seconds after which another process may take over a purge. */
const LEASE = 10

/** Maximum pause in seconds between attempts. */
const LONGEST_PAUSE = 10

const purged = counter('ductwise.edge_cache.purges', 'Edge cache purges by result')

type Purge = {
  key: string
  /** Time of the request as a Postgres timestamp. A new request for the same key changes it. */
  askedAt: string
}

const valuesOf = (texts: string[]) =>
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
   * Purges these tags. Resolves after the purge, or on timeout and then retries. Returns whether the purge is
   * guaranteed to happen.
   */
  purgeTags(tags: readonly string[]): Promise<boolean> {
    return this.#purge(keysOfTags(tags))
  }

  purgeEverything(): Promise<boolean> {
    return this.#purge([EVERYTHING])
  }

  async #purge(keys: string[]): Promise<boolean> {
    let purges: Purge[] | undefined
    try {
      purges = await this.#store(keys)
    } catch (err) {
      log.error({ err }, 'edge-cache: purge not stored')
    }
    await this.#tell(keys, purges ?? [])
    return purges !== undefined
  }

  async #store(keys: string[]): Promise<Purge[]> {
    return this.#ask(sql`
      insert into edge_purges (key, asked_at, due_at)
      select key, clock_timestamp(), clock_timestamp() + make_interval(secs => ${LEASE})
      from unnest(array[${valuesOf(keys.toSorted())}]::text[]) as key
      on conflict (key) do update set asked_at = excluded.asked_at, due_at = excluded.due_at, attempts = 0
      returning key, asked_at::text as "askedAt"`)
  }

  #ask(query: SQL): Promise<Purge[]> {
    return withDatabase(this.#databaseUrl, async (db) => [...(await db.execute<Purge>(query))])
  }

  async #tell(keys: string[], purges: Purge[]): Promise<void> {
    const isDone = await this.#send(keys)
    if (purges.length === 0) return
    try {
      await this.#ask(isDone ? afterSuccess(purges) : afterFailure(purges))
    } catch (err) {
      log.warn({ err }, 'edge-cache: purge result not stored')
    }
  }

  async #send(keys: string[]): Promise<boolean> {
    const { keysAtOnce } = this.#cache
    try {
      for (let first = 0; first < keys.length; first += keysAtOnce) {
        await this.#cache.purge(keys.slice(first, first + keysAtOnce))
      }
      purged.add(1, { result: 'done' })
      if (this.#isBehind) log.info('edge-cache: purge recovered')
      this.#isBehind = false
      return true
    } catch (error) {
      purged.add(1, { result: 'failed' })
      if (!this.#isBehind) log.error({ code: errorCode(error) }, 'edge-cache: purge failed')
      this.#isBehind = true
      return false
    }
  }

  start(): void {
    const job: Job = {
      look: () => this.doDue(),
      onFailure: (err) => log.error({ err }, 'edge-cache: purge queue unavailable'),
    }
    const reassurance: Job = {
      look: async () => this.#cache.reassure?.(),
      onFailure: (error) => log.warn({ code: errorCode(error) }, 'edge-cache: unreachable'),
    }
    this.#polling ??= startPolling([job, reassurance], POLL_MS)
  }

  async stop(): Promise<void> {
    await this.#polling?.stop()
  }

  async doDue(): Promise<void> {
    const purges = await this.#ask(sql`
      with due as (
        select key from edge_purges where due_at <= clock_timestamp()
        order by due_at limit ${this.#cache.keysAtOnce} for update skip locked
      )
      update edge_purges set due_at = clock_timestamp() + make_interval(secs => ${LEASE})
      from due where edge_purges.key = due.key
      returning edge_purges.key, asked_at::text as "askedAt"`)
    if (purges.length === 0) return
    await this.#tell(
      purges.map(({ key }) => key),
      purges,
    )
  }
}

const isOneOf = (purges: Purge[]) =>
  sql`(key, asked_at) in (${sql.join(
    purges.map(({ key, askedAt }) => sql`(${key}, ${askedAt}::timestamptz)`),
    sql`, `,
  )})`

const afterSuccess = (purges: Purge[]) => sql`
  with done as (
    delete from edge_purges where ${isOneOf(purges)} and asked_at < clock_timestamp() - make_interval(secs => ${FOLLOW_UP})
  )
  update edge_purges set due_at = asked_at + make_interval(secs => ${FOLLOW_UP + 0.1}), attempts = 0
  where ${isOneOf(purges)} and asked_at >= clock_timestamp() - make_interval(secs => ${FOLLOW_UP})`

const afterFailure = (purges: Purge[]) => sql`
  update edge_purges set attempts = attempts + 1,
    due_at = clock_timestamp() + make_interval(secs => least(${LONGEST_PAUSE}, power(2, least(attempts, 10))))
  where ${isOneOf(purges)}`
