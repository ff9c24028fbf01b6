import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { contactMessages } from '../../lib/site/contact/schema.ts'
import { postgresServers, type RunningPostgres } from '@ductwise/postgres/testing'

describe.each(postgresServers)('database client on $name', ({ name, start }) => {
  let server: RunningPostgres
  const isReal = name !== postgresServers[0]?.name
  let observer: Sql
  beforeAll(async () => {
    server = await start()
    observer = postgres(server.url, { max: 1, onnotice: () => undefined })
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    await observer.end()
    await server.close()
  })

  /** Returns the other open connections; Postgres counts their rollbacks only after they close. */
  const listConnections = () => observer`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

  it('migrates in several concurrent processes, and can migrate again', async () => {
    const databases = await Promise.all([openDatabase(server.url), openDatabase(server.url), openDatabase(server.url)])
    // All clients of the local server share one session, where failed attempts leave advisory locks behind.
    await observer`select pg_advisory_unlock_all()`
    const reopened = await openDatabase(server.url)
    expect(await observer`select from pg_locks where locktype = 'advisory'`, 'no lock remains').toEqual([])
    expect(await reopened.db.select().from(contactMessages)).toEqual([])
    for (const { close } of [...databases, reopened]) await close()
    await vi.waitFor(async () => expect(await listConnections()).toEqual([]), { timeout: 15_000 })
    const [refusedCount] = await observer<{ refused: number }[]>`
      select xact_rollback::int as refused from pg_stat_database where datname = current_database()`
    // Advisory locks have no effect within the single session of the local server.
    if (isReal) expect(refusedCount, 'migrations run one at a time').toEqual({ refused: 0 })
  })

  it.runIf(isReal)('migrates for a user without CREATEROLE if an administrator created the site role', async () => {
    const user = `user_${randomUUID().replaceAll('-', '')}`
    // Roles are shared by all databases of the server, so the role may already exist.
    await observer.unsafe(`
      do $$ begin create role ductwise_site nologin; exception when duplicate_object then null; end $$;
      create role ${user} login password 'long-enough';
      grant ductwise_site to ${user}`)
    await observer.unsafe(`create database ${user} owner ${user}`)
    const url = new URL(server.url)
    Object.assign(url, { username: user, password: 'long-enough', pathname: `/${user}` })
    const { db, close } = await openDatabase(url.href)
    expect(await db.select().from(contactMessages)).toEqual([])
    await close()
  })

  it('waits one second for a running transaction on close, then ends it', async () => {
    const { db, close } = await openDatabase(server.url)
    const [queried, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = db.transaction(async (tx) => {
      await tx.select().from(contactMessages)
      queried.resolve()
      await resume.promise
      return tx.select().from(contactMessages)
    })
    // Attached before the connection closes, because the rejection would otherwise be unhandled.
    const refusal = transaction.then(
      () => undefined,
      (error: unknown) => error,
    )
    await queried.promise
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isClosed = false
    const closing = close().then(() => (isClosed = true))
    await vi.advanceTimersByTimeAsync(900)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    vi.useRealTimers()
    await closing
    await vi.waitFor(async () => expect(await listConnections()).toEqual([]), { timeout: 15_000 })
    resume.resolve()
    expect(await refusal).toBeInstanceOf(Error)
  })
})
