import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../lib/platform/db/client.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { countExpiredRecords } from '../../lib/dashboard/retention/old-data.ts'
import { runDueJobs, startWorker } from '../../lib/platform/jobs/worker.ts'
import { createRetentionHandler, scheduleRetention } from '../../lib/dashboard/retention/run.ts'
import { findRetentionCutoff, findNextRun } from '../../lib/dashboard/retention/schedule.ts'
import type { Retention } from '../../lib/dashboard/model/organization-settings.ts'
import { changeSettings } from '../../lib/dashboard/settings/repository.ts'
import { createManualClock } from './contact-fixtures.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, addLead, addAppointment } from '../support/rows.ts'
import {
  appointments,
  authorizations,
  calls,
  idempotentRequests,
  leadNotes,
  leads,
  organizations,
} from '../support/tables.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME_ZONE = 'America/Chicago'
const ADA: Actor = { kind: 'person', id: 'user_ada' }
const RETENTION_DAYS: Retention = { recordings: 10, transcripts: 20, calls: 30, leads: 40 }

/** 03:00 in Chicago. */
const NIGHT = new Date('2026-02-10T09:00:00Z')
const getDaysAgo = (days: number) => new Date(NIGHT.getTime() - days * DAY_MS)
const NOON_BEFORE = new Date('2026-02-09T18:00:00Z')

const CALL = {
  summary: 'No heat since Sunday',
  callerWords: 'There is no heat',
  callerName: 'Ada Sample',
  transcript: [{ speaker: 'caller' as const, text: 'No heat', at: 0 }],
  recordingUrl: 'https://voice.example.com/1',
}

