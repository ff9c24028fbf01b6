import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { runInOrganization } from '../../lib/platform/db/organization.ts'
import { scheduleJobs } from '../../jobs.ts'
import {
  claimJob,
  deleteFinishedJobs,
  enqueue,
  enqueueAgain,
  getConcurrency,
  type Job,
  type JobKind,
  markDone,
  markFailed,
} from '../../lib/platform/jobs/queue.ts'
import { PermanentError, RetryLaterError } from '../../lib/platform/jobs/retry.ts'
import { type Handler, type Handlers, runDueJobs, startWorker } from '../../lib/platform/jobs/worker.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { connectAsOwner } from '../support/owner.ts'
import { jobs } from '../support/tables.ts'
import { startDatabase } from '../support/test-database.ts'
import { createManualClock } from './contact-fixtures.ts'

const JOB_KIND = 'linemail'
const SERIAL_KIND = 'assistant-handover'
const CONCURRENT_KIND = 'webhook-delivery'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const MIGRATIONS = resolve(import.meta.dirname, '../../lib/platform/db/migrations')

describe('jobs', () => {
  const testDatabase = setUpDatabase()
  const owner = connectAsOwner(testDatabase)
  let clock: ReturnType<typeof createManualClock>
  let log: string[]
  const writeLog = (facts: Record<string, unknown>, message: string) =>
    void log.push(`${message} ${String(facts.code ?? '')}`.trim())
  const recorder = { info: writeLog, warn: writeLog, error: writeLog }

  beforeEach(async () => {
    clock = createManualClock()
    log = []
    await owner.sql`truncate jobs`
  })

  const { within } = testDatabase
  const addJob = (
    onceKey: string,
    { dueAt = clock.now(), kind = JOB_KIND as JobKind, organizationId = 'org_a' } = {},
  ) => within(organizationId, (tx) => enqueue(tx, { kind, onceKey, details: { number: 1 }, dueAt }))
  const addLaneJob = (onceKey: string, lane: string) =>
    within((tx) => enqueue(tx, { kind: CONCURRENT_KIND, onceKey, lane, details: { lane }, dueAt: clock.now() }))
  const addSiteJob = (onceKey: string) =>
    enqueue({ db: testDatabase.db, organizationId: null }, { kind: JOB_KIND, onceKey, dueAt: clock.now() })
  const listStoredJobs = () => within((tx) => tx.db.select().from(jobs))
  const claimNext = (kind: JobKind = JOB_KIND) => claimJob(testDatabase.db, kind, clock.now())
  const run = (handler: Handler<Job>, options = {}) =>
    runDueJobs(testDatabase.db, JOB_KIND, handler, { clock: clock.now, log: recorder, ...options })
  const start = (handlers: Handlers, options = {}) =>
    startWorker({ database: async () => testDatabase.db, handlers, log: recorder, clock: clock.now, ...options })

  it('are stored once per key, for each organization and for the site', async () => {
    expect([await addJob('one'), await addJob('one')]).toEqual([true, false])
    expect([await addSiteJob('one'), await addSiteJob('one')]).toEqual([true, false])
    expect(await listStoredJobs()).toHaveLength(1)
    expect(await testDatabase.db.select().from(jobs)).toHaveLength(1)
  })

  it('are not stored if their transaction fails', async () => {
    const failing = within(async (tx) => {
      await enqueue(tx, { kind: JOB_KIND, onceKey: 'lost' })
      throw new Error('The cause failed')
    })
    await expect(failing).rejects.toThrow('The cause failed')
    expect(await listStoredJobs()).toEqual([])
  })

  it('are visible and writable for their own organization only', async () => {
    await addJob('a')
    await addJob('b', { organizationId: 'org_b' })
    await addSiteJob('site')
    const getOnceKeys = (rows: { onceKey: string }[]) => rows.map(({ onceKey }) => onceKey)
    expect(getOnceKeys(await listStoredJobs())).toEqual(['a'])
    expect(getOnceKeys(await testDatabase.db.select().from(jobs))).toEqual(['site'])
    for (const organizationId of ['org_b', null])
      await expect(
        within(({ db }) => enqueue({ db, organizationId }, { kind: JOB_KIND, onceKey: 'x' })),
      ).rejects.toThrow()
    await expect(
      enqueue({ db: testDatabase.db, organizationId: 'org_a' }, { kind: JOB_KIND, onceKey: 'x' }),
    ).rejects.toThrow()
    const changed = await within(({ db }) => db.update(jobs).set({ doneAt: clock.now() }).returning())
    expect(getOnceKeys(changed)).toEqual(['a'])
  })

  it('run for every organization and for the site when they are due', async () => {
    await addJob('later', { dueAt: new Date(clock.now().getTime() + MINUTE_MS) })
    await addJob('b', { organizationId: 'org_b' })
    await addSiteJob('site')
    const organizationIds: (string | null)[] = []
    const handler: Handler<Job> = async ({ organizationId }) => void organizationIds.push(organizationId)
    await run(handler)
    expect(organizationIds.toSorted()).toEqual([null, 'org_b'].toSorted())
    clock.advance(MINUTE_MS)
    await run(handler)
    expect(organizationIds.at(-1)).toBe('org_a')
    await run(handler)
    expect(organizationIds).toHaveLength(3)
  })

  it('belong to one worker until the lease ends, then to the next one', async () => {
    await addJob('one')
    const first = await claimNext()
    expect(await claimNext()).toBeUndefined()
    clock.advance(3 * MINUTE_MS)
    const second = await claimNext()
    expect(second).toMatchObject({ id: first?.id, attempts: 2 })
    await markFailed(testDatabase.db, first!, 'LATE', clock.now())
    expect(await listStoredJobs()).toMatchObject([{ lastError: null }])
    await markDone(testDatabase.db, second!, clock.now())
    clock.advance(60 * MINUTE_MS)
    expect(await claimNext()).toBeUndefined()
  })

  it('are claimed once by concurrent workers', async () => {
    for (const onceKey of ['one', 'two', 'three']) await addJob(onceKey)
    const claimed = await Promise.all([1, 2, 3, 4, 5].map(() => claimNext()))
    expect(new Set(claimed.flatMap((job) => job?.id ?? [])).size).toBe(3)
  })

  it('of a serial kind run one at a time per organization, even with concurrent claims', async () => {
    for (const organizationId of ['org_a', 'org_b'])
      for (const onceKey of ['one', 'two']) await addJob(onceKey, { kind: SERIAL_KIND, organizationId })
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => claimNext(SERIAL_KIND)))).filter(
      (job) => job !== undefined,
    )
    expect(claimed.map(({ organizationId }) => organizationId).toSorted()).toEqual(['org_a', 'org_b'])
    await markDone(testDatabase.db, claimed[0]!, clock.now())
    expect(await claimNext(SERIAL_KIND)).toMatchObject({ organizationId: claimed[0]?.organizationId })
    await markFailed(testDatabase.db, claimed[1]!, 'ECONNREFUSED', new Date(clock.now().getTime() + MINUTE_MS))
    const { organizationId } = claimed[1]!
    expect(await claimNext(SERIAL_KIND), 'a job that waits for a retry does not block').toMatchObject({
      organizationId,
    })
  })

  it('are retried with growing delays until they succeed', async () => {
    await addJob('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      if (attempts < 3) throw Object.assign(new Error('quotes +12125550142'), { code: 'ECONNREFUSED' })
    }
    await run(handler)
    await run(handler)
    expect(attempts).toBe(1)
    expect(await listStoredJobs()).toMatchObject([{ lastError: 'ECONNREFUSED', doneAt: null }])
    clock.advance(5_000)
    await run(handler)
    clock.advance(10_000)
    await run(handler)
    expect(attempts).toBe(3)
    expect(await listStoredJobs()).toMatchObject([{ lastError: null, doneAt: clock.now() }])
    expect(log.join(' ')).not.toContain('0142')
  })

  it('are aborted if they run longer than their lease, and do not block the next job', async () => {
    await addJob('one')
    await addJob('two')
    let aborted: AbortSignal | undefined
    const runEndlessly: Handler<Job> = async (_job, { signal }) => {
      if (aborted) return
      aborted = signal
      await new Promise(() => undefined)
    }
    await run(runEndlessly, { leaseMs: 50 })
    expect(aborted?.aborted).toBe(true)
    expect(log).toEqual(['jobs: attempt failed DEADLINE'])
    for (const job of [
      { lastError: 'DEADLINE', doneAt: null },
      { lastError: null, doneAt: clock.now() },
    ])
      expect(await listStoredJobs()).toContainEqual(expect.objectContaining(job))
  })

  it('are postponed to the time that their handler sets, without a log line', async () => {
    await addJob('one')
    const dueAt = new Date(clock.now().getTime() + MINUTE_MS)
    await run(async () => {
      throw new RetryLaterError(dueAt)
    })
    expect(log).toEqual([])
    expect(await listStoredJobs()).toMatchObject([{ dueAt, lastError: null, doneAt: null, leaseUntil: null }])
  })

  it('run again after they finished if they are enqueued again, and a running attempt no longer counts', async () => {
    const enqueueOnceMore = () =>
      within((tx) => enqueueAgain(tx, { kind: JOB_KIND, onceKey: 'one', dueAt: clock.now() }))
    await enqueueOnceMore()
    await run(async () => undefined)
    await enqueueOnceMore()
    const running = await claimNext()
    expect(running).toBeDefined()
    await enqueueOnceMore()
    await markFailed(testDatabase.db, running!, 'LATE', new Date(clock.now().getTime() + MINUTE_MS))
    expect(await claimNext()).toMatchObject({ id: running?.id })
    expect(await listStoredJobs()).toHaveLength(1)
  })

  it('that fail permanently are not retried', async () => {
    await addJob('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      throw new PermanentError('no-address')
    }
    await run(handler)
    clock.advance(60 * MINUTE_MS)
    await run(handler)
    expect(attempts).toBe(1)
    expect(log).toEqual(['jobs: job failed permanently no-address'])
    expect(await listStoredJobs()).toMatchObject([
      { doneAt: null, failedAt: expect.any(Date), lastError: 'no-address' },
    ])
  })

  it('are deleted a month after they finish, never earlier', async () => {
    await addJob('done')
    await addJob('waiting', { dueAt: new Date(clock.now().getTime() + MINUTE_MS) })
    await addSiteJob('done')
    await run(async () => undefined)
    clock.advance(30 * DAY_MS)
    await within((tx) => deleteLeftovers(tx, clock.now()))
    expect(await deleteFinishedJobs(testDatabase.db, clock.now())).toBe(0)
    expect(await listStoredJobs()).toHaveLength(2)
    clock.advance(1)
    await within((tx) => deleteLeftovers(tx, clock.now()))
    expect(await deleteFinishedJobs(testDatabase.db, clock.now())).toBe(1)
    expect(await listStoredJobs()).toMatchObject([{ onceKey: 'waiting' }])
  })

  it('that recur are enqueued once a day, however many processes schedule them', async () => {
    const listJobKinds = async () =>
      (await testDatabase.db.select().from(jobs)).map(({ kind, onceKey }) => `${kind} ${onceKey}`)
    await Promise.all([1, 2, 3].map(() => scheduleJobs(testDatabase.db, clock.now())))
    expect((await listJobKinds()).toSorted()).toEqual(['closed-days 2026-03-01', 'site-retention 2026-03-01'])
    clock.advance(DAY_MS)
    await scheduleJobs(testDatabase.db, clock.now())
    expect(await listJobKinds()).toHaveLength(4)
  })

  describe('in a worker', () => {
    it('run immediately after a wake-up', async () => {
      const completion = Promise.withResolvers<void>()
      const worker = start({ [JOB_KIND]: async () => completion.resolve() }, { pollMs: 60 * MINUTE_MS })
      await addJob('one')
      worker.wake()
      await completion.promise
      await worker.stop()
      expect(await listStoredJobs()).toMatchObject([{ doneAt: clock.now() }])
    })

    it('are not blocked by a slow job of another kind', async () => {
      await addJob('slow')
      await addJob('quick', { kind: 'wish-mail' })
      const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const worker = start({ [JOB_KIND]: () => slow.promise, 'wish-mail': async () => quick.resolve() })
      await quick.promise
      slow.resolve()
      await worker.stop()
      expect((await listStoredJobs()).filter(({ doneAt }) => doneAt)).toHaveLength(2)
    })

    it('run at the same time up to the concurrency of their kind, and others start while one is slow', async () => {
      const lanes = Array.from({ length: getConcurrency(CONCURRENT_KIND) + 1 }, (_, number) => `lane-${number}`)
      for (const lane of lanes) await addLaneJob(lane, lane)
      const running: string[] = []
      const ends = new Map(lanes.map((lane) => [lane, Promise.withResolvers<void>()]))
      const worker = start(
        {
          [CONCURRENT_KIND]: async ({ details }: Job) => {
            const lane = String(details.lane)
            running.push(lane)
            await ends.get(lane)?.promise
          },
        },
        { pollMs: 5 },
      )
      await expect.poll(() => running.length).toBe(getConcurrency(CONCURRENT_KIND))
      const [slowLane = '', finishedLane = ''] = running
      ends.get(finishedLane)?.resolve()
      await expect.poll(() => running.length).toBe(lanes.length)
      for (const [lane, { resolve: end }] of ends) if (lane !== slowLane) end()
      await addLaneJob('late', 'late')
      await expect.poll(() => running.at(-1)).toBe('late')
      ends.get(slowLane)?.resolve()
      await worker.stop()
      expect((await listStoredJobs()).every(({ doneAt }) => doneAt)).toBe(true)
    })

    it('of one lane run one at a time, and a slow lane delays no other lane', async () => {
      for (const key of ['a1', 'a2', 'a3']) await addLaneJob(key, 'a')
      for (const key of ['b1', 'b2']) await addLaneJob(key, 'b')
      const end = Promise.withResolvers<void>()
      const running: string[] = []
      const startLaneWorker = () =>
        start(
          {
            [CONCURRENT_KIND]: async ({ details }: Job) => {
              running.push(String(details.lane))
              if (details.lane === 'a') await end.promise
            },
          },
          { pollMs: 5 },
        )
      const workers = [startLaneWorker(), startLaneWorker()]
      await expect.poll(() => running.filter((lane) => lane === 'b').length).toBe(2)
      await expect.poll(() => running.filter((lane) => lane === 'a').length).toBe(1)
      end.resolve()
      await expect.poll(() => running.length).toBe(5)
      for (const worker of workers) await worker.stop()
      expect((await listStoredJobs()).every(({ doneAt, attempts }) => doneAt && attempts === 1)).toBe(true)
    })

    it('stay queued while no handler exists', async () => {
      await addJob('one')
      await start({ 'wish-mail': async () => undefined }).stop()
      expect(await listStoredJobs()).toMatchObject([{ attempts: 0 }])
    })

    it('wait while the database is down, log that once, and run afterwards', async () => {
      await addJob('one')
      let isDown = true
      let lookCount = 0
      const completion = Promise.withResolvers<void>()
      const getDatabase = async () => {
        lookCount += 1
        if (isDown) throw Object.assign(new Error('for ada@example.com'), { code: 'ECONNREFUSED' })
        return testDatabase.db
      }
      const worker = start({ [JOB_KIND]: async () => completion.resolve() }, { pollMs: 1, database: getDatabase })
      await expect.poll(() => lookCount).toBeGreaterThan(3)
      isDown = false
      await completion.promise
      await worker.stop()
      expect(log.filter((line) => line === 'jobs: database unavailable')).toHaveLength(1)
      expect(log.join(' ')).not.toContain('ada')
    })

    it('that recur are scheduled once a minute, and a failure blocks no other job', async () => {
      await addJob('one')
      let scheduleCount = 0
      const ran = Promise.withResolvers<void>()
      const schedule = async () => {
        scheduleCount += 1
        if (scheduleCount === 1) throw new Error('no')
      }
      const worker = start({ [JOB_KIND]: async () => ran.resolve() }, { pollMs: 1, schedule })
      await ran.promise
      await expect.poll(() => scheduleCount).toBe(2)
      clock.advance(MINUTE_MS)
      await expect.poll(() => scheduleCount).toBe(3)
      await worker.stop()
      expect(log).toEqual(['jobs: schedule failed'])
    })

    async function startBusyWorker() {
      const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const worker = start({ [JOB_KIND]: async () => (started.resolve(), end.promise) })
      await started.promise
      return { worker, end }
    }

    it('finish during a stop, and no new job starts', async () => {
      for (const onceKey of ['one', 'two']) await addJob(onceKey)
      const { worker, end } = await startBusyWorker()
      const stopping = worker.stop()
      end.resolve()
      await stopping
      expect((await listStoredJobs()).filter(({ doneAt }) => doneAt)).toHaveLength(1)
      await worker.release()
      expect(await claimNext(), 'the released job').toMatchObject({ attempts: 1 })
      expect(await claimNext()).toBeUndefined()
    })

    it('are released for other workers on exit, unless another worker claimed them', async () => {
      await addJob('one')
      const { worker, end } = await startBusyWorker()
      const stopping = worker.stop()
      await worker.release()
      expect(await claimNext()).toMatchObject({ attempts: 2 })
      await worker.release()
      expect(await claimNext()).toBeUndefined()
      end.resolve()
      await stopping
    })

    it('are released if they abort during a stop', async () => {
      await addJob('one')
      const started = Promise.withResolvers<void>()
      const worker = start({
        [JOB_KIND]: async (_job: Job, { signal }: { signal: AbortSignal }) => {
          started.resolve()
          await new Promise((resolve) => void signal.addEventListener('abort', resolve))
          signal.throwIfAborted()
        },
      })
      await started.promise
      await worker.stop()
      expect(log).toEqual([])
      expect(await claimNext()).toMatchObject({ attempts: 2 })
    })
  })

  describe('of the previous version', () => {
    it('are claimed and finished through its tables and functions', async () => {
      await within(async () => undefined)
      await owner.sql`insert into outgoing (organization_id, kind, once_key, due_at) values ('org_a', ${JOB_KIND}, 'former', ${clock.now()})
        on conflict (organization_id, kind, once_key) do nothing`
      await addSiteJob('site')
      const [legacyJob] = await owner.sql<{ id: string; attempts: number }[]>`
        select id, attempts from claim_outgoing(${JOB_KIND}, ${clock.now()}, ${new Date(clock.now().getTime() + MINUTE_MS)})`
      expect(legacyJob).toMatchObject({ attempts: 1 })
      expect(await claimNext(), 'the job without an organization').toMatchObject({ organizationId: null })
      expect(await claimNext()).toBeUndefined()
      await owner.sql`update outgoing set done_at = ${clock.now()} where id = ${legacyJob?.id ?? ''}`
      expect(await listStoredJobs()).toMatchObject([{ onceKey: 'former', doneAt: clock.now() }])
      expect(await addJob('former')).toBe(false)
    })

    it('are created from its pending contact deliveries, except leased ones', async () => {
      const addDelivery = async (ticket: string, due: string) => {
        const [message] = await owner.sql<{ id: string }[]>`
          insert into contact_messages (ticket_id, name, email, company, message) values (${ticket}, 'a', 'a', 'a', 'a') returning id`
        await owner.sql`insert into contact_deliveries (message_id, channel, attempts, due_at) values (${message?.id ?? ''}, 'email', 1, now() + ${due}::interval)`
        return message?.id
      }
      const dueId = await addDelivery('due', '-1 second')
      const leasedId = await addDelivery('leased', '4 minutes')
      const retriedId = await addDelivery('retried', '40 minutes')
      await scheduleJobs(testDatabase.db, clock.now())
      const adoptedJobs = await owner.sql<
        { details: { messageId: string } }[]
      >`select details from jobs where kind = 'contact-email'`
      expect(adoptedJobs.map(({ details }) => details.messageId).toSorted()).toEqual([dueId, retriedId].toSorted())
      const remaining = await owner.sql<{ message: string }[]>`select message_id as message from contact_deliveries`
      expect(remaining.map(({ message }) => message)).toEqual([leasedId])
      await owner.sql`delete from contact_messages`
    })

    it('keep their ids, attempts and history after the migration', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
      cpSync(MIGRATIONS, folder, { recursive: true })
      const file = join(folder, 'meta/_journal.json')
      const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
      writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ tag }) => tag < '0014') }))
      const server = await startDatabase('template0')
      const sql = postgres(server.url, { max: 1, onnotice: () => undefined })
      try {
        await (await openDatabase(server.url, folder)).close()
        await sql`insert into organizations (id) values ('org_a')`
        const [failedId, orphanedId] = [randomUUID(), randomUUID()]
        await sql`insert into outgoing (id, organization_id, kind, once_key, details, attempts, due_at, last_error)
          values (${failedId}, 'org_a', 'alert-mail', 'one', '{"alertId":"1"}', 2, '2026-03-01T12:00:00Z', 'ECONNREFUSED')`
        await sql`insert into outgoing (organization_id, kind, once_key, due_at, done_at) values ('org_a', 'linemail', 'done', now(), now())`
        await sql`insert into vendor_deletions (id, company, agent_id, conversations, attempts)
          values (${orphanedId}, 'org_gone', 'agent_1', '{conv_1}', 1)`
        const upgraded = await openDatabase(server.url)
        const [alertMail] =
          await sql`select id, organization_id, kind, once_key, details, attempts, due_at, last_error from jobs where id = ${failedId}`
        expect(alertMail).toEqual({
          id: failedId,
          organization_id: 'org_a',
          kind: 'alert-mail',
          once_key: 'one',
          details: { alertId: '1' },
          attempts: 2,
          due_at: new Date('2026-03-01T12:00:00Z'),
          last_error: 'ECONNREFUSED',
        })
        const enqueuedAgain = runInOrganization(upgraded.db, 'org_a', (tx) =>
          enqueue(tx, { kind: JOB_KIND, onceKey: 'done' }),
        )
        expect(await enqueuedAgain).toBe(false)
        expect(await claimJob(upgraded.db, 'vendor-deletion', new Date(Date.now() + MINUTE_MS))).toEqual({
          id: orphanedId,
          organizationId: null,
          kind: 'vendor-deletion',
          details: { company: 'org_gone', agentId: 'agent_1', conversations: ['conv_1'] },
          attempts: 2,
        })
        await upgraded.close()
      } finally {
        await sql.end()
        await server.close()
        rmSync(folder, { recursive: true })
      }
    })
  })
})
