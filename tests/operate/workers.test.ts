import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunningPostgres } from '@ductwise/postgres/testing'
import { eq } from 'drizzle-orm'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeMessage } from '../../lib/site/contact/repository.ts'
import { type OpenDatabase, openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { jobs } from '../../lib/platform/jobs/schema.ts'
import { enqueue } from '../../lib/platform/jobs/queue.ts'
import { siteProcess, siteVariables } from '../../scripts/support/services.ts'
import { stack } from '../support/stack/addresses.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const ORGANIZATION = 'org_of_workers'
const AGENT = 'agent_of_workers'
const PROCESSES = ['workers-0', 'workers-1', 'workers-2']

/** Milliseconds per delivery: long enough to kill a process during one. */
const TAKES = 100

/** Number of items per kind stored before each kill. */
const PIECES = 30

const CALLS = 2_000

/** Poll options. Without a notification, a process looks for messages only every 10 s. */
const A_LOOK = { timeout: 40_000, interval: 100 }

describe.skipIf(!hasProgram('postgres'))('jobs of three processes', () => {
  let database: RunningPostgres
  let owner: Sql
  let opened: OpenDatabase
  let receiver: Server
  let arrived: Map<string, number>
  /** Name of an item to which the receiver never responds. */
  let held: string | undefined
  let variables: Record<string, string>
  let sites: Site[]
  let pieces = 0

  function nameOf({ url = '', method, headers }: IncomingMessage): string | undefined {
    if (headers['webhook-id']) return String(headers['webhook-id'])
    return method === 'DELETE' ? url.split('/').at(-1) : undefined
  }

  beforeAll(async () => {
    arrived = new Map()
    receiver = createServer((request, response) => {
      const name = nameOf(request)
      request.resume()
      if (name === undefined) return void response.end(JSON.stringify({ agent_id: AGENT }))
      arrived.set(name, (arrived.get(name) ?? 0) + 1)
      if (name !== held) setTimeout(() => response.end(), TAKES)
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    database = await startOperatePostgres()
    variables = {
      DATABASE_URL: database.url,
      VOICE_API_URL: url,
      VOICE_API_KEY: 'local-voice-key',
      CONTACT_WEBHOOK_URL: `${url}/messages`,
      CONTACT_WEBHOOK_SECRET: 'a-secret-that-is-long-enough',
    }
    opened = await openDatabase(database.url)
    owner = postgres(database.url, { max: 1, onnotice: () => undefined })
    sites = []
    for (const name of PROCESSES) sites.push(await startSite({ name, variables }))
  })
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await opened?.close()
    await owner?.end()
    receiver?.closeAllConnections()
    receiver?.close()
    await database?.close()
  })

  const addVendorWork = (conversation: string) =>
    inOrganization(opened.db, ORGANIZATION, (tx) =>
      enqueue(tx, {
        kind: 'vendor-deletion',
        onceKey: conversation,
        details: { agentId: AGENT, conversations: [conversation] },
      }),
    )

  async function addPieces(): Promise<void> {
    for (let count = 0; count < PIECES; count++) {
      const name = `piece-${pieces++}`
      await addVendorWork(name)
      const message = { name, email: 'ada@example.com', company: 'Sample', phone: undefined, message: 'Hello' }
      await storeMessage(opened.db, message, { ticketId: name, channels: ['webhook'] })
    }
  }

  const open = async () => {
    const [row] = await owner<{ work: number; messages: number }[]>`
      select (select count(*)::int from jobs where done_at is null and organization_id is not null) as work,
        (select count(*)::int from jobs where done_at is null and kind = 'contact-webhook') as messages`
    return row
  }

  const makeRetentionDue = () =>
    owner`update organizations set retention_due_at = now() - interval '1 minute' where id = ${ORGANIZATION}`

  /** Makes all open jobs due and ends their leases. Jobs of running processes then run a second time. */
  async function endLeases(): Promise<void> {
    await owner`update jobs set due_at = now(), lease_until = null where done_at is null`
    await makeRetentionDue()
  }

  async function startAgain(index: number): Promise<void> {
    const { folder, port } = sites[index] as Site
    sites[index] = await startSite({ name: PROCESSES[index] ?? '', folder, port, variables })
  }

  it('run once, even if each process is killed', async () => {
    await inOrganization(opened.db, ORGANIZATION, async () => undefined)
    await owner`
      insert into calls (organization_id, started_at, outcome, summary)
      select ${ORGANIZATION}, '2001-01-01'::timestamptz + make_interval(secs => n), 'booked', 'Long ago'
      from generate_series(1, ${CALLS}) as n`
    for (const index of sites.keys()) {
      const before = arrived.size
      await addPieces()
      await makeRetentionDue()
      await expect.poll(() => arrived.size, A_LOOK).toBeGreaterThan(before + 5)
      await sites[index]?.kill()
      await startAgain(index)
    }
    await endLeases()
    await expect.poll(open, A_LOOK).toEqual({ work: 0, messages: 0 })
    expect(arrived.size).toBe(2 * pieces)
    // A kill or an ended lease can repeat at most one item of each kind per process.
    const repeated = [...arrived].filter(([, times]) => times > 1)
    expect(repeated.length).toBeLessThanOrEqual(2 * 2 * PROCESSES.length)
    expect(repeated.filter(([, times]) => times > 2)).toEqual([])
    process.stdout.write(`▸ Workers: ${arrived.size} pieces, ${repeated.length} of them twice, 3 processes killed\n`)
  })

  it('delete expired calls once, with the exact count in the audit log', async () => {
    const left = async () => {
      const [row] = await owner<{ calls: number }[]>`
        select count(*)::int as calls from calls where organization_id = ${ORGANIZATION}`
      return row?.calls
    }
    await endLeases()
    await sites[0]?.kill()
    await startAgain(0)
    await expect.poll(left, A_LOOK).toBe(0)
    const entries = await owner<{ details: { calls?: number } }[]>`
      select details from events where organization_id = ${ORGANIZATION} and action = 'retention.applied'`
    expect(entries.reduce((sum, { details }) => sum + (details.calls ?? 0), 0)).toBe(CALLS)
  })

  it('move to another process if one stops before it can finish them', async () => {
    await Promise.all([sites[1]?.stop(), sites[2]?.stop()])
    held = 'held-back'
    await addVendorWork(held)
    await expect.poll(() => arrived.get('held-back'), A_LOOK).toBe(1)
    await startAgain(1)
    const stopped = sites[0]?.stop()
    held = undefined
    await stopped
    await expect.poll(() => arrived.get('held-back'), A_LOOK).toBe(2)
    const done = () =>
      inOrganization(opened.db, ORGANIZATION, ({ db }) =>
        db.select({ doneAt: jobs.doneAt }).from(jobs).where(eq(jobs.onceKey, 'held-back')),
      )
    await expect.poll(done, A_LOOK).toEqual([{ doneAt: expect.any(Date) }])
  })

  it('run in a separate worker process with JOBS=worker, and are released on exit', async () => {
    await Promise.all(sites.map((site) => site.stop()))
    const [first] = sites as [Site]
    const { folder, port } = first
    sites[0] = await startSite({ name: PROCESSES[0] ?? '', folder, port, variables: { ...variables, JOBS: 'worker' } })
    await addVendorWork('left-to-worker')
    await wait(3_000)
    expect(arrived.has('left-to-worker')).toBe(false)
    const startWorker = () =>
      spawn(process.execPath, [resolve(folder, 'server/worker.ts')], {
        cwd: folder,
        env: { ...process.env, ...siteVariables(stack), ...variables, JOBS: 'worker', ...siteProcess },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    const worker = startWorker()
    await expect.poll(() => arrived.get('left-to-worker'), A_LOOK).toBe(1)
    held = 'held-by-worker'
    await addVendorWork(held)
    await expect.poll(() => arrived.get('held-by-worker'), A_LOOK).toBe(1)
    worker.kill('SIGTERM')
    held = undefined
    expect(await once(worker, 'exit')).toEqual([0, null])
    const next = startWorker()
    await expect.poll(() => arrived.get('held-by-worker'), A_LOOK).toBe(2)
    await expect.poll(open, A_LOOK).toEqual({ work: 0, messages: 0 })
    next.kill('SIGTERM')
    await once(next, 'exit')
  })
})
