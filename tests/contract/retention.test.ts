import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../lib/platform/db/client.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { countOld } from '../../lib/dashboard/retention/old-data.ts'
import { runDueJobs, startWorker } from '../../lib/platform/jobs/worker.ts'
import { retentionJob, scheduleRetention } from '../../lib/dashboard/retention/run.ts'
import { keptSince, nextRunAfter } from '../../lib/dashboard/retention/schedule.ts'
import type { Retention } from '../../lib/dashboard/model/organization-settings.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { manualClock } from './contact-fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { addCall, addLead, addVisit } from '../support/rows.ts'
import {
  appointments,
  authorizations,
  calls,
  idempotentRequests,
  leadNotes,
  leads,
  organizations,
} from '../support/tables.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONE = 'America/Chicago'
const ADA: Actor = { kind: 'person', id: 'user_ada' }
const DAYS: Retention = { recordings: 10, transcripts: 20, calls: 30, leads: 40 }

/** 03:00 in Chicago. */
const NIGHT = new Date('2026-02-10T09:00:00Z')
const daysAgo = (days: number) => new Date(NIGHT.getTime() - days * DAY)
const NOON_BEFORE = new Date('2026-02-09T18:00:00Z')

const CALL = {
  summary: 'No heat since Sunday',
  callerWords: 'There is no heat',
  callerName: 'Ada Sample',
  transcript: [{ speaker: 'caller' as const, text: 'No heat', at: 0 }],
  recordingUrl: 'https://voice.example.com/1',
}

