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
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { jobs } from '../../lib/platform/jobs/schema.ts'
import { enqueue } from '../../lib/platform/jobs/queue.ts'
import { siteProcessEnv, buildSiteVariables } from '../../scripts/support/services.ts'
import { stack } from '../support/stack/addresses.ts'
import { startOperatePostgres } from './support/postgres.ts'
import { hasProgram } from './support/programs.ts'
import { type Site, startSite } from './support/sites.ts'

const ORGANIZATION_ID = 'org_of_workers'
const AGENT_ID = 'agent_of_workers'
const PROCESS_NAMES = ['workers-0', 'workers-1', 'workers-2']

/** Duration of a delivery: long enough to kill a process during one. */
const DELIVERY_MS = 100

/** Number of items per kind stored before each kill. */
const ITEMS_PER_KIND = 30

const CALL_COUNT = 2_000

/** Poll options. Without a notification, a process polls for messages only every 10 s. */
const POLL_OPTIONS = { timeout: 40_000, interval: 100 }

describe.skipIf(!hasProgram('postgres'))('jobs of three processes', () => {
  let database: RunningPostgres
  let owner: Sql
  let connection: OpenDatabase
  let receiver: Server
  let deliveries: Map<string, number>
  /** Name of an item that the receiver never responds to. */
  let unansweredItem: string | undefined
  let variables: Record<string, string>
  let sites: Site[]
  let itemCount = 0

  function parseItemName({ url = '', method, headers }: IncomingMessage): string | undefined {
    if (headers['webhook-id']) return String(headers['webhook-id'])
    return method === 'DELETE' ? url.split('/').at(-1) : undefined
  }

  beforeAll(async () => {
    deliveries = new Map()
    receiver = createServer((request, response) => {
      const name = parseItemName(request)
      request.resume()
      if (name === undefined) return void response.end(JSON.stringify({ agent_id: AGENT_ID }))
      deliveries.set(name, (deliveries.get(name) ?? 0) + 1)
      if (name !== unansweredItem) setTimeout(() => response.end(), DELIVERY_MS)
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
    connection = await openDatabase(database.url)
    owner = postgres(database.url, { max: 1, onnotice: () => undefined })
    sites = []
    for (const name of PROCESS_NAMES) sites.push(await startSite({ name, variables }))
  })
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await connection?.close()
    await owner?.end()
    receiver?.closeAllConnections()
    receiver?.close()
    await database?.close()
  })

  const enqueueVendorDeletion = (conversation: string) =>
    runInOrganization(connection.db, ORGANIZATION_ID, (tx) =>
      enqueue(tx, {
        kind: 'vendor-deletion',
        onceKey: conversation,
        details: { agentId: AGENT_ID, conversations: [conversation] },
      }),
    )

  async function addItems(): Promise<void> {
    for (let count = 0; count < ITEMS_PER_KIND; count++) {
      const name = `piece-${itemCount++}`
      await enqueueVendorDeletion(name)
      const message = { name, email: 'ada@example.com', company: 'Sample', phone: undefined, message: 'Hello' }
      await storeMessage(connection.db, message, { ticketId: name, channels: ['webhook'] })
    }
  }

  const countOpenJobs = async () => {
    const [row] = await owner<{ work: number; messages: number }[]>`
      select (select count(*)::int from jobs where done_at is null and organization_id is not null) as work,
        (select count(*)::int from jobs where done_at is null and kind = 'contact-webhook') as messages`
    return row
  }

  const makeRetentionDue = () =>
    owner`update organizations set retention_due_at = now() - interval '1 minute' where id = ${ORGANIZATION_ID}`

  /** Makes all open jobs due and ends their leases. Jobs of running processes then run a second time. */
  async function endLeases(): Promise<void> {
    await owner`update jobs set due_at = now(), lease_until = null where done_at is null`
    await makeRetentionDue()
  }

  async function restartSite(index: number): Promise<void> {
    const { folder, port } = sites[index] as Site
    sites[index] = await startSite({ name: PROCESS_NAMES[index] ?? '', folder, port, variables })
  }

  it('run once, even if each process is killed', async () => {
    await runInOrganization(connection.db, ORGANIZATION_ID, async () => undefined)
    await owner`
      insert into calls (organization_id, started_at, outcome, summary)
      select ${ORGANIZATION_ID}, '2001-01-01'::timestamptz + make_interval(secs => n), 'booked', 'Long ago'
      from generate_series(1, ${CALL_COUNT}) as n`
    for (const index of sites.keys()) {
      const countBefore = deliveries.size
      await addItems()
      await makeRetentionDue()
      await expect.poll(() => deliveries.size, POLL_OPTIONS).toBeGreaterThan(countBefore + 5)
      await sites[index]?.kill()
      await restartSite(index)
    }
    await endLeases()
    await expect.poll(countOpenJobs, POLL_OPTIONS).toEqual({ work: 0, messages: 0 })
    expect(deliveries.size).toBe(2 * itemCount)
    // A kill or an ended lease can repeat at most one item of each kind per process.
    const repeatedItems = [...deliveries].filter(([, count]) => count > 1)
    expect(repeatedItems.length).toBeLessThanOrEqual(2 * 2 * PROCESS_NAMES.length)
    expect(repeatedItems.filter(([, count]) => count > 2)).toEqual([])
    process.stdout.write(
      `▸ Workers: ${deliveries.size} pieces, ${repeatedItems.length} of them twice, 3 processes killed\n`,
    )
  })

  it('delete expired calls once, with the exact count in the audit log', async () => {
    const countCalls = async () => {
      const [row] = await owner<{ calls: number }[]>`
        select count(*)::int as calls from calls where organization_id = ${ORGANIZATION_ID}`
      return row?.calls
    }
    await endLeases()
    await sites[0]?.kill()
    await restartSite(0)
    await expect.poll(countCalls, POLL_OPTIONS).toBe(0)
    const entries = await owner<{ details: { calls?: number } }[]>`
      select details from events where organization_id = ${ORGANIZATION_ID} and action = 'retention.applied'`
    expect(entries.reduce((sum, { details }) => sum + (details.calls ?? 0), 0)).toBe(CALL_COUNT)
  })

  it('move to another process if one stops before it can finish them', async () => {
    await Promise.all([sites[1]?.stop(), sites[2]?.stop()])
    unansweredItem = 'held-back'
    await enqueueVendorDeletion(unansweredItem)
    await expect.poll(() => deliveries.get('held-back'), POLL_OPTIONS).toBe(1)
    await restartSite(1)
    const shutdown = sites[0]?.stop()
    unansweredItem = undefined
    await shutdown
    await expect.poll(() => deliveries.get('held-back'), POLL_OPTIONS).toBe(2)
    const findJobs = () =>
      runInOrganization(connection.db, ORGANIZATION_ID, ({ db }) =>
        db.select({ doneAt: jobs.doneAt }).from(jobs).where(eq(jobs.onceKey, 'held-back')),
      )
    await expect.poll(findJobs, POLL_OPTIONS).toEqual([{ doneAt: expect.any(Date) }])
  })

  it('run in a separate worker process with JOBS=worker, and are released on exit', async () => {
    await Promise.all(sites.map((site) => site.stop()))
    const [first] = sites as [Site]
    const { folder, port } = first
    sites[0] = await startSite({
      name: PROCESS_NAMES[0] ?? '',
      folder,
      port,
      variables: { ...variables, JOBS: 'worker' },
    })
    await enqueueVendorDeletion('left-to-worker')
    await wait(3_000)
    expect(deliveries.has('left-to-worker')).toBe(false)
    const startWorker = () =>
      spawn(process.execPath, [resolve(folder, 'server/worker.ts')], {
        cwd: folder,
        env: { ...process.env, ...buildSiteVariables(stack), ...variables, JOBS: 'worker', ...siteProcessEnv },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
    const worker = startWorker()
    await expect.poll(() => deliveries.get('left-to-worker'), POLL_OPTIONS).toBe(1)
    unansweredItem = 'held-by-worker'
    await enqueueVendorDeletion(unansweredItem)
    await expect.poll(() => deliveries.get('held-by-worker'), POLL_OPTIONS).toBe(1)
    worker.kill('SIGTERM')
    unansweredItem = undefined
    expect(await once(worker, 'exit')).toEqual([0, null])
    const next = startWorker()
    await expect.poll(() => deliveries.get('held-by-worker'), POLL_OPTIONS).toBe(2)
    await expect.poll(countOpenJobs, POLL_OPTIONS).toEqual({ work: 0, messages: 0 })
    next.kill('SIGTERM')
    await once(next, 'exit')
  })
})
