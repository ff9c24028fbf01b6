import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { root } from '../../scripts/support/settings.ts'
import { siteProcessEnv, buildSiteVariables } from '../../scripts/support/services.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { type IsolatedPostgres, startIsolatedPostgres } from '../support/stack/isolated-postgres.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { pollUntil } from '../support/until.ts'
import {
  requestDashboard,
  TRUSTED_PROXY_ENV,
  createMessage,
  reportCall,
  sendMessage,
} from './support/sample-requests.ts'
import { measureResidentMegabytes } from './support/memory.ts'
import { findSlowestMs, formatStatuses, measureUntil, requestSite } from './support/request-site.ts'

const PAGE_PATHS = ['/', '/pricing', '/blog']
const LEADS_PATH = '/api/dashboard/leads'
const EXPORTS_PATH = '/api/dashboard/exports'

/** Maximum response time of a page, which does not need the database. */
const MAX_PAGE_MS = 2_000

/** Maximum response time. The voice vendor waits 8 s, visitors less. */
const MAX_RESPONSE_MS = 12_000

/** Time limit for the site to reconnect. */
const MAX_RECOVERY_MS = 15_000

/** Number of concurrent database requests, far more than the pool has connections. */
const POOL_OVERLOAD_REQUESTS = 100

/** Maximum memory growth during these requests. */
const MAX_MEMORY_GROWTH_MB = 100

/** Maximum response time with a slow database. */
const MAX_SLOW_RESPONSE_MS = 4_000

/** Latency that the relay adds to each message of a slow database. */
const LATENCY_MS = 25

const CONCURRENT_REQUESTS = 20

const TOO_MANY_CONNECTIONS_ERROR = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const header = Buffer.alloc(5)
  header.write('E')
  header.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([header, fields])
})()

const MIGRATION_PROCESSES = 3

