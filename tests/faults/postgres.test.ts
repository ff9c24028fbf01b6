import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import postgres, { type ISql, type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { root } from '../../scripts/support/settings.ts'
import { siteProcess, siteVariables } from '../../scripts/support/services.ts'
import { startOperatePostgres } from '../operate/support/postgres.ts'
import { hasProgram } from '../operate/support/programs.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { type OwnPostgres, startOwnPostgres } from '../support/stack/own-postgres.ts'
import { startTcpRelay, type TcpRelay } from '../support/stack/tcp-relay.ts'
import { until } from '../support/until.ts'
import { askDashboard, BEHIND_PROXY, newMessage, reportCall, sendMessage } from './support/asked.ts'
import { residentMegabytes } from './support/memory.ts'
import { slowestOf, statusesOf, untilHolds, visit } from './support/visit.ts'

const PAGES = ['/', '/pricing', '/blog']
const LEADS = '/api/dashboard/leads'
const EXPORTS = '/api/dashboard/exports'

/** Maximum milliseconds for a page, which does not need the database. */
const PAGE_WITHIN = 2_000

/** Maximum milliseconds for a response. The voice vendor waits 8 s, visitors less. */
const ANSWERED_WITHIN = 12_000

/** Maximum milliseconds until the site has reconnected. */
const BACK_WITHIN = 15_000

/** Number of concurrent database requests, far more than the pool has connections. */
const MANY = 100

/** Maximum memory growth in MB during these requests. */
const MOST_MEGABYTES = 100

/** Maximum milliseconds per response with a slow database. */
const SLOWLY_WITHIN = 4_000

/** Latency in milliseconds that the relay adds to each message of a slow database. */
const LATE = 25

const AT_ONCE = 20

const TOO_MANY_CONNECTIONS = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

const MIGRATING = 3

function firstTable(): string {
  const folder = resolve(root, 'lib/platform/db/migrations')
  const [first = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  return /create table ("\w+")/i.exec(readFileSync(resolve(folder, first), 'utf8'))?.[1] ?? ''
}

/** Returns the Postgres processes that wait for a lock if there are at least `count`. */
async function waitingFor(sql: ISql, count: number): Promise<{ pid: number }[] | undefined> {
  // Uses pg_locks, because pg_stat_activity returns a fixed snapshot within a transaction.
  const waiting = await sql<{ pid: number }[]>`select distinct pid from pg_locks where not granted`
  return waiting.length >= count ? waiting : undefined
}

const addressBy = (way: TcpRelay, url: string): string => Object.assign(new URL(url), { port: String(way.port) }).href

async function expectPages(site: Site): Promise<void> {
  const pages = await Promise.all(PAGES.map((path) => visit(site.url, path)))
  expect(statusesOf(pages)).toEqual(PAGES.map((path) => `${path} 200`))
  expect(slowestOf(pages)).toBeLessThan(PAGE_WITHIN)
}

const askAll = (site: Site) => Promise.all([sendMessage(site.url), askDashboard(site.url, LEADS), reportCall(site.url)])

/** Asserts that pages are served, while database requests fail in time with a retryable error. */
async function expectRefused(site: Site): Promise<number> {
  const [answers] = await Promise.all([askAll(site), expectPages(site)])
  expect(statusesOf(answers)).toEqual(['/api/contact 503', `${LEADS} 503`, '/api/webhooks/voice 503'])
  expect(slowestOf(answers)).toBeLessThan(ANSWERED_WITHIN)
  return slowestOf(answers)
}

const isBack = async (site: Site): Promise<boolean> => (await askAll(site)).every(({ status }) => status === 200)

async function expectBack(site: Site): Promise<number> {
  const back = await untilHolds(() => isBack(site), { deadlineMs: BACK_WITHIN, intervalMs: 100 })
  expect(back, 'recovery time in ms').toBeLessThan(BACK_WITHIN)
  return back
}

const MIGRATIONS = resolve(root, 'lib/platform/db/migrations')

const migrationFiles = (): string[] => readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))