describe('retention', () => {
  const opened = openedDatabase()
  let clock: ReturnType<typeof manualClock>
  let logged: { level: string; facts: Record<string, unknown>; words: string }[]
  const logAt = (level: string) => (facts: Record<string, unknown>, words: string) =>
    void logged.push({ level, facts, words })
  const log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  beforeEach(async () => {
    await opened.deleteOrganizations()
    clock = manualClock(NOON_BEFORE.getTime())
    logged = []
  })

  const { within } = opened
  const keep = (retention: Retention, timeZone = ZONE, organizationId = 'org_a') =>
    within(organizationId, (tx) => changeSettings(tx, ADA, { retention, timeZone }))
  const schedule = (db: Database = opened.db) => scheduleRetention(db, clock.now())
  const runScheduled = (db: Database = opened.db, batch = 3, stopping = new AbortController().signal) =>
    runDueJobs(db, 'retention', retentionJob(log, batch), { clock: clock.now, log, stopping })
  const run = async (db: Database = opened.db, batch = 3) => {
    await schedule(db)
    await runScheduled(db, batch)
  }
  const setClock = (moment: Date) => clock.advance(moment.getTime() - clock.now().getTime())
  /** Schedules the retention job and advances the clock to 03:00. The first run only schedules. */
  const scheduleForNight = async () => {
    await run()
    setClock(NIGHT)
  }
  const runAtNight = async () => {
    await scheduleForNight()
    await run()
  }
  /** Returns the database with a callback that runs before each transaction. */
  const beforeTransactions = (onTransaction: () => void) =>
    new Proxy(opened.db, {
      get: (db, name: keyof Database) => {
        if (name === 'transaction') onTransaction()
        const value: unknown = db[name]
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })

  const callAt = (startedAt: Date, organizationId = 'org_a', parts: Partial<typeof calls.$inferInsert> = {}) =>
    within(organizationId, (tx) => addCall(tx, { ...CALL, startedAt, ...parts }))
  const leadAt = (createdAt: Date, organizationId = 'org_a') =>
    within(organizationId, async (tx) => {
      const leadId = await addLead(tx, { createdAt })
      await tx.db.insert(leadNotes).values({ organizationId, leadId, text: 'Called back' })
      return leadId
    })
  const keepOldCall = async (organizationId = 'org_a') => {
    await keep(DAYS, ZONE, organizationId)
    await callAt(daysAgo(90), organizationId)
  }
  const rowsOfCalls = (organizationId = 'org_a') =>
    within(organizationId, ({ db }) => db.select().from(calls).orderBy(asc(calls.startedAt)))
  const rowsOfLeads = (organizationId = 'org_a') =>
    within(organizationId, ({ db }) => db.select().from(leads).orderBy(asc(leads.createdAt)))
  const applied = async (organizationId?: string) =>
    (await opened.events(organizationId))
      .filter(({ action }) => action === 'retention.applied')
      .map(({ actorKind, details }) => ({ actorKind, details }))
  const kept = async () =>
    (await rowsOfCalls()).map((row) => [row.recordingUrl !== null, row.transcript !== null].map(Number).join(''))

  it('deletes expired data at 3 a.m. in the business time zone, not a second earlier', async () => {
    await keep(DAYS)
    const boundaries = [DAYS.recordings, DAYS.transcripts, DAYS.calls].toSorted((one, other) => other - one)
    for (const days of boundaries) {
      await callAt(new Date(NIGHT.getTime() - days * DAY - 1_000))
      await callAt(daysAgo(days))
    }
    for (const past of [1_000, 0]) await leadAt(new Date(NIGHT.getTime() - DAYS.leads * DAY - past))
    await run()
    setClock(new Date(NIGHT.getTime() - 1_000))
    await run()
    expect(await kept()).toEqual(['11', '11', '11', '11', '11', '11'])
    expect(await applied()).toEqual([])

    const announced = await within((tx) => countOld(tx, { days: DAYS, zone: ZONE, at: NIGHT }))
    setClock(NIGHT)
    await run()
    expect(await kept()).toEqual(['00', '00', '01', '01', '11'])
    expect((await rowsOfLeads()).map(({ createdAt }) => createdAt)).toEqual([new Date(NIGHT.getTime() - 40 * DAY)])
    expect(announced).toEqual({ recordings: 5, transcripts: 3, calls: 1, leads: 1 })
    expect(await applied()).toEqual([{ actorKind: 'site', details: announced }])
    expect(logged).toEqual([expect.objectContaining({ level: 'info', facts: { organization: 'org_a', ...announced } })])
  })

  it('keeps booking data, stores the deletion time, and increments the version', async () => {
    await keep(DAYS)
    await callAt(daysAgo(25))
    await runAtNight()
    expect(await rowsOfCalls()).toMatchObject([
      {
        summary: 'No heat since Sunday',
        callerWords: null,
        callerName: 'Ada Sample',
        transcript: null,
        transcriptDeletedAt: NIGHT,
        recordingUrl: null,
        recordingDeletedAt: NIGHT,
        version: 3,
      },
    ])
  })

  it("deletes the caller's words if an earlier version deleted only the transcript", async () => {
    await keep(DAYS)
    const transcriptDeletedAt = new Date(NIGHT.getTime() - 5 * DAY)
    await callAt(daysAgo(25), 'org_a', { transcript: null, transcriptDeletedAt })
    await runAtNight()
    expect(await rowsOfCalls()).toMatchObject([{ callerWords: null, transcriptDeletedAt }])
  })

  it('runs once after a night on which the site was down', async () => {
    await keepOldCall()
    await run()
    setClock(new Date(NIGHT.getTime() + 3 * DAY + 5 * HOUR))
    await run()
    expect(await rowsOfCalls()).toEqual([])
    await run()
    clock.advance(HOUR)
    await run()
    expect(await applied()).toHaveLength(1)
    await callAt(daysAgo(90))
    setClock(new Date(NIGHT.getTime() + 4 * DAY - 1_000))
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    setClock(new Date(NIGHT.getTime() + 4 * DAY))
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('deletes nothing of a new organization before its first night', async () => {
    await callAt(new Date(NIGHT.getTime() - 4_000 * DAY))
    await run()
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(DAY)
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('follows a changed time zone', async () => {
    await keepOldCall()
    await run()
    await keep(DAYS, 'America/Los_Angeles')
    await runAtNight()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(2 * HOUR - 1)
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(1)
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('applies separate periods to each organization', async () => {
    await keep(DAYS)
    await keep({ recordings: 3_650, transcripts: 3_650, calls: 3_650, leads: 3_650 }, ZONE, 'org_b')
    for (const organizationId of ['org_a', 'org_b']) {
      await callAt(daysAgo(400), organizationId)
      await leadAt(daysAgo(400), organizationId)
    }
    const before = [await rowsOfCalls('org_b'), await rowsOfLeads('org_b')]
    await runAtNight()
    expect([await rowsOfCalls(), await rowsOfLeads()]).toEqual([[], []])
    expect([await rowsOfCalls('org_b'), await rowsOfLeads('org_b')]).toEqual(before)
    expect(await applied('org_b')).toEqual([])
  })

  it('keeps a lead with an upcoming visit until that visit is over', async () => {
    await keep(DAYS)
    const old = daysAgo(400)
    const visit = (leadId: string, endsAt: Date, state: 'confirmed' | 'requested' | 'cancelled' | 'done') =>
      within((tx) => addVisit(tx, { leadId, startsAt: new Date(endsAt.getTime() - HOUR), endsAt, state }))
    const later = new Date(NIGHT.getTime() + 1_000)
    const confirmed = await leadAt(old)
    await visit(confirmed, later, 'confirmed')
    const requested = await leadAt(new Date(old.getTime() + 1))
    await visit(requested, later, 'requested')
    await visit(await leadAt(old), later, 'cancelled')
    await visit(await leadAt(old), NIGHT, 'confirmed')
    await runAtNight()
    expect((await rowsOfLeads()).map(({ id }) => id)).toEqual([confirmed, requested])
    const visits = await within(({ db }) => db.select().from(appointments))
    expect(visits.map(({ leadId, customer }) => [leadId !== null, customer]).toSorted()).toEqual([
      [false, 'Ada Sample'],
      [false, 'Ada Sample'],
      [true, 'Ada Sample'],
      [true, 'Ada Sample'],
    ])
    clock.advance(DAY)
    await run()
    expect(await rowsOfLeads()).toEqual([])
    expect(await within(({ db }) => db.select().from(leadNotes))).toEqual([])
  })

  it('deletes data once when several processes run concurrently', async () => {
    const names = ['org_a', 'org_b', 'org_c']
    for (const name of names) {
      await keep(DAYS, ZONE, name)
      for (const days of [50, 60, 70, 80]) await callAt(daysAgo(days), name)
    }
    await scheduleForNight()
    const others = await Promise.all([1, 2].map(() => openDatabase(opened.url)))
    await Promise.all([opened, ...others].map(({ db }) => run(db)))
    await Promise.all(others.map(({ close }) => close()))
    for (const name of names) {
      expect(await rowsOfCalls(name)).toEqual([])
      expect(await applied(name)).toEqual([{ actorKind: 'site', details: { recordings: 4, transcripts: 4, calls: 4 } }])
    }
  })

  it('logs partial progress of a crashed process and resumes after its lease', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80, 90]) await callAt(daysAgo(days))
    await scheduleForNight()
    let transactions = 0
    const dying = beforeTransactions(() => {
      if ((transactions += 1) > 4) throw new Error('the process died')
    })
    await expect(run(dying, 2)).rejects.toThrow('the process died')
    expect(await applied()).toEqual([{ actorKind: 'site', details: { recordings: 5 } }])
    clock.advance(10 * 60_000 - 1)
    await run()
    expect(await applied()).toHaveLength(1)
    clock.advance(1)
    await run()
    expect(await rowsOfCalls()).toEqual([])
    expect(await applied()).toEqual(
      expect.arrayContaining([{ actorKind: 'site', details: { transcripts: 5, calls: 5 } }]),
    )
    clock.advance(HOUR)
    await run()
    expect(await applied()).toHaveLength(2)
  })

  it('resumes at once in another process after a graceful stop', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80, 90]) await callAt(daysAgo(days))
    await scheduleForNight()
    await schedule()
    await runScheduled(opened.db, 3, AbortSignal.abort())
    expect(await rowsOfCalls(), 'no deletion starts').toHaveLength(5)
    const stopping = new AbortController()
    await runScheduled(
      beforeTransactions(() => stopping.abort()),
      3,
      stopping.signal,
    )
    expect((await rowsOfCalls()).length).toBeGreaterThan(0)
    await run()
    expect(await rowsOfCalls()).toEqual([])
    expect(await applied()).toHaveLength(2)
  })

  const dueAt = async () =>
    Object.fromEntries(
      (await opened.db.select().from(organizations)).map(({ id, retentionDueAt }) => [id, retentionDueAt]),
    )
  const setDue = (organizationId: string, retentionDueAt: Date) =>
    opened.db.update(organizations).set({ retentionDueAt }).where(eq(organizations.id, organizationId))

  it('continues with other organizations after a failure, and retries the failed one', async () => {
    for (const name of ['org_a', 'org_b']) await keepOldCall(name)
    await scheduleForNight()
    let transactions = 0
    const failing = beforeTransactions(() => {
      if ((transactions += 1) === 1) throw new Error('out of memory')
    })
    await schedule()
    await runScheduled(failing)
    expect([...(await rowsOfCalls()), ...(await rowsOfCalls('org_b'))]).toHaveLength(1)
    const tomorrow = new Date(NIGHT.getTime() + DAY)
    expect(Object.values(await dueAt())).toEqual([tomorrow, tomorrow])
    clock.advance(5_000)
    await run()
    expect([...(await rowsOfCalls()), ...(await rowsOfCalls('org_b'))]).toEqual([])
  })

  it('starts with the organization that has waited longest', async () => {
    const waited = { org_a: 1, org_b: 3, org_c: 2 }
    for (const [name, days] of Object.entries(waited)) {
      await keepOldCall(name)
      await setDue(name, daysAgo(days))
    }
    setClock(NIGHT)
    await run()
    expect(logged.map(({ facts }) => facts.organization)).toEqual(['org_b', 'org_c', 'org_a'])
  })

  it.skipIf(!inject('sharedPostgresUrl'))('skips an organization that another transaction has locked', async () => {
    for (const name of ['org_a', 'org_b']) await keepOldCall(name)
    await scheduleForNight()
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = opened.db.transaction(async (transaction) => {
      await transaction.select().from(organizations).where(eq(organizations.id, 'org_a')).for('update')
      held.resolve()
      await free.promise
    })
    await held.promise
    await run()
    expect(await rowsOfCalls('org_b')).toEqual([])
    free.resolve()
    await holding
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('respects a period that was extended during the run', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80]) await callAt(daysAgo(days))
    await scheduleForNight()
    const claimed = new Proxy(opened.db, {
      get: (db, name: keyof Database) => {
        const value: unknown = db[name]
        if (name !== 'execute') return typeof value === 'function' ? (value.bind(db) as unknown) : value
        return async (...args: Parameters<Database['execute']>) => {
          const rows = await db.execute(...args)
          await within((tx) => changeSettings(tx, ADA, { retention: { ...DAYS, calls: 3_650 } }))
          return rows
        }
      },
    })
    await run(claimed)
    expect(await rowsOfCalls()).toHaveLength(4)
  })

  it('deletes idempotent responses after a day, and expired authorizations', async () => {
    await keep(DAYS)
    const keyId = '00000000-0000-4000-8000-000000000001'
    await within(async ({ db }) => {
      const own = { organizationId: 'org_a' }
      const before = (past: number) => new Date(NIGHT.getTime() - past)
      const answer = { ...own, keyId, requestHash: 'x' }
      for (const past of [DAY + 1_000, DAY])
        await db.insert(idempotentRequests).values({ ...answer, idempotencyKey: `${past}`, createdAt: before(past) })
      const request = { scopes: [], writes: [] }
      const authorization = { ...own, userId: 'user_ada', provider: 'slack', verifier: 'sealed', request }
      for (const past of [1_000, 0])
        await db.insert(authorizations).values({ ...authorization, stateHash: `${past}`, expiresAt: before(past) })
    })
    await runAtNight()
    const left = await within(async ({ db }) => [
      (await db.select().from(idempotentRequests)).map(({ idempotencyKey }) => idempotencyKey),
      (await db.select().from(authorizations)).map(({ stateHash }) => stateHash),
    ])
    expect(left).toEqual([[String(DAY)], ['0']])
    expect(await applied()).toEqual([])
    expect(logged).toEqual([])
  })

  it('is scheduled and run by a worker', async () => {
    await keepOldCall()
    const worker = startWorker({
      database: async () => opened.db,
      handlers: { retention: retentionJob(log) },
      schedule: scheduleRetention,
      clock: clock.now,
      log,
      pollMs: 1,
    })
    await expect.poll(async () => (await dueAt()).org_a).toEqual(NIGHT)
    expect(await rowsOfCalls()).toHaveLength(1)
    setClock(NIGHT)
    await expect.poll(() => rowsOfCalls()).toEqual([])
    await worker.stop()
    expect((await dueAt()).org_a).toEqual(new Date(NIGHT.getTime() + DAY))
  })

  it('deletes exactly the data older than the configured periods', async () => {
    const age = fc.integer({ min: 0, max: 60 * 24 * 60 })
    const rows = fc.array(age, { minLength: 1, maxLength: 12 })
    const days = fc.integer({ min: 1, max: 40 })
    const periods = fc
      .tuple(fc.integer({ min: 0, max: 40 }), days, days, days)
      .map(([recordings, transcripts, calls, leads]) => ({
        recordings,
        transcripts,
        calls: Math.max(calls, recordings, transcripts),
        leads,
      }))
    const zones = fc.constantFrom('America/Chicago', 'America/Phoenix', 'Europe/Athens', 'Pacific/Chatham', 'UTC')
    const moments = fc.date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2027-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(rows, rows, periods, zones, moments, async (callAges, leadAges, period, zone, moment) => {
        await opened.deleteOrganizations()
        await keep(period, zone)
        const at = nextRunAfter(moment, zone)
        const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
        for (const minutes of callAges) await callAt(ago(minutes))
        for (const minutes of leadAges) await leadAt(ago(minutes))
        setClock(moment)
        await run()
        setClock(at)
        await run()
        const since = (kind: keyof Retention) => keptSince(at, period[kind], zone).getTime()
        const stays = (minutes: number, kind: keyof Retention) => ago(minutes).getTime() >= since(kind)
        const expected = callAges
          .filter((minutes) => stays(minutes, 'calls'))
          .toSorted((one, other) => other - one)
          .map((minutes) => [stays(minutes, 'recordings'), stays(minutes, 'transcripts')].map(Number).join(''))
        expect(await kept()).toEqual(expected)
        expect(await rowsOfLeads()).toHaveLength(leadAges.filter((minutes) => stays(minutes, 'leads')).length)
      }),
      { numRuns: 15 },
    )
  })
})
