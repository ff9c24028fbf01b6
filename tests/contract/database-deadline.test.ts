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
import { sharedState } from '../../lib/platform/process/shared-state.ts'
import { forgetPool } from '../support/forget-pool.ts'
import { freePort } from './contact-fixtures.ts'

const main = resolve(import.meta.dirname, '../../packages/postgres/main.ts')

/** Maximum milliseconds per response. */
const LONGEST = 5_000

let folder: string
let port: number
let postgres: ChildProcess
let url: string

async function start(): Promise<void> {
  const env = { ...process.env, POSTGRES_PORT: String(port), POSTGRES_DATA: join(folder, 'data') }
  postgres = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(postgres.stdout ?? postgres, 'data')
}

async function kill(): Promise<void> {
  const ended = once(postgres, 'exit')
  postgres.kill('SIGKILL')
  await ended
}

const shared = sharedState<{ database?: unknown }>('database', () => ({}))

let organization = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  port = await freePort()
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
const copy = async () => (await Array.fromAsync((await exportOrganization(runInOrganization, 'user_1')) ?? [])).join('')
const erase = (run = runInOrganization, limit?: number) =>
  deleteOrganizationData(run, { kind: 'person', id: 'user_1' }, limit)

/** Suspends Postgres inside a transaction that times out before all other requests. */
const interrupted: RunInOrganization = (work) =>
  withOrganization(url, organization, (tx) => (postgres.kill('SIGSTOP'), work(tx)), 300)

async function outcomes(...asked: (() => Promise<unknown>)[]) {
  const began = performance.now()
  const settled = await Promise.allSettled(asked.map((ask) => ask()))
  const errors = settled.map((result) => (result.status === 'rejected' ? (result.reason as unknown) : undefined))
  return { errors, milliseconds: performance.now() - began }
}

const eight = () => outcomes(list, list, copy, list, () => erase(), list, copy, list)

/** Retries until the pool reconnects: it contacts an unreachable server at most once a second. */
const retryUntilAnswered = <Answer>(ask: () => Promise<Answer>) => vi.waitFor(ask, { timeout: LONGEST })

const everyFails = async () => {
  const { errors, milliseconds } = await eight()
  expect(errors).toEqual(errors.map(() => expect.any(Error)))
  expect(milliseconds).toBeLessThan(LONGEST)
  return errors
}

describe('database query of a request', { timeout: 60_000 }, () => {
  it('fails within the deadline if Postgres hangs before the first connection', async () => {
    postgres.kill('SIGSTOP')
    await everyFails()
    postgres.kill('SIGCONT')
    // The first successful request creates the tables, which may exceed one deadline on a slow machine.
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
  })

  it('fails within the deadline while Postgres hangs, and succeeds afterwards', async () => {
    await copy()
    postgres.kill('SIGSTOP')
    const errors = await everyFails()
    expect(errors).toContainEqual(expect.any(DatabaseTimeoutError))
    await everyFails()
    postgres.kill('SIGCONT')
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('has no delayed effect after a timeout, even for a deletion', async () => {
    await copy()
    await copy()
    // Limit 1: the first transaction deletes a single row.
    const { errors } = await outcomes(() => erase(interrupted, 1))
    expect(errors).toEqual([new DatabaseTimeoutError(300)])
    postgres.kill('SIGCONT')
    expect(await list()).toHaveLength(2)
    expect(await erase()).toBe(4)
  })

  it('never starts after its request has timed out', async () => {
    await forgetPool()
    postgres.kill('SIGSTOP')
    const begun = vi.fn(async () => undefined)
    const refused = withDatabase(url, begun, 100)
    const opening = shared.database
    await expect(refused).rejects.toThrow(DatabaseTimeoutError)
    expect(shared.database, 'other requests share the pending connection').toBe(opening)
    postgres.kill('SIGCONT')
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
    expect(begun).not.toHaveBeenCalled()
  })

  it('fails within the deadline while Postgres is down, and succeeds after a restart', async () => {
    await copy()
    await kill()
    await everyFails()
    await everyFails()
    await start()
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('times out without closing the pool of other requests', async () => {
    const failing = [50, 200].map((deadline) =>
      withDatabase(url, (db) => db.transaction(() => Promise.withResolvers().promise), deadline),
    )
    const pool = shared.database
    for (const failed of failing) await expect(failed).rejects.toThrow(DatabaseTimeoutError)
    expect(await list()).toEqual([])
    expect(shared.database).toBe(pool)
  })

  it('fails with the SQL error if the database rejects the query', async () => {
    const refused = withDatabase(url, (db) => db.execute('select nonsense'))
    await expect(refused).rejects.toMatchObject({ cause: { code: '42703' } })
    expect(await list()).toEqual([])
  })
})
