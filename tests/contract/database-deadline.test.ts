import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  deleteOrganizationData,
  exportOrganization,
  type RunInOrganization,
  listExports,
} from '../../lib/dashboard/organizations/data.ts'
import { DatabaseTimeoutError, withDatabase } from '../../lib/platform/db/client.ts'
import { withOrganization } from '../../lib/platform/db/organization.ts'
import { getSharedState } from '../../lib/platform/process/shared-state.ts'
import { resetPool } from '../support/reset-pool.ts'
import { findFreePort } from './contact-fixtures.ts'

const mainFile = resolve(import.meta.dirname, '../../packages/postgres/main.ts')

/** Maximum milliseconds per response. */
const MAX_DURATION_MS = 5_000

let folder: string
let port: number
let postgres: ChildProcess
let url: string

async function start(): Promise<void> {
  const env = { ...process.env, POSTGRES_PORT: String(port), POSTGRES_DATA: join(folder, 'data') }
  postgres = spawn(process.execPath, [mainFile], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(postgres.stdout ?? postgres, 'data')
}

async function kill(): Promise<void> {
  const exited = once(postgres, 'exit')
  postgres.kill('SIGKILL')
  await exited
}

const sharedDatabase = getSharedState<{ database?: unknown }>('database', () => ({}))

let organization = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  port = await findFreePort()
  url = `postgres://local:local-password@127.0.0.1:${port}/postgres`
  await start()
})
beforeEach(({ task }) => {
  organization = task.id
})
// Resumes Postgres, which a failed test may have left suspended.
afterEach(() => postgres.kill('SIGCONT'))
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

const runInOrganization: RunInOrganization = (work) => withOrganization(url, organization, work)
const list = async () => (await runInOrganization((tx) => listExports(tx, 'user_1'))).exports
const exportAll = async () =>
  (await Array.fromAsync((await exportOrganization(runInOrganization, 'user_1')) ?? [])).join('')
const deleteAll = (run = runInOrganization, limit?: number) =>
  deleteOrganizationData(run, { kind: 'person', id: 'user_1' }, limit)

/**
 * Suspends Postgres (SIGSTOP) inside a transaction. That transaction has the shortest timeout, so it fails before the
 * other requests.
 */
const runInterrupted: RunInOrganization = (work) =>
  withOrganization(url, organization, (tx) => (postgres.kill('SIGSTOP'), work(tx)), 300)

async function settleAll(...operations: (() => Promise<unknown>)[]) {
  const startedAt = performance.now()
  const settled = await Promise.allSettled(operations.map((operation) => operation()))
  const errors = settled.map((result) => (result.status === 'rejected' ? (result.reason as unknown) : undefined))
  return { errors, milliseconds: performance.now() - startedAt }
}

const runConcurrently = () => settleAll(list, list, exportAll, list, () => deleteAll(), list, exportAll, list)

/** Retries until the pool reconnects: it contacts an unreachable server at most once a second. */
const retryUntilAnswered = <Answer>(query: () => Promise<Answer>) => vi.waitFor(query, { timeout: MAX_DURATION_MS })

const expectAllToFail = async () => {
  const { errors, milliseconds } = await runConcurrently()
  expect(errors).toEqual(errors.map(() => expect.any(Error)))
  expect(milliseconds).toBeLessThan(MAX_DURATION_MS)
  return errors
}

describe('database query of a request', { timeout: 60_000 }, () => {
  it('fails within the deadline if Postgres hangs before the first connection', async () => {
    postgres.kill('SIGSTOP')
    await expectAllToFail()
    postgres.kill('SIGCONT')
    // The first successful request creates the tables, which may exceed one deadline on a slow machine.
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
  })

  it('fails within the deadline while Postgres hangs, and succeeds afterwards', async () => {
    await exportAll()
    postgres.kill('SIGSTOP')
    const errors = await expectAllToFail()
    expect(errors).toContainEqual(expect.any(DatabaseTimeoutError))
    await expectAllToFail()
    postgres.kill('SIGCONT')
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('has no delayed effect after a timeout, even for a deletion', async () => {
    await exportAll()
    await exportAll()
    // Limit 1: the first transaction deletes one row.
    const { errors } = await settleAll(() => deleteAll(runInterrupted, 1))
    expect(errors).toEqual([new DatabaseTimeoutError(300)])
    postgres.kill('SIGCONT')
    expect(await list()).toHaveLength(2)
    expect(await deleteAll()).toBe(4)
  })

  it('never starts after its request has timed out', async () => {
    await resetPool()
    postgres.kill('SIGSTOP')
    const work = vi.fn(async () => undefined)
    const rejected = withDatabase(url, work, 100)
    const openingDatabase = sharedDatabase.database
    await expect(rejected).rejects.toThrow(DatabaseTimeoutError)
    expect(sharedDatabase.database, 'other requests share the pending connection').toBe(openingDatabase)
    postgres.kill('SIGCONT')
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
    expect(work).not.toHaveBeenCalled()
  })

  it('fails within the deadline while Postgres is down, and succeeds after a restart', async () => {
    await exportAll()
    await kill()
    await expectAllToFail()
    await expectAllToFail()
    await start()
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('times out without closing the pool of other requests', async () => {
    const timedOut = [50, 200].map((deadline) =>
      withDatabase(url, (db) => db.transaction(() => Promise.withResolvers().promise), deadline),
    )
    const pool = sharedDatabase.database
    for (const pending of timedOut) await expect(pending).rejects.toThrow(DatabaseTimeoutError)
    expect(await list()).toEqual([])
    expect(sharedDatabase.database).toBe(pool)
  })

  it('fails with the SQL error if the database rejects the query', async () => {
    const rejected = withDatabase(url, (db) => db.execute('select nonsense'))
    await expect(rejected).rejects.toMatchObject({ cause: { code: '42703' } })
    expect(await list()).toEqual([])
  })
})