function findFirstTable(): string {
  const folder = resolve(root, 'lib/platform/db/migrations')
  const [first = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return /create table ("\w+")/i.exec(readFileSync(resolve(folder, first), 'utf8'))?.[1] ?? ''
}

/** Returns the Postgres processes that wait for a lock. Undefined if there are fewer than `count`. */
async function findLockWaiters(sql: ISql, count: number): Promise<{ pid: number }[] | undefined> {
  // Uses pg_locks, because pg_stat_activity returns a fixed snapshot within a transaction.
  const waiters = await sql<{ pid: number }[]>`select distinct pid from pg_locks where not granted`
  return waiters.length >= count ? waiters : undefined
}

const buildRelayUrl = (relay: TcpRelay, url: string): string =>
  Object.assign(new URL(url), { port: String(relay.port) }).href

async function expectPagesServed(site: Site): Promise<void> {
  const pages = await Promise.all(PAGE_PATHS.map((path) => requestSite(site.url, path)))
  expect(formatStatuses(pages)).toEqual(PAGE_PATHS.map((path) => `${path} 200`))
  expect(findSlowestMs(pages)).toBeLessThan(MAX_PAGE_MS)
}

const requestAll = (site: Site) =>
  Promise.all([sendMessage(site.url), requestDashboard(site.url, LEADS_PATH), reportCall(site.url)])

/** Asserts that pages are served, while database requests fail in time with a retryable error. */
async function expectUnavailable(site: Site): Promise<number> {
  const [responses] = await Promise.all([requestAll(site), expectPagesServed(site)])
  expect(formatStatuses(responses)).toEqual(['/api/contact 503', `${LEADS_PATH} 503`, '/api/webhooks/voice 503'])
  expect(findSlowestMs(responses)).toBeLessThan(MAX_RESPONSE_MS)
  return findSlowestMs(responses)
}

const hasRecovered = async (site: Site): Promise<boolean> =>
  (await requestAll(site)).every(({ status }) => status === 200)

async function expectRecovery(site: Site): Promise<number> {
  const recoveryMs = await measureUntil(() => hasRecovered(site), { deadlineMs: MAX_RECOVERY_MS, intervalMs: 100 })
  expect(recoveryMs, 'recovery time in ms').toBeLessThan(MAX_RECOVERY_MS)
  return recoveryMs
}

const MIGRATIONS_FOLDER = resolve(root, 'lib/platform/db/migrations')

const listMigrationFiles = (): string[] => readdirSync(MIGRATIONS_FOLDER).filter((name) => name.endsWith('.sql'))

/** Returns the total size of all migrations. A process that has sent half of it is in the middle of migrating. */
const countMigrationBytes = (): number =>
  listMigrationFiles().reduce((sum, name) => sum + readFileSync(resolve(MIGRATIONS_FOLDER, name)).length, 0)

function startMigration(url: string): { child: ChildProcess; exitCode: Promise<number> } {
  const env = { ...process.env, ...buildSiteVariables(stack), DATABASE_URL: url, ...siteProcessEnv }
  const child = spawn(process.execPath, [resolve(root, 'server/migrate.ts')], { cwd: root, env, stdio: 'ignore' })
  return { child, exitCode: once(child, 'exit').then(([code]) => Number(code)) }
}

async function countTables(url: string): Promise<{ tables: number; applied: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [summary] = await sql<{ tables: number; noted: boolean }[]>`
      select count(*) filter (where schemaname = 'public')::int as tables,
        coalesce(bool_or(tablename = '__drizzle_migrations'), false) as noted from pg_tables`
    const [migrations] = summary?.noted
      ? await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`
      : []
    return { tables: summary?.tables ?? 0, applied: Number(migrations?.applied ?? 0) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function interruptMigration(url: string): Promise<string> {
  const relay = await startTcpRelay(Number(new URL(url).port))
  try {
    const { child, exitCode } = startMigration(buildRelayUrl(relay, url))
    await measureUntil(async () => relay.getSentBytes() > countMigrationBytes() / 2 || child.exitCode !== null, {
      intervalMs: 1,
    })
    child.kill('SIGKILL')
    await exitCode
    // The server notices the closed connection only after it has read all sent data.
    await measureUntil(async () => (await countTables(url)).tables === 0, { deadlineMs: 5_000 })
    expect(await countTables(url), 'state after the kill').toEqual({ tables: 0, applied: 0 })
    const sentBytes = relay.getSentBytes()
    expect(await startMigration(url).exitCode, 'exit code of the next process').toBe(0)
    const { tables, applied } = await countTables(url)
    expect(applied).toBe(listMigrationFiles().length)
    return `killed after ${sentBytes} of ${countMigrationBytes()} bytes: no tables; then ${tables} tables`
  } finally {
    await relay.close()
  }
}

describe.skipIf(!hasProgram('postgres'))('real PostgreSQL server', () => {
  let server: RunningPostgres
  let relay: TcpRelay
  let owner: Sql
  let variables: Record<string, string>
  let site: Site | undefined

  beforeAll(async () => {
    server = await startOperatePostgres()
    relay = await startTcpRelay(Number(new URL(server.url).port))
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    variables = { ...TRUSTED_PROXY_ENV, DATABASE_URL: buildRelayUrl(relay, server.url) }
  })
  afterAll(async () => {
    await site?.stop()
    await owner?.end()
    await relay?.close()
    await server?.close()
  })

  const getRunningSite = async (): Promise<Site> => (site ??= await startSite({ name: 'database', variables }))

  async function withFault<Result>(injectFault: () => void, run: (site: Site) => Promise<Result>): Promise<Result> {
    const faultySite = await getRunningSite()
    relay.cut()
    relay.restore()
    await expectRecovery(faultySite)
    injectFault()
    try {
      return await run(faultySite)
    } finally {
      relay.restore()
    }
  }

  check(
    {
      what: 'Postgres outage at start',
      tried:
        'started a site while Postgres was down; requested 3 pages and sent a form, a dashboard request and a call; restored Postgres',
      expected: 'starts; returns 200 for pages and 503 otherwise; recovers automatically',
    },
    async () => {
      relay.cut()
      let failure: unknown
      site = await startSite({ name: 'database', variables }).catch((error: unknown) => {
        failure = error
        return undefined
      })
      const slowestMs = site && (await expectUnavailable(site).finally(relay.restore))
      relay.restore()
      expect(failure, 'start failure').toBeUndefined()
      return `pages 200, 503 within ${slowestMs} ms, recovered ${await expectRecovery(await getRunningSite())} ms later`
    },
  )

  check(
    {
      what: 'Postgres crash',
      tried: `killed a backend process with SIGKILL during ${CONCURRENT_REQUESTS} requests, which ends all connections`,
      expected: 'returns 200 or 503, never 500; recovers automatically',
    },
    async () => {
      const crashedSite = await getRunningSite()
      await expectRecovery(crashedSite)
      // Locks tables, so that all requests are waiting when the connections, including this one, are cut.
      const lockHolder = await owner.reserve()
      await lockHolder.unsafe('begin; lock table leads, contact_messages in access exclusive mode')
      const pendingResponses = Array.from({ length: CONCURRENT_REQUESTS }, (_, index) =>
        index % 2 === 0 ? sendMessage(crashedSite.url) : requestDashboard(crashedSite.url, LEADS_PATH),
      )
      const [backend] = await pollUntil('a waiting backend process', () => findLockWaiters(lockHolder, 1))
      process.kill(backend?.pid ?? 0, 'SIGKILL')
      const recovery = measureUntil(async () => (await requestDashboard(crashedSite.url, LEADS_PATH)).status === 200)
      const responses = await Promise.all([...pendingResponses, requestDashboard(crashedSite.url, LEADS_PATH)])
      await recovery
      expect(responses.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([])
      return `${responses.filter(({ status }) => status === 503).length} of ${responses.length} 503, recovered after ${await expectRecovery(crashedSite)} ms`
    },
  )

  check(
    {
      what: 'Postgres timeout',
      tried: 'silenced all connections; requested 3 pages and sent a form, a dashboard request and a call',
      expected: 'returns 200 for pages and 503 otherwise, in time; recovers automatically',
    },
    async () => {
      const slowestMs = await withFault(relay.mute, expectUnavailable)
      return `pages 200, 503 within ${slowestMs} ms, recovered after ${await expectRecovery(await getRunningSite())} ms`
    },
  )

  check(
    {
      what: 'Exhausted connection pool',
      tried: `sent ${POOL_OVERLOAD_REQUESTS} concurrent requests during a Postgres hang, and page requests`,
      expected: `returns 200 for pages immediately and 503 for each request; uses at most ${MAX_MEMORY_GROWTH_MB} MB more`,
    },
    () =>
      withFault(relay.mute, async (hangingSite) => {
        const memoryBeforeMb = measureResidentMegabytes(hangingSite.child)
        const pendingResponses = Promise.all(
          Array.from({ length: POOL_OVERLOAD_REQUESTS }, () => requestDashboard(hangingSite.url, LEADS_PATH)),
        )
        await expectPagesServed(hangingSite)
        const responses = await pendingResponses
        expect(responses.filter(({ status }) => status !== 503).map(({ status }) => status)).toEqual([])
        const memoryGrowthMb = measureResidentMegabytes(hangingSite.child) - memoryBeforeMb
        expect(memoryGrowthMb).toBeLessThan(MAX_MEMORY_GROWTH_MB)
        return `pages 200, ${POOL_OVERLOAD_REQUESTS} times 503 within ${findSlowestMs(responses)} ms, ${memoryGrowthMb} MB more`
      }),
  )

  check(
    {
      what: 'Postgres connection limit',
      tried:
        'rejected each connection with code 53300; requested 3 pages and sent a form, a dashboard request and a call',
      expected: 'returns 200 for pages and 503 otherwise; recovers automatically',
    },
    async () => {
      const slowestMs = await withFault(() => relay.refuse(TOO_MANY_CONNECTIONS_ERROR), expectUnavailable)
      return `pages 200, 503 within ${slowestMs} ms, recovered after ${await expectRecovery(await getRunningSite())} ms`
    },
  )

  check(
    {
      what: 'Full Postgres disk',
      tried: 'failed each insert with code 53100; sent a form, an export and a list request',
      expected: 'returns 503 for writes and 200 for reads; recovers automatically',
    },
    async () => {
      const fullDiskSite = await getRunningSite()
      await expectRecovery(fullDiskSite)
      await owner.unsafe(`
        create or replace function full_disk() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
        create trigger full_disk before insert on contact_messages for each row execute function full_disk();
        create trigger full_disk before insert on calls for each row execute function full_disk();
        create trigger full_disk before insert on events for each row execute function full_disk()`)
      try {
        const responses = await Promise.all([
          sendMessage(fullDiskSite.url),
          requestDashboard(fullDiskSite.url, EXPORTS_PATH, { method: 'POST' }),
          requestDashboard(fullDiskSite.url, LEADS_PATH),
        ])
        expect(formatStatuses(responses)).toEqual(['/api/contact 503', `${EXPORTS_PATH} 503`, `${LEADS_PATH} 200`])
      } finally {
        await owner.unsafe('drop function full_disk() cascade')
      }
      return `503 for writes, 200 for reads, recovered after ${await expectRecovery(fullDiskSite)} ms`
    },
  )

  check(
    {
      what: 'Slow Postgres',
      tried: `delayed messages ${LATENCY_MS} ms in both directions; sent ${CONCURRENT_REQUESTS} concurrent requests and page requests`,
      expected: 'returns 200 for pages immediately and 200 otherwise in time',
    },
    () =>
      withFault(
        () => relay.slow(LATENCY_MS),
        async (slowSite) => {
          const pendingResponses = Promise.all(
            Array.from({ length: CONCURRENT_REQUESTS }, () => requestDashboard(slowSite.url, LEADS_PATH)),
          )
          await expectPagesServed(slowSite)
          const responses = await pendingResponses
          expect(responses.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([])
          expect(findSlowestMs(responses)).toBeLessThan(MAX_SLOW_RESPONSE_MS)
          return `pages 200, ${CONCURRENT_REQUESTS} times 200 within ${findSlowestMs(responses)} ms`
        },
      ),
  )

  check(
    {
      what: 'Interrupted migration',
      tried: 'killed the process after half of the statements; started another',
      expected: 'leaves no table; the next process creates all tables',
    },
    async () => {
      const emptyServer = await startOperatePostgres()
      return interruptMigration(emptyServer.url).finally(emptyServer.close)
    },
  )

  check(
    {
      what: 'Concurrent migrations',
      tried: 'started three processes on an empty database',
      expected: 'run one at a time; each exits with code 0',
    },
    async () => {
      const emptyServer = await startOperatePostgres()
      const sql = postgres(emptyServer.url, { max: 1, onnotice: () => undefined })
      try {
        const exitCodes: Promise<unknown>[] = []
        const lockTransaction = sql.begin(async (transaction) => {
          // Creates the first table in an open transaction, so that all processes block on this statement.
          await transaction.unsafe(`create table ${findFirstTable()} ()`)
          for (let index = 0; index < MIGRATION_PROCESSES; index++)
            exitCodes.push(startMigration(emptyServer.url).exitCode)
          await pollUntil('all migrating processes', () => findLockWaiters(transaction, MIGRATION_PROCESSES))
          throw new Error('Roll back the table')
        })
        await expect(lockTransaction).rejects.toThrow('Roll back the table')
        expect(await Promise.all(exitCodes)).toEqual(exitCodes.map(() => 0))
        const [stats] = await sql<{ refused: number }[]>`
          select xact_rollback::int as refused from pg_stat_database where datname = current_database()`
        // Allows the rollback of this test itself, which the server may count late.
        expect(stats?.refused).toBeLessThanOrEqual(1)
        return `code 0 three times, ${(await countTables(emptyServer.url)).tables} tables, no rollback`
      } finally {
        await sql.end({ timeout: 1 })
        await emptyServer.close()
      }
    },
  )
})

describe('local Postgres server', () => {
  let localServer: IsolatedPostgres
  let site: Site | undefined
  beforeAll(async () => {
    localServer = await startIsolatedPostgres('faults-postgres')
  })
  afterAll(async () => {
    await site?.stop()
    await localServer?.stop()
  })

  check(
    {
      what: 'Interrupted migration on PGlite',
      tried: 'killed the process after half of the statements; started another',
      expected: 'leaves no table; the next process creates all tables',
    },
    () => interruptMigration(localServer.url),
  )

  check(
    {
      what: 'Crash of the local Postgres',
      tried:
        'killed it after an accepted message; requested 3 pages and sent a form, a dashboard request and a call; restarted it',
      expected: 'returns 200 for pages and 503 otherwise; stores the message once; recovers automatically',
    },
    async () => {
      site = await startSite({
        name: 'local-database',
        variables: { ...TRUSTED_PROXY_ENV, DATABASE_URL: localServer.url },
      })
      const message = createMessage('before the PGlite crash')
      expect((await message.send(site.url)).status).toBe(200)
      await localServer.kill()
      const slowestMs = await expectUnavailable(site)
      await localServer.start()
      const recoveryMs = await expectRecovery(site)
      expect((await message.send(site.url)).status).toBe(200)
      const sql = postgres(localServer.url, { max: 1, onnotice: () => undefined })
      const storedMessages = await sql`select from contact_messages where company = 'before the PGlite crash'`
      await sql.end({ timeout: 1 })
      expect(storedMessages).toHaveLength(1)
      return `pages 200, 503 within ${slowestMs} ms, recovered after ${recoveryMs} ms, stored once`
    },
  )
})
