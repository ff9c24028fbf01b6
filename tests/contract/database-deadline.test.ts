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

/** Milliseconds per response. */
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
// A failed test may have left Postgres suspended.
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

/** Postgres stops once the transaction is open, which times out before the requests that wait for it. */
const interrupted: RunInOrganization = (work) =>
  withOrganization(url, organization, (tx) => (postgres.kill('SIGSTOP'), work(tx)), 300)

async function outcomes(...asked: (() => Promise<unknown>)[]) {
  const began = performance.now()
  const settled = await Promise.allSettled(asked.map((ask) => ask()))
  const errors = settled.map((result) => (result.status === 'rejected' ? (result.reason as unknown) : undefined))
  return { errors, milliseconds: performance.now() - began }
}

const eight = () => outcomes(list, list, copy, list, () => erase(), list, copy, list)

/** The pool connects to an unreachable server at most once a second. */
const retryUntilAnswered = <Answer>(ask: () => Promise<Answer>) => vi.waitFor(ask, { timeout: LONGEST })

const everyFails = async () => {
  const { errors, milliseconds } = await eight()
  expect(errors).toEqual(errors.map(() => expect.any(Error)))
  expect(milliseconds).toBeLessThan(LONGEST)
  return errors
}

describe('what a request asks of the database', { timeout: 60_000 }, () => {
  it('is refused in time when the process stands still before anybody has connected', async () => {
    postgres.kill('SIGSTOP')
    await everyFails()
    postgres.kill('SIGCONT')
    // The first successful request creates the tables, which may exceed one deadline on a busy machine.
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
  })

  it('is refused in time while the process stands still, and answered when it goes on', async () => {
    await copy()
    postgres.kill('SIGSTOP')
    const errors = await everyFails()
    expect(errors).toContainEqual(expect.any(DatabaseTimeoutError))
    await everyFails()
    postgres.kill('SIGCONT')
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('does not happen afterwards: an erasure that was given up leaves everything', async () => {
    await copy()
    await copy()
    // One row at a time, so that its first transaction deletes one.
    const { errors } = await outcomes(() => erase(interrupted, 1))
    expect(errors).toEqual([new DatabaseTimeoutError(300)])
    postgres.kill('SIGCONT')
    expect(await list()).toHaveLength(2)
    expect(await erase()).toBe(4)
  })

  it('is not begun for somebody who was told that it failed', async () => {
    await forgetPool()
    postgres.kill('SIGSTOP')
    const begun = vi.fn(async () => undefined)
    const refused = withDatabase(url, begun, 100)
    const opening = shared.database
    await expect(refused).rejects.toThrow(DatabaseTimeoutError)
    expect(shared.database, 'others wait for what is being opened').toBe(opening)
    postgres.kill('SIGCONT')
    expect(await vi.waitFor(list, { timeout: 30_000 })).toEqual([])
    expect(begun).not.toHaveBeenCalled()
  })

  it('is refused in time while there is no process, and answered by the next one', async () => {
    await copy()
    await kill()
    await everyFails()
    await everyFails()
    await start()
    expect(await retryUntilAnswered(list)).toHaveLength(1)
  })

  it('fails alone: other requests keep their connections', async () => {
    const failing = [50, 200].map((deadline) =>
      withDatabase(url, (db) => db.transaction(() => Promise.withResolvers().promise), deadline),
    )
    const pool = shared.database
    for (const failed of failing) await expect(failed).rejects.toThrow(DatabaseTimeoutError)
    expect(await list()).toEqual([])
    expect(shared.database).toBe(pool)
  })

  it('fails as it would without a deadline when the database refuses it', async () => {
    const refused = withDatabase(url, (db) => db.execute('select nonsense'))
    await expect(refused).rejects.toMatchObject({ cause: { code: '42703' } })
    expect(await list()).toEqual([])
  })
})
