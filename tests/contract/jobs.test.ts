import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import postgres from 'postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../lib/platform/db/client.ts'
import { inOrganization } from '../../lib/platform/db/organization.ts'
import { scheduleJobs } from '../../jobs.ts'
import {
  claimJob,
  deleteFinishedJobs,
  enqueue,
  type Job,
  type JobKind,
  markDone,
  markFailed,
} from '../../lib/platform/jobs/queue.ts'
import { PermanentError } from '../../lib/platform/jobs/retry.ts'
import { type Handler, type Handlers, runDueJobs, startWorker } from '../../lib/platform/jobs/worker.ts'
import { deleteLeftovers } from '../../lib/dashboard/retention/old-data.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { ownerOf } from '../support/owner.ts'
import { jobs } from '../support/tables.ts'
import { startDatabase } from '../support/test-database.ts'
import { manualClock } from './contact-fixtures.ts'

const KIND = 'linemail'
const SERIAL = 'assistant-handover'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MIGRATIONS = resolve(import.meta.dirname, '../../lib/platform/db/migrations')

describe('jobs', () => {
  const opened = openedDatabase()
  const owner = ownerOf(opened)
  let clock: ReturnType<typeof manualClock>
  let log: string[]
  const write = (facts: Record<string, unknown>, message: string) =>
    void log.push(`${message} ${String(facts.code ?? '')}`.trim())
  const recorder = { info: write, warn: write, error: write }

  beforeEach(async () => {
    clock = manualClock()
    log = []
    await owner.sql`truncate jobs`
  })

  const { within } = opened
  const add = (onceKey: string, { dueAt = clock.now(), kind = KIND as JobKind, organizationId = 'org_a' } = {}) =>
    within(organizationId, (tx) => enqueue(tx, { kind, onceKey, details: { number: 1 }, dueAt }))
  const addForSite = (onceKey: string) =>
    enqueue({ db: opened.db, organizationId: null }, { kind: KIND, onceKey, dueAt: clock.now() })
  const stored = () => within((tx) => tx.db.select().from(jobs))
  const claim = (kind: JobKind = KIND) => claimJob(opened.db, kind, clock.now())
  const run = (handler: Handler<Job>, options = {}) =>
    runDueJobs(opened.db, KIND, handler, { clock: clock.now, log: recorder, ...options })
  const start = (handlers: Handlers, options = {}) =>
    startWorker({ database: async () => opened.db, handlers, log: recorder, clock: clock.now, ...options })

  it('are stored once per key, for each organization and for the site', async () => {
    expect([await add('one'), await add('one')]).toEqual([true, false])
    expect([await addForSite('one'), await addForSite('one')]).toEqual([true, false])
    expect(await stored()).toHaveLength(1)
    expect(await opened.db.select().from(jobs)).toHaveLength(1)
  })

  it('are not stored if their transaction fails', async () => {
    const failing = within(async (tx) => {
      await enqueue(tx, { kind: KIND, onceKey: 'lost' })
      throw new Error('The cause failed')
    })
    await expect(failing).rejects.toThrow('The cause failed')
    expect(await stored()).toEqual([])
  })

  it('are visible and writable for their own organization only', async () => {
    await add('a')
    await add('b', { organizationId: 'org_b' })
    await addForSite('site')
    const keys = (rows: { onceKey: string }[]) => rows.map(({ onceKey }) => onceKey)
    expect(keys(await stored())).toEqual(['a'])
    expect(keys(await opened.db.select().from(jobs))).toEqual(['site'])
    for (const organizationId of ['org_b', null])
      await expect(within(({ db }) => enqueue({ db, organizationId }, { kind: KIND, onceKey: 'x' }))).rejects.toThrow()
    await expect(enqueue({ db: opened.db, organizationId: 'org_a' }, { kind: KIND, onceKey: 'x' })).rejects.toThrow()
    const changed = await within(({ db }) => db.update(jobs).set({ doneAt: clock.now() }).returning())
    expect(keys(changed)).toEqual(['a'])
  })

  it('run for every organization and for the site when they are due', async () => {
    await add('later', { dueAt: new Date(clock.now().getTime() + MINUTE) })
    await add('b', { organizationId: 'org_b' })
    await addForSite('site')
    const ran: (string | null)[] = []
    const handler: Handler<Job> = async ({ organizationId }) => void ran.push(organizationId)
    await run(handler)
    expect(ran.toSorted()).toEqual([null, 'org_b'].toSorted())
    clock.advance(MINUTE)
    await run(handler)
    expect(ran.at(-1)).toBe('org_a')
    await run(handler)
    expect(ran).toHaveLength(3)
  })

  it('belong to one worker until the lease ends, then to the next one', async () => {
    await add('one')
    const first = await claim()
    expect(await claim()).toBeUndefined()
    clock.advance(3 * MINUTE)
    const second = await claim()
    expect(second).toMatchObject({ id: first?.id, attempts: 2 })
    await markFailed(opened.db, first!, 'LATE', clock.now())
    expect(await stored()).toMatchObject([{ lastError: null }])
    await markDone(opened.db, second!, clock.now())
    clock.advance(60 * MINUTE)
    expect(await claim()).toBeUndefined()
  })

  it('are claimed once by concurrent workers', async () => {
    for (const onceKey of ['one', 'two', 'three']) await add(onceKey)
    const claimed = await Promise.all([1, 2, 3, 4, 5].map(() => claim()))
    expect(new Set(claimed.flatMap((job) => job?.id ?? [])).size).toBe(3)
  })

  it('of a serial kind run one at a time per organization, even with concurrent claims', async () => {
    for (const organizationId of ['org_a', 'org_b'])
      for (const onceKey of ['one', 'two']) await add(onceKey, { kind: SERIAL, organizationId })
    const claimed = (await Promise.all([1, 2, 3, 4].map(() => claim(SERIAL)))).filter((job) => job !== undefined)
    expect(claimed.map(({ organizationId }) => organizationId).toSorted()).toEqual(['org_a', 'org_b'])
    await markDone(opened.db, claimed[0]!, clock.now())
    expect(await claim(SERIAL)).toMatchObject({ organizationId: claimed[0]?.organizationId })
    await markFailed(opened.db, claimed[1]!, 'ECONNREFUSED', new Date(clock.now().getTime() + MINUTE))
    const { organizationId } = claimed[1]!
    expect(await claim(SERIAL), 'a job that waits for a retry does not block').toMatchObject({ organizationId })
  })

  it('are retried with growing delays until they succeed', async () => {
    await add('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      if (attempts < 3) throw Object.assign(new Error('quotes +12125550142'), { code: 'ECONNREFUSED' })
    }
    await run(handler)
    await run(handler)
    expect(attempts).toBe(1)
    expect(await stored()).toMatchObject([{ lastError: 'ECONNREFUSED', doneAt: null }])
    clock.advance(5_000)
    await run(handler)
    clock.advance(10_000)
    await run(handler)
    expect(attempts).toBe(3)
    expect(await stored()).toMatchObject([{ lastError: null, doneAt: clock.now() }])
    expect(log.join(' ')).not.toContain('0142')
  })

  it('that never end are aborted when the lease ends, and do not block the next job', async () => {
    await add('one')
    await add('two')
    let aborted: AbortSignal | undefined
    const endless: Handler<Job> = async (_job, { signal }) => {
      if (aborted) return
      aborted = signal
      await new Promise(() => undefined)
    }
    await run(endless, { leaseMs: 50 })
    expect(aborted?.aborted).toBe(true)
    expect(log).toEqual(['jobs: attempt failed DEADLINE'])
    for (const job of [
      { lastError: 'DEADLINE', doneAt: null },
      { lastError: null, doneAt: clock.now() },
    ])
      expect(await stored()).toContainEqual(expect.objectContaining(job))
  })

  it('that fail permanently are not retried', async () => {
    await add('one')
    let attempts = 0
    const handler = async () => {
      attempts += 1
      throw new PermanentError('no-address')
    }
    await run(handler)
    clock.advance(60 * MINUTE)
    await run(handler)
    expect(attempts).toBe(1)
    expect(log).toEqual(['jobs: job failed permanently no-address'])
    expect(await stored()).toMatchObject([{ doneAt: null, failedAt: expect.any(Date), lastError: 'no-address' }])
  })

  it('are deleted a month after they finish, never earlier', async () => {
    await add('done')
    await add('waiting', { dueAt: new Date(clock.now().getTime() + MINUTE) })
    await addForSite('done')
    await run(async () => undefined)
    clock.advance(30 * DAY)
    await within((tx) => deleteLeftovers(tx, clock.now()))
    expect(await deleteFinishedJobs(opened.db, clock.now())).toBe(0)
    expect(await stored()).toHaveLength(2)
    clock.advance(1)
    await within((tx) => deleteLeftovers(tx, clock.now()))
    expect(await deleteFinishedJobs(opened.db, clock.now())).toBe(1)
    expect(await stored()).toMatchObject([{ onceKey: 'waiting' }])
  })

  it('that recur are enqueued once a day, however many processes schedule them', async () => {
    const kinds = async () => (await opened.db.select().from(jobs)).map(({ kind, onceKey }) => `${kind} ${onceKey}`)
    await Promise.all([1, 2, 3].map(() => scheduleJobs(opened.db, clock.now())))
    expect(await kinds()).toEqual(['site-retention 2026-03-01'])
    clock.advance(DAY)
    await scheduleJobs(opened.db, clock.now())
    expect(await kinds()).toHaveLength(2)
  })

  describe('in a worker', () => {
    it('run immediately after a wake-up', async () => {
      const done = Promise.withResolvers<void>()
      const worker = start({ [KIND]: async () => done.resolve() }, { pollMs: 60 * MINUTE })
      await add('one')
      worker.wake()
      await done.promise
      await worker.stop()
      expect(await stored()).toMatchObject([{ doneAt: clock.now() }])
    })

    it('are not blocked by a slow job of another kind', async () => {
      await add('slow')
      await add('quick', { kind: 'wish-mail' })
      const [slow, quick] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const worker = start({ [KIND]: () => slow.promise, 'wish-mail': async () => quick.resolve() })
      await quick.promise
      slow.resolve()
      await worker.stop()
      expect((await stored()).filter(({ doneAt }) => doneAt)).toHaveLength(2)
    })

    it('stay queued while no handler exists', async () => {
      await add('one')
      await start({ 'wish-mail': async () => undefined }).stop()
      expect(await stored()).toMatchObject([{ attempts: 0 }])
    })

    it('wait while the database is down, log that once, and run afterwards', async () => {
      await add('one')
      let isDown = true
      let looks = 0
      const done = Promise.withResolvers<void>()
      const database = async () => {
        looks += 1
        if (isDown) throw Object.assign(new Error('for ada@example.com'), { code: 'ECONNREFUSED' })
        return opened.db
      }
      const worker = start({ [KIND]: async () => done.resolve() }, { pollMs: 1, database })
      await expect.poll(() => looks).toBeGreaterThan(3)
      isDown = false
      await done.promise
      await worker.stop()
      expect(log.filter((line) => line === 'jobs: database unavailable')).toHaveLength(1)
      expect(log.join(' ')).not.toContain('ada')
    })

    it('that recur are scheduled once a minute, and a failure blocks no other job', async () => {
      await add('one')
      let schedules = 0
      const ran = Promise.withResolvers<void>()
      const schedule = async () => {
        schedules += 1
        if (schedules === 1) throw new Error('no')
      }
      const worker = start({ [KIND]: async () => ran.resolve() }, { pollMs: 1, schedule })
      await ran.promise
      await expect.poll(() => schedules).toBe(2)
      clock.advance(MINUTE)
      await expect.poll(() => schedules).toBe(3)
      await worker.stop()
      expect(log).toEqual(['jobs: schedule failed'])
    })

    async function busyWorker() {
      const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const worker = start({ [KIND]: async () => (started.resolve(), end.promise) })
      await started.promise
      return { worker, end }
    }

    it('finish after a stop, while no new job starts', async () => {
      for (const onceKey of ['one', 'two']) await add(onceKey)
      const { worker, end } = await busyWorker()
      const stopped = worker.stop()
      end.resolve()
      await stopped
      expect((await stored()).filter(({ doneAt }) => doneAt)).toHaveLength(1)
      await worker.release()
      expect(await claim(), 'the released job').toMatchObject({ attempts: 1 })
      expect(await claim()).toBeUndefined()
    })

    it('are released for other workers on exit, unless another worker claimed them', async () => {
      await add('one')
      const { worker, end } = await busyWorker()
      const stopped = worker.stop()
      await worker.release()
      expect(await claim()).toMatchObject({ attempts: 2 })
      await worker.release()
      expect(await claim()).toBeUndefined()
      end.resolve()
      await stopped
    })

    it('are released if they abort during a stop', async () => {
      await add('one')
      const started = Promise.withResolvers<void>()
      const worker = start({
        [KIND]: async (_job: Job, { signal }: { signal: AbortSignal }) => {
          started.resolve()
          await new Promise((resolve) => void signal.addEventListener('abort', resolve))
          signal.throwIfAborted()
        },
      })
      await started.promise
      await worker.stop()
      expect(log).toEqual([])
      expect(await claim()).toMatchObject({ attempts: 2 })
    })
  })

  describe('of the previous version', () => {
    it('are claimed and finished through its tables and functions', async () => {
      await within(async () => undefined)
      await owner.sql`insert into outgoing (organization_id, kind, once_key, due_at) values ('org_a', ${KIND}, 'former', ${clock.now()})
        on conflict (organization_id, kind, once_key) do nothing`
      await addForSite('site')
      const [former] = await owner.sql<{ id: string; attempts: number }[]>`
        select id, attempts from claim_outgoing(${KIND}, ${clock.now()}, ${new Date(clock.now().getTime() + MINUTE)})`
      expect(former).toMatchObject({ attempts: 1 })
      expect(await claim(), 'the job without an organization').toMatchObject({ organizationId: null })
      expect(await claim()).toBeUndefined()
      await owner.sql`update outgoing set done_at = ${clock.now()} where id = ${former?.id ?? ''}`
      expect(await stored()).toMatchObject([{ onceKey: 'former', doneAt: clock.now() }])
      expect(await add('former')).toBe(false)
    })

    it('are created from its pending contact deliveries, except leased ones', async () => {
      const addDelivery = async (ticket: string, due: string) => {
        const [message] = await owner.sql<{ id: string }[]>`
          insert into contact_messages (ticket_id, name, email, company, message) values (${ticket}, 'a', 'a', 'a', 'a') returning id`
        await owner.sql`insert into contact_deliveries (message_id, channel, attempts, due_at) values (${message?.id ?? ''}, 'email', 1, now() + ${due}::interval)`
        return message?.id
      }
      const due = await addDelivery('due', '-1 second')
      const leased = await addDelivery('leased', '4 minutes')
      const retried = await addDelivery('retried', '40 minutes')
      await scheduleJobs(opened.db, clock.now())
      const adopted = await owner.sql<
        { details: { messageId: string } }[]
      >`select details from jobs where kind = 'contact-email'`
      expect(adopted.map(({ details }) => details.messageId).toSorted()).toEqual([due, retried].toSorted())
      const left = await owner.sql<{ message: string }[]>`select message_id as message from contact_deliveries`
      expect(left.map(({ message }) => message)).toEqual([leased])
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
        const [failed, gone] = [randomUUID(), randomUUID()]
        await sql`insert into outgoing (id, organization_id, kind, once_key, details, attempts, due_at, last_error)
          values (${failed}, 'org_a', 'alert-mail', 'one', '{"alertId":"1"}', 2, '2026-03-01T12:00:00Z', 'ECONNREFUSED')`
        await sql`insert into outgoing (organization_id, kind, once_key, due_at, done_at) values ('org_a', 'linemail', 'done', now(), now())`
        await sql`insert into vendor_deletions (id, company, agent_id, conversations, attempts)
          values (${gone}, 'org_gone', 'agent_1', '{conv_1}', 1)`
        const upgraded = await openDatabase(server.url)
        const [alertMail] =
          await sql`select id, organization_id, kind, once_key, details, attempts, due_at, last_error from jobs where id = ${failed}`
        expect(alertMail).toEqual({
          id: failed,
          organization_id: 'org_a',
          kind: 'alert-mail',
          once_key: 'one',
          details: { alertId: '1' },
          attempts: 2,
          due_at: new Date('2026-03-01T12:00:00Z'),
          last_error: 'ECONNREFUSED',
        })
        const again = inOrganization(upgraded.db, 'org_a', (tx) => enqueue(tx, { kind: KIND, onceKey: 'done' }))
        expect(await again).toBe(false)
        expect(await claimJob(upgraded.db, 'vendor-deletion', new Date(Date.now() + MINUTE))).toEqual({
          id: gone,
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
