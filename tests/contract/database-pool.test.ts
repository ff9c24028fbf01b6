import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  type Database,
  getDatabase,
  DatabaseTimeoutError,
  isDatabaseOutage,
  withDatabase,
} from '../../lib/platform/db/client.ts'
import { runInOrganization, withOrganization } from '../../lib/platform/db/organization.ts'
import { leads } from '../../lib/dashboard/schema/leads.ts'
import { resetPool } from '../support/reset-pool.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'

const LEAD = { organizationId: 'org_pool', name: 'A lead', problem: 'No heat', source: 'call' as const }

const LONG_DEADLINE_MS = 12_000

const sleep = (seconds: number) => (db: Database) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_sleep(${seconds})`)
    return 'answered' as const
  })

// The local server has one session for all clients, so a long transaction would block every query.
describe.skipIf(!inject('sharedPostgresUrl'))('connection pool', { timeout: 60_000 }, () => {
  const server = setUpDatabase()
  const owner = connectAsOwner(server)
  beforeAll(() => server.within(LEAD.organizationId, ({ db }) => db.insert(leads).values(LEAD)))
  afterEach(resetPool)

  const countLeads = () =>
    withOrganization(server.url, LEAD.organizationId, async ({ db }) => (await db.select().from(leads)).length)
  const runQuickQuery = () =>
    withDatabase(server.url, (db) => db.transaction(async (tx) => (await tx.execute(sql`select 1`)).length))

  const whileLocked = (work: (locking: TransactionSql) => Promise<void>) =>
    owner.sql.begin(async (tx) => {
      await tx.unsafe('lock table leads in access exclusive mode')
      return work(tx)
    })

  it('fails only the request that waits for a locked table', async () => {
    await runQuickQuery()
    const concurrent = [
      withDatabase(server.url, sleep(4.5), LONG_DEADLINE_MS),
      getDatabase(server.url).then(sleep(4.5)),
      withDatabase(server.url, sleep(1.5)),
    ]
    const quickQueries: Promise<number>[] = []
    await whileLocked(async () => {
      const startedAt = performance.now()
      const blocked = countLeads().catch((error: unknown) => error)
      for (let index = 0; index < 40; index++) {
        quickQueries.push(runQuickQuery())
        await wait(100)
      }
      expect(isDatabaseOutage(await blocked)).toBe(true)
      expect(performance.now() - startedAt).toBeLessThan(5_000)
    })
    expect(await Promise.all(concurrent)).toEqual(['answered', 'answered', 'answered'])
    expect(await Promise.all(quickQueries)).toEqual(quickQueries.map(() => 1))
    expect(await countLeads()).toBe(1)
  })

  it('fails a transaction whose connection closes, and runs no later statements', async () => {
    const failures: unknown[] = []
    const recordFailure = (error: unknown) => failures.push(error)
    const started = Promise.withResolvers<number>()
    const resume = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    const outcome = withDatabase(server.url, (db) =>
      db.transaction(async (tx) => {
        const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        started.resolve(row?.pid ?? 0)
        await tx.transaction((savepoint) => savepoint.execute(sql`select pg_sleep(10)`)).catch(recordFailure)
        await resume.promise
        await tx.insert(leads).values(LEAD).catch(recordFailure)
        await tx.transaction((savepoint) => savepoint.execute(sql`select 1`)).catch(recordFailure)
        finished.resolve()
      }),
    ).catch((error: unknown) => error)
    await owner.sql`select pg_terminate_backend(${await started.promise})`
    expect(isDatabaseOutage(await outcome)).toBe(true)
    const otherTransaction = withDatabase(server.url, (db) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        resume.resolve()
        await finished.promise
        return (await tx.execute(sql`select 1`)).length
      }),
    )
    expect(await otherTransaction).toBe(1)
    expect(failures.map(isDatabaseOutage)).toEqual([true, true, true])
    expect(await countLeads()).toBe(1)
  })

  it('leaves no query waiting for the lock in Postgres', async () => {
    await whileLocked(async (lockTx) => {
      await expect(countLeads()).rejects.toThrow()
      const [row] = await lockTx`select count(*)::int as waiting from pg_locks where not granted`
      expect(row?.waiting).toBe(0)
    })
  })

  it('rolls back a request whose queries exceed the deadline in total', async () => {
    const concurrent = withDatabase(server.url, sleep(4.5), LONG_DEADLINE_MS)
    const steps: number[] = []
    const slowTransaction = withOrganization(server.url, LEAD.organizationId, async ({ db }) => {
      await db.insert(leads).values(LEAD)
      for (let step = 0; step < 10; step++) {
        await db.execute(sql`select pg_sleep(1)`)
        steps.push(step)
      }
    })
    await expect(slowTransaction).rejects.toThrow(DatabaseTimeoutError)
    expect(await concurrent).toBe('answered')
    expect(steps.length).toBeLessThan(4)
    expect(await countLeads()).toBe(1)
  })

  it('starts no query for a request that has already timed out', async () => {
    await runQuickQuery()
    const queries: Promise<unknown>[] = []
    const completion = Promise.withResolvers<void>()
    const failing = withDatabase(
      server.url,
      async (db) => {
        await wait(400)
        queries.push(runInOrganization(db, LEAD.organizationId, (tx) => tx.db.insert(leads).values(LEAD)))
        completion.resolve()
      },
      200,
    )
    await expect(failing).rejects.toThrow(DatabaseTimeoutError)
    await completion.promise
    await expect(queries[0]).rejects.toThrow(DatabaseTimeoutError)
    expect(await countLeads()).toBe(1)
  })

  it('keeps connections free for requests while background jobs run', async () => {
    await runQuickQuery()
    const jobs = Array.from({ length: 5 }, async () => sleep(1)(await getDatabase(server.url)))
    await wait(200)
    const startedAt = performance.now()
    await runQuickQuery()
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(await Promise.all(jobs)).toEqual(jobs.map(() => 'answered'))
  })

  it('sets Postgres timeouts for statements, locks and idle transactions', async () => {
    const limits = await withDatabase(server.url, (db) =>
      db.execute<{ name: string; setting: string }>(
        sql`select name, setting from pg_settings where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$'`,
      ),
    )
    expect([...limits].filter(({ setting }) => Number(setting) > 0)).toHaveLength(3)
  })
})