/** Returns the total size of all migrations. A process that has sent half of it is in the middle. */
const migrationBytes = (): number =>
  migrationFiles().reduce((sum, name) => sum + readFileSync(resolve(MIGRATIONS, name)).length, 0)

function startMigration(url: string): { child: ChildProcess; ended: Promise<number> } {
  const env = { ...process.env, ...siteVariables(stack), DATABASE_URL: url, ...siteProcess }
  const child = spawn(process.execPath, [resolve(root, 'server/migrate.ts')], { cwd: root, env, stdio: 'ignore' })
  return { child, ended: once(child, 'exit').then(([code]) => Number(code)) }
}

async function tablesOf(url: string): Promise<{ tables: number; applied: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const [found] = await sql<{ tables: number; noted: boolean }[]>`
      select count(*) filter (where schemaname = 'public')::int as tables,
        coalesce(bool_or(tablename = '__drizzle_migrations'), false) as noted from pg_tables`
    const [counted] = found?.noted ? await sql`select count(*)::int as applied from drizzle.__drizzle_migrations` : []
    return { tables: found?.tables ?? 0, applied: Number(counted?.applied ?? 0) }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function interruptMigration(url: string): Promise<string> {
  const way = await startTcpRelay(Number(new URL(url).port))
  try {
    const { child, ended } = startMigration(addressBy(way, url))
    await untilHolds(async () => way.sent() > migrationBytes() / 2 || child.exitCode !== null, { intervalMs: 1 })
    child.kill('SIGKILL')
    await ended
    // The server notices the closed connection only after it has read all sent data.
    await untilHolds(async () => (await tablesOf(url)).tables === 0, { deadlineMs: 5_000 })
    expect(await tablesOf(url), 'state after the kill').toEqual({ tables: 0, applied: 0 })
    const sent = way.sent()
    expect(await startMigration(url).ended, 'exit code of the next process').toBe(0)
    const { tables, applied } = await tablesOf(url)
    expect(applied).toBe(migrationFiles().length)
    return `killed after ${sent} of ${migrationBytes()} bytes: no tables; then ${tables} tables`
  } finally {
    await way.close()
  }
}

describe.skipIf(!hasProgram('postgres'))('real PostgreSQL server', () => {
  let server: RunningPostgres
  let way: TcpRelay
  let owner: Sql
  let variables: Record<string, string>
  let site: Site | undefined

  beforeAll(async () => {
    server = await startOperatePostgres()
    way = await startTcpRelay(Number(new URL(server.url).port))
    owner = postgres(server.url, { max: 1, onnotice: () => undefined })
    variables = { ...BEHIND_PROXY, DATABASE_URL: addressBy(way, server.url) }
  })
  afterAll(async () => {
    await site?.stop()
    await owner?.end()
    await way?.close()
    await server?.close()
  })

  const running = async (): Promise<Site> => (site ??= await startSite({ name: 'database', variables }))

  async function whileDisturbed<Result>(disturb: () => void, work: (site: Site) => Promise<Result>): Promise<Result> {
    const disturbed = await running()
    way.cut()
    way.mend()
    await expectBack(disturbed)
    disturb()
    try {
      return await work(disturbed)
    } finally {
      way.mend()
    }
  }

  check(
    {
      what: 'Postgres outage at start',
      tried: 'started a site without it; sent 3 pages, a form, a dashboard request, a call; then restored it',
      expected: 'starts; returns 200 for pages and 503 otherwise; recovers automatically',
    },
    async () => {
      way.cut()
      let failure: unknown
      site = await startSite({ name: 'database', variables }).catch((error: unknown) => {
        failure = error
        return undefined
      })
      const refused = site && (await expectRefused(site).finally(way.mend))
      way.mend()
      expect(failure, 'start failure').toBeUndefined()
      return `pages 200, 503 within ${refused} ms, recovered ${await expectBack(await running())} ms later`
    },
  )

  check(
    {
      what: 'Postgres crash',
      tried: `killed a backend process with SIGKILL during ${AT_ONCE} requests, which ends all connections`,
      expected: 'returns 200 or 503, never 500; recovers automatically',
    },
    async () => {
      const killed = await running()
      await expectBack(killed)
      // Locks tables, so that all requests are waiting when the connections, including this one, are cut.
      const holder = await owner.reserve()
      await holder.unsafe('begin; lock table leads, contact_messages in access exclusive mode')
      const asked = Array.from({ length: AT_ONCE }, (_, index) =>
        index % 2 === 0 ? sendMessage(killed.url) : askDashboard(killed.url, LEADS),
      )
      const [own] = await until('a waiting backend process', () => waitingFor(holder, 1))
      process.kill(own?.pid ?? 0, 'SIGKILL')
      const during = untilHolds(async () => (await askDashboard(killed.url, LEADS)).status === 200)
      const answers = await Promise.all([...asked, askDashboard(killed.url, LEADS)])
      await during
      expect(answers.map(({ status }) => status).filter((status) => ![200, 503].includes(status))).toEqual([])
      return `${answers.filter(({ status }) => status === 503).length} of ${answers.length} 503, recovered after ${await expectBack(killed)} ms`
    },
  )

  check(
    {
      what: 'Postgres timeout',
      tried: 'silenced all connections; sent 3 pages, a form, a dashboard request, a call',
      expected: 'returns 200 for pages and 503 otherwise, in time; recovers automatically',
    },
    async () => {
      const refused = await whileDisturbed(way.mute, expectRefused)
      return `pages 200, 503 within ${refused} ms, recovered after ${await expectBack(await running())} ms`
    },
  )

  check(
    {
      what: 'Exhausted connection pool',
      tried: `sent ${MANY} concurrent requests during a Postgres hang, and page requests`,
      expected: `returns 200 for pages immediately and 503 for each request; uses at most ${MOST_MEGABYTES} MB more`,
    },
    () =>
      whileDisturbed(way.mute, async (held) => {
        const before = residentMegabytes(held.child)
        const asked = Promise.all(Array.from({ length: MANY }, () => askDashboard(held.url, LEADS)))
        await expectPages(held)
        const answers = await asked
        expect(answers.filter(({ status }) => status !== 503).map(({ status }) => status)).toEqual([])
        const more = residentMegabytes(held.child) - before
        expect(more).toBeLessThan(MOST_MEGABYTES)
        return `pages 200, ${MANY} times 503 within ${slowestOf(answers)} ms, ${more} MB more`
      }),
  )

  check(
    {
      what: 'Postgres connection limit',
      tried: 'rejected each connection with code 53300; sent 3 pages, a form, a dashboard request, a call',
      expected: 'returns 200 for pages and 503 otherwise; recovers automatically',
    },
    async () => {
      const refused = await whileDisturbed(() => way.refuse(TOO_MANY_CONNECTIONS), expectRefused)
      return `pages 200, 503 within ${refused} ms, recovered after ${await expectBack(await running())} ms`
    },
  )

  check(
    {
      what: 'Full Postgres disk',
      tried: 'failed each insert with code 53100; sent a form, an export and a list request',
      expected: 'returns 503 for writes and 200 for reads; recovers automatically',
    },
    async () => {
      const full = await running()
      await expectBack(full)
      await owner.unsafe(`
        create or replace function full_disk() returns trigger language plpgsql as
          $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
        create trigger full_disk before insert on contact_messages for each row execute function full_disk();
        create trigger full_disk before insert on calls for each row execute function full_disk();
        create trigger full_disk before insert on events for each row execute function full_disk()`)
      try {
        const answers = await Promise.all([
          sendMessage(full.url),
          askDashboard(full.url, EXPORTS, { method: 'POST' }),
          askDashboard(full.url, LEADS),
        ])
        expect(statusesOf(answers)).toEqual(['/api/contact 503', `${EXPORTS} 503`, `${LEADS} 200`])
      } finally {
        await owner.unsafe('drop function full_disk() cascade')
      }
      return `503 for writes, 200 for reads, recovered after ${await expectBack(full)} ms`
    },
  )

  check(
    {
      what: 'Slow Postgres',
      tried: `delayed messages ${LATE} ms in both directions; sent ${AT_ONCE} concurrent requests and page requests`,
      expected: 'returns 200 for pages immediately and 200 otherwise in time',
    },
    () =>
      whileDisturbed(
        () => way.slow(LATE),
        async (slowed) => {
          const asked = Promise.all(Array.from({ length: AT_ONCE }, () => askDashboard(slowed.url, LEADS)))
          await expectPages(slowed)
          const answers = await asked
          expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([])
          expect(slowestOf(answers)).toBeLessThan(SLOWLY_WITHIN)
          return `pages 200, ${AT_ONCE} times 200 within ${slowestOf(answers)} ms`
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
      const empty = await startOperatePostgres()
      return interruptMigration(empty.url).finally(empty.close)
    },
  )

  check(
    {
      what: 'Concurrent migrations',
      tried: 'started three processes on an empty database',
      expected: 'run one after another; each exits with code 0',
    },
    async () => {
      const empty = await startOperatePostgres()
      const sql = postgres(empty.url, { max: 1, onnotice: () => undefined })
      try {
        const started: Promise<unknown>[] = []
        const holding = sql.begin(async (holder) => {
          // Creates the first table in an open transaction, so that all processes block there.
          await holder.unsafe(`create table ${firstTable()} ()`)
          for (let index = 0; index < MIGRATING; index++) started.push(startMigration(empty.url).ended)
          await until('all migrating processes', () => waitingFor(holder, MIGRATING))
          throw new Error('Roll back the table')
        })
        await expect(holding).rejects.toThrow('Roll back the table')
        expect(await Promise.all(started)).toEqual(started.map(() => 0))
        const [counted] = await sql<{ refused: number }[]>`
          select xact_rollback::int as refused from pg_stat_database where datname = current_database()`
        // Allows the rollback of this test itself, which the server may count late.
        expect(counted?.refused).toBeLessThanOrEqual(1)
        return `code 0 three times, ${(await tablesOf(empty.url)).tables} tables, no rollback`
      } finally {
        await sql.end({ timeout: 1 })
        await empty.close()
      }
    },
  )
})

describe('local Postgres server', () => {
  let local: OwnPostgres
  let site: Site | undefined
  beforeAll(async () => {
    local = await startOwnPostgres('faults-postgres')
  })
  afterAll(async () => {
    await site?.stop()
    await local?.stop()
  })

  check(
    {
      what: 'Interrupted migration on PGlite',
      tried: 'killed the process after half of the statements; started another',
      expected: 'leaves no table; the next process creates all tables',
    },
    () => interruptMigration(local.url),
  )

  check(
    {
      what: 'Crash of the local Postgres',
      tried: 'killed it after an accepted message; sent 3 pages, a form, a dashboard request, a call; restarted it',
      expected: 'returns 200 for pages and 503 otherwise; stores the message once; recovers automatically',
    },
    async () => {
      site = await startSite({ name: 'local-database', variables: { ...BEHIND_PROXY, DATABASE_URL: local.url } })
      const message = newMessage('before the PGlite crash')
      expect((await message.send(site.url)).status).toBe(200)
      await local.kill()
      const refused = await expectRefused(site)
      await local.start()
      const back = await expectBack(site)
      expect((await message.send(site.url)).status).toBe(200)
      const sql = postgres(local.url, { max: 1, onnotice: () => undefined })
      const kept = await sql`select from contact_messages where company = 'before the PGlite crash'`
      await sql.end({ timeout: 1 })
      expect(kept).toHaveLength(1)
      return `pages 200, 503 within ${refused} ms, recovered after ${back} ms, stored once`
    },
  )
})