describe('retention', () => {
  const database = setUpDatabase()
  let clock: ReturnType<typeof createManualClock>
  let logLines: { level: string; facts: Record<string, unknown>; message: string }[]
  const logAt = (level: string) => (facts: Record<string, unknown>, message: string) =>
    void logLines.push({ level, facts, message })
  const log = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  beforeEach(async () => {
    await database.deleteOrganizations()
    clock = createManualClock(NOON_BEFORE.getTime())
    logLines = []
  })

  const { within } = database
  const setRetention = (retention: Retention, timeZone = TIME_ZONE, organizationId = 'org_a') =>
    within(organizationId, (tx) => changeSettings(tx, ADA, { retention, timeZone }))
  const scheduleNow = (db: Database = database.db) => scheduleRetention(db, clock.now())
  const runScheduledRetention = (db: Database = database.db, batch = 3, signal = new AbortController().signal) =>
    runDueJobs(db, 'retention', createRetentionHandler(log, batch), { clock: clock.now, log, stopping: signal })
  const run = async (db: Database = database.db, batch = 3) => {
    await scheduleNow(db)
    await runScheduledRetention(db, batch)
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
  const interceptTransactions = (onTransaction: () => void) =>
    new Proxy(database.db, {
      get: (db, name: keyof Database) => {
        if (name === 'transaction') onTransaction()
        const value: unknown = db[name]
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })

  const addCallAt = (startedAt: Date, organizationId = 'org_a', parts: Partial<typeof calls.$inferInsert> = {}) =>
    within(organizationId, (tx) => addCall(tx, { ...CALL, startedAt, ...parts }))
  const addLeadAt = (createdAt: Date, organizationId = 'org_a') =>
    within(organizationId, async (tx) => {
      const leadId = await addLead(tx, { createdAt })
      await tx.db.insert(leadNotes).values({ organizationId, leadId, text: 'Called back' })
      return leadId
    })
  const keepOldCall = async (organizationId = 'org_a') => {
    await setRetention(RETENTION_DAYS, TIME_ZONE, organizationId)
    await addCallAt(getDaysAgo(90), organizationId)
  }
  const listCalls = (organizationId = 'org_a') =>
    within(organizationId, ({ db }) => db.select().from(calls).orderBy(asc(calls.startedAt)))
  const listLeads = (organizationId = 'org_a') =>
    within(organizationId, ({ db }) => db.select().from(leads).orderBy(asc(leads.createdAt)))
  const listRetentionEvents = async (organizationId?: string) =>
    (await database.events(organizationId))
      .filter(({ action }) => action === 'retention.applied')
      .map(({ actorKind, details }) => ({ actorKind, details }))
  const listRetainedParts = async () =>
    (await listCalls()).map((row) => [row.recordingUrl !== null, row.transcript !== null].map(Number).join(''))

  it('deletes expired data at 3 a.m. in the business time zone, not a second earlier', async () => {
    await setRetention(RETENTION_DAYS)
    const boundaryDays = [RETENTION_DAYS.recordings, RETENTION_DAYS.transcripts, RETENTION_DAYS.calls].toSorted(
      (a, b) => b - a,
    )
    for (const days of boundaryDays) {
      await addCallAt(new Date(NIGHT.getTime() - days * DAY_MS - 1_000))
      await addCallAt(getDaysAgo(days))
    }
    for (const ageMs of [1_000, 0]) await addLeadAt(new Date(NIGHT.getTime() - RETENTION_DAYS.leads * DAY_MS - ageMs))
    await run()
    setClock(new Date(NIGHT.getTime() - 1_000))
    await run()
    expect(await listRetainedParts()).toEqual(['11', '11', '11', '11', '11', '11'])
    expect(await listRetentionEvents()).toEqual([])

    const oldCounts = await within((tx) =>
      countExpiredRecords(tx, { days: RETENTION_DAYS, zone: TIME_ZONE, at: NIGHT }),
    )
    setClock(NIGHT)
    await run()
    expect(await listRetainedParts()).toEqual(['00', '00', '01', '01', '11'])
    expect((await listLeads()).map(({ createdAt }) => createdAt)).toEqual([new Date(NIGHT.getTime() - 40 * DAY_MS)])
    expect(oldCounts).toEqual({ recordings: 5, transcripts: 3, calls: 1, leads: 1 })
    expect(await listRetentionEvents()).toEqual([{ actorKind: 'site', details: oldCounts }])
    expect(logLines).toEqual([
      expect.objectContaining({ level: 'info', facts: { organization: 'org_a', ...oldCounts } }),
    ])
  })

  it('keeps booking data, stores the deletion time, and increments the version', async () => {
    await setRetention(RETENTION_DAYS)
    await addCallAt(getDaysAgo(25))
    await runAtNight()
    expect(await listCalls()).toMatchObject([
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
    await setRetention(RETENTION_DAYS)
    const transcriptDeletedAt = new Date(NIGHT.getTime() - 5 * DAY_MS)
    await addCallAt(getDaysAgo(25), 'org_a', { transcript: null, transcriptDeletedAt })
    await runAtNight()
    expect(await listCalls()).toMatchObject([{ callerWords: null, transcriptDeletedAt }])
  })

  it('runs once after the site was down overnight', async () => {
    await keepOldCall()
    await run()
    setClock(new Date(NIGHT.getTime() + 3 * DAY_MS + 5 * HOUR_MS))
    await run()
    expect(await listCalls()).toEqual([])
    await run()
    clock.advance(HOUR_MS)
    await run()
    expect(await listRetentionEvents()).toHaveLength(1)
    await addCallAt(getDaysAgo(90))
    setClock(new Date(NIGHT.getTime() + 4 * DAY_MS - 1_000))
    await run()
    expect(await listCalls()).toHaveLength(1)
    setClock(new Date(NIGHT.getTime() + 4 * DAY_MS))
    await run()
    expect(await listCalls()).toEqual([])
  })

  it('deletes no data of a new organization before its first nightly run', async () => {
    await addCallAt(new Date(NIGHT.getTime() - 4_000 * DAY_MS))
    await run()
    await run()
    expect(await listCalls()).toHaveLength(1)
    clock.advance(DAY_MS)
    await run()
    expect(await listCalls()).toEqual([])
  })

  it('follows a changed time zone', async () => {
    await keepOldCall()
    await run()
    await setRetention(RETENTION_DAYS, 'America/Los_Angeles')
    await runAtNight()
    expect(await listCalls()).toHaveLength(1)
    clock.advance(2 * HOUR_MS - 1)
    await run()
    expect(await listCalls()).toHaveLength(1)
    clock.advance(1)
    await run()
    expect(await listCalls()).toEqual([])
  })

  it('applies separate periods to each organization', async () => {
    await setRetention(RETENTION_DAYS)
    await setRetention({ recordings: 3_650, transcripts: 3_650, calls: 3_650, leads: 3_650 }, TIME_ZONE, 'org_b')
    for (const organizationId of ['org_a', 'org_b']) {
      await addCallAt(getDaysAgo(400), organizationId)
      await addLeadAt(getDaysAgo(400), organizationId)
    }
    const rowsBefore = [await listCalls('org_b'), await listLeads('org_b')]
    await runAtNight()
    expect([await listCalls(), await listLeads()]).toEqual([[], []])
    expect([await listCalls('org_b'), await listLeads('org_b')]).toEqual(rowsBefore)
    expect(await listRetentionEvents('org_b')).toEqual([])
  })

  it('keeps a lead with an upcoming visit until that visit is over', async () => {
    await setRetention(RETENTION_DAYS)
    const oldDate = getDaysAgo(400)
    const addVisitFor = (leadId: string, endsAt: Date, state: 'confirmed' | 'requested' | 'cancelled' | 'done') =>
      within((tx) => addAppointment(tx, { leadId, startsAt: new Date(endsAt.getTime() - HOUR_MS), endsAt, state }))
    const later = new Date(NIGHT.getTime() + 1_000)
    const confirmed = await addLeadAt(oldDate)
    await addVisitFor(confirmed, later, 'confirmed')
    const requested = await addLeadAt(new Date(oldDate.getTime() + 1))
    await addVisitFor(requested, later, 'requested')
    await addVisitFor(await addLeadAt(oldDate), later, 'cancelled')
    await addVisitFor(await addLeadAt(oldDate), NIGHT, 'confirmed')
    await runAtNight()
    expect((await listLeads()).map(({ id }) => id)).toEqual([confirmed, requested])
    const visits = await within(({ db }) => db.select().from(appointments))
    expect(visits.map(({ leadId, customer }) => [leadId !== null, customer]).toSorted()).toEqual([
      [false, 'Ada Sample'],
      [false, 'Ada Sample'],
      [true, 'Ada Sample'],
      [true, 'Ada Sample'],
    ])
    clock.advance(DAY_MS)
    await run()
    expect(await listLeads()).toEqual([])
    expect(await within(({ db }) => db.select().from(leadNotes))).toEqual([])
  })

  it('deletes data once when several processes run concurrently', async () => {
    const names = ['org_a', 'org_b', 'org_c']
    for (const name of names) {
      await setRetention(RETENTION_DAYS, TIME_ZONE, name)
      for (const days of [50, 60, 70, 80]) await addCallAt(getDaysAgo(days), name)
    }
    await scheduleForNight()
    const otherDatabases = await Promise.all([1, 2].map(() => openDatabase(database.url)))
    await Promise.all([database, ...otherDatabases].map(({ db }) => run(db)))
    await Promise.all(otherDatabases.map(({ close }) => close()))
    for (const name of names) {
      expect(await listCalls(name)).toEqual([])
      expect(await listRetentionEvents(name)).toEqual([
        { actorKind: 'site', details: { recordings: 4, transcripts: 4, calls: 4 } },
      ])
    }
  })

  it('logs partial progress of a crashed process and resumes after its lease', async () => {
    await setRetention(RETENTION_DAYS)
    for (const days of [50, 60, 70, 80, 90]) await addCallAt(getDaysAgo(days))
    await scheduleForNight()
    let transactionCount = 0
    const failingDatabase = interceptTransactions(() => {
      if ((transactionCount += 1) > 4) throw new Error('the process died')
    })
    await expect(run(failingDatabase, 2)).rejects.toThrow('the process died')
    expect(await listRetentionEvents()).toEqual([{ actorKind: 'site', details: { recordings: 5 } }])
    clock.advance(10 * 60_000 - 1)
    await run()
    expect(await listRetentionEvents()).toHaveLength(1)
    clock.advance(1)
    await run()
    expect(await listCalls()).toEqual([])
    expect(await listRetentionEvents()).toEqual(
      expect.arrayContaining([{ actorKind: 'site', details: { transcripts: 5, calls: 5 } }]),
    )
    clock.advance(HOUR_MS)
    await run()
    expect(await listRetentionEvents()).toHaveLength(2)
  })

  it('resumes immediately in another process after a graceful stop', async () => {
    await setRetention(RETENTION_DAYS)
    for (const days of [50, 60, 70, 80, 90]) await addCallAt(getDaysAgo(days))
    await scheduleForNight()
    await scheduleNow()
    await runScheduledRetention(database.db, 3, AbortSignal.abort())
    expect(await listCalls(), 'no deletion starts').toHaveLength(5)
    const stopController = new AbortController()
    await runScheduledRetention(
      interceptTransactions(() => stopController.abort()),
      3,
      stopController.signal,
    )
    expect((await listCalls()).length).toBeGreaterThan(0)
    await run()
    expect(await listCalls()).toEqual([])
    expect(await listRetentionEvents()).toHaveLength(2)
  })

  const readDueTimes = async () =>
    Object.fromEntries(
      (await database.db.select().from(organizations)).map(({ id, retentionDueAt }) => [id, retentionDueAt]),
    )
  const setRetentionDue = (organizationId: string, retentionDueAt: Date) =>
    database.db.update(organizations).set({ retentionDueAt }).where(eq(organizations.id, organizationId))

  it('continues with other organizations after a failure, and retries the failed one', async () => {
    for (const name of ['org_a', 'org_b']) await keepOldCall(name)
    await scheduleForNight()
    let transactionCount = 0
    const failingDatabase = interceptTransactions(() => {
      if ((transactionCount += 1) === 1) throw new Error('out of memory')
    })
    await scheduleNow()
    await runScheduledRetention(failingDatabase)
    expect([...(await listCalls()), ...(await listCalls('org_b'))]).toHaveLength(1)
    const tomorrow = new Date(NIGHT.getTime() + DAY_MS)
    expect(Object.values(await readDueTimes())).toEqual([tomorrow, tomorrow])
    clock.advance(5_000)
    await run()
    expect([...(await listCalls()), ...(await listCalls('org_b'))]).toEqual([])
  })

  it('starts with the organization that has waited longest', async () => {
    const daysWaited = { org_a: 1, org_b: 3, org_c: 2 }
    for (const [name, days] of Object.entries(daysWaited)) {
      await keepOldCall(name)
      await setRetentionDue(name, getDaysAgo(days))
    }
    setClock(NIGHT)
    await run()
    expect(logLines.map(({ facts }) => facts.organization)).toEqual(['org_b', 'org_c', 'org_a'])
  })

  it.skipIf(!inject('sharedPostgresUrl'))('skips an organization that another transaction has locked', async () => {
    for (const name of ['org_a', 'org_b']) await keepOldCall(name)
    await scheduleForNight()
    const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lockingTransaction = database.db.transaction(async (transaction) => {
      await transaction.select().from(organizations).where(eq(organizations.id, 'org_a')).for('update')
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    await run()
    expect(await listCalls('org_b')).toEqual([])
    unlock.resolve()
    await lockingTransaction
    await run()
    expect(await listCalls()).toEqual([])
  })

  it('respects a period that was extended during the run', async () => {
    await setRetention(RETENTION_DAYS)
    for (const days of [50, 60, 70, 80]) await addCallAt(getDaysAgo(days))
    await scheduleForNight()
    const claimingDatabase = new Proxy(database.db, {
      get: (db, name: keyof Database) => {
        const value: unknown = db[name]
        if (name !== 'execute') return typeof value === 'function' ? (value.bind(db) as unknown) : value
        return async (...args: Parameters<Database['execute']>) => {
          const rows = await db.execute(...args)
          await within((tx) => changeSettings(tx, ADA, { retention: { ...RETENTION_DAYS, calls: 3_650 } }))
          return rows
        }
      },
    })
    await run(claimingDatabase)
    expect(await listCalls()).toHaveLength(4)
  })

  it('deletes idempotent responses after a day, and expired authorizations', async () => {
    await setRetention(RETENTION_DAYS)
    const keyId = '00000000-0000-4000-8000-000000000001'
    await within(async ({ db }) => {
      const organizationFields = { organizationId: 'org_a' }
      const getTimeBefore = (ageMs: number) => new Date(NIGHT.getTime() - ageMs)
      const requestRow = { ...organizationFields, keyId, requestHash: 'x' }
      for (const ageMs of [DAY_MS + 1_000, DAY_MS])
        await db
          .insert(idempotentRequests)
          .values({ ...requestRow, idempotencyKey: `${ageMs}`, createdAt: getTimeBefore(ageMs) })
      const request = { scopes: [], writes: [] }
      const authorization = {
        ...organizationFields,
        userId: 'user_ada',
        provider: 'slack',
        verifier: 'sealed',
        request,
      }
      for (const ageMs of [1_000, 0])
        await db
          .insert(authorizations)
          .values({ ...authorization, stateHash: `${ageMs}`, expiresAt: getTimeBefore(ageMs) })
    })
    await runAtNight()
    const remaining = await within(async ({ db }) => [
      (await db.select().from(idempotentRequests)).map(({ idempotencyKey }) => idempotencyKey),
      (await db.select().from(authorizations)).map(({ stateHash }) => stateHash),
    ])
    expect(remaining).toEqual([[String(DAY_MS)], ['0']])
    expect(await listRetentionEvents()).toEqual([])
    expect(logLines).toEqual([])
  })

  it('is scheduled and run by a worker', async () => {
    await keepOldCall()
    const worker = startWorker({
      database: async () => database.db,
      handlers: { retention: createRetentionHandler(log) },
      schedule: scheduleRetention,
      clock: clock.now,
      log,
      pollMs: 1,
    })
    await expect.poll(async () => (await readDueTimes()).org_a).toEqual(NIGHT)
    expect(await listCalls()).toHaveLength(1)
    setClock(NIGHT)
    await expect.poll(() => listCalls()).toEqual([])
    await worker.stop()
    expect((await readDueTimes()).org_a).toEqual(new Date(NIGHT.getTime() + DAY_MS))
  })

  it('deletes exactly the data older than the configured periods', async () => {
    const age = fc.integer({ min: 0, max: 60 * 24 * 60 })
    const rows = fc.array(age, { minLength: 1, maxLength: 12 })
    const days = fc.integer({ min: 1, max: 40 })
    const periodArbitrary = fc
      .tuple(fc.integer({ min: 0, max: 40 }), days, days, days)
      .map(([recordings, transcripts, calls, leads]) => ({
        recordings,
        transcripts,
        calls: Math.max(calls, recordings, transcripts),
        leads,
      }))
    const zoneArbitrary = fc.constantFrom(
      'America/Chicago',
      'America/Phoenix',
      'Europe/Athens',
      'Pacific/Chatham',
      'UTC',
    )
    const momentArbitrary = fc.date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2027-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(
        rows,
        rows,
        periodArbitrary,
        zoneArbitrary,
        momentArbitrary,
        async (callAges, leadAges, period, zone, moment) => {
          await database.deleteOrganizations()
          await setRetention(period, zone)
          const nextRun = findNextRun(moment, zone)
          const toMinutesAgo = (minutes: number) => new Date(nextRun.getTime() - minutes * 60_000)
          for (const minutes of callAges) await addCallAt(toMinutesAgo(minutes))
          for (const minutes of leadAges) await addLeadAt(toMinutesAgo(minutes))
          setClock(moment)
          await run()
          setClock(nextRun)
          await run()
          const getCutoff = (kind: keyof Retention) => findRetentionCutoff(nextRun, period[kind], zone).getTime()
          const isRetained = (minutes: number, kind: keyof Retention) =>
            toMinutesAgo(minutes).getTime() >= getCutoff(kind)
          const expected = callAges
            .filter((minutes) => isRetained(minutes, 'calls'))
            .toSorted((a, b) => b - a)
            .map((minutes) =>
              [isRetained(minutes, 'recordings'), isRetained(minutes, 'transcripts')].map(Number).join(''),
            )
          expect(await listRetainedParts()).toEqual(expected)
          expect(await listLeads()).toHaveLength(leadAges.filter((minutes) => isRetained(minutes, 'leads')).length)
        },
      ),
      { numRuns: 15 },
    )
  })
})
