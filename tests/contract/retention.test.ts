import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../lib/db/client.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import {
  appointments,
  authorizations,
  calls,
  events,
  idempotentRequests,
  leadNotes,
  leads,
  organizations,
} from '../../lib/db/schema/index.ts'
import type { Actor } from '../../lib/events/event.ts'
import { countOld } from '../../lib/retention/old-data.ts'
import { runDueRetention } from '../../lib/retention/run.ts'
import { keptSince, nextRunAfter } from '../../lib/retention/schedule.ts'
import { startRetentionWorker } from '../../lib/retention/start.ts'
import type { Retention } from '../../lib/settings/organization-settings.ts'
import { changeSettings } from '../../lib/settings/store.ts'
import { manualClock } from './contact-fixtures.ts'
import { openedDatabase } from '../support/opened-database.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONE = 'America/Chicago'
const ADA: Actor = { kind: 'person', id: 'user_ada' }
const DAYS: Retention = { recordings: 10, transcripts: 20, calls: 30, leads: 40 }

/** 03:00 in Chicago, and noon before it. */
const NIGHT = new Date('2026-02-10T09:00:00Z')
const NOON_BEFORE = new Date('2026-02-09T18:00:00Z')

const TRANSCRIPT = [{ speaker: 'caller' as const, text: 'No heat', at: 0 }]

describe('what has been kept long enough', () => {
  const opened = openedDatabase()
  let clock: ReturnType<typeof manualClock>
  let logged: { level: string; facts: Record<string, unknown>; words: string }[]
  const log = {
    info: (facts: Record<string, unknown>, words: string) => void logged.push({ level: 'info', facts, words }),
    error: (facts: Record<string, unknown>, words: string) => void logged.push({ level: 'error', facts, words }),
  }
  beforeEach(async () => {
    await opened.db.delete(organizations)
    clock = manualClock(NOON_BEFORE.getTime())
    logged = []
  })

  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>, organizationId = 'org_a') =>
    inOrganization(opened.db, organizationId, work)
  const keep = (retention: Retention, timeZone = ZONE, organizationId = 'org_a') =>
    within((tx) => changeSettings(tx, ADA, { retention, timeZone }), organizationId)
  const run = (db: Database = opened.db, batch = 3) => runDueRetention(db, { clock: clock.now, log, batch })
  const setClock = (moment: Date) => clock.advance(moment.getTime() - clock.now().getTime())

  const addCall = (startedAt: Date, organizationId = 'org_a', parts: Partial<typeof calls.$inferInsert> = {}) =>
    within(async ({ db }) => {
      const [row] = await db
        .insert(calls)
        .values({
          organizationId,
          startedAt,
          outcome: 'booked',
          summary: 'No heat since Sunday',
          callerWords: 'There is no heat',
          callerName: 'Ada Sample',
          transcript: TRANSCRIPT,
          recordingUrl: 'https://voice.example.com/1',
          ...parts,
        })
        .returning()
      return row?.id ?? ''
    }, organizationId)
  const addLead = (createdAt: Date, organizationId = 'org_a', parts: Partial<typeof leads.$inferInsert> = {}) =>
    within(async ({ db }) => {
      const [row] = await db
        .insert(leads)
        .values({ organizationId, createdAt, name: 'Ada Sample', problem: 'No heat', source: 'call', ...parts })
        .returning()
      await db.insert(leadNotes).values({ organizationId, leadId: row?.id ?? '', text: 'Called back' })
      return row?.id ?? ''
    }, organizationId)
  const rowsOfCalls = (organizationId = 'org_a') =>
    within(({ db }) => db.select().from(calls).orderBy(asc(calls.startedAt)), organizationId)
  const rowsOfLeads = (organizationId = 'org_a') =>
    within(({ db }) => db.select().from(leads).orderBy(asc(leads.createdAt)), organizationId)
  const applied = async (organizationId = 'org_a') => {
    const rows = await within(
      ({ db }) => db.select().from(events).where(eq(events.action, 'retention.applied')),
      organizationId,
    )
    return rows.map(({ actorKind, details }) => ({ actorKind, details }))
  }
  const kept = async () =>
    (await rowsOfCalls()).map((row) => [row.recordingUrl !== null, row.transcript !== null].map(Number).join(''))

  it('goes at three in the night of the business, to the second, and not before', async () => {
    await keep(DAYS)
    const boundaries = [DAYS.recordings, DAYS.transcripts, DAYS.calls].toSorted((one, other) => other - one)
    for (const days of boundaries) {
      await addCall(new Date(NIGHT.getTime() - days * DAY - 1_000))
      await addCall(new Date(NIGHT.getTime() - days * DAY))
    }
    for (const past of [1_000, 0]) await addLead(new Date(NIGHT.getTime() - DAYS.leads * DAY - past))
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

  it('leaves what a booking needs, says when it went, and grows the version of what was changed', async () => {
    await keep(DAYS)
    await addCall(new Date(NIGHT.getTime() - 25 * DAY))
    await run()
    setClock(NIGHT)
    await run()
    expect(await rowsOfCalls()).toEqual([
      expect.objectContaining({
        summary: 'No heat since Sunday',
        callerWords: null,
        callerName: 'Ada Sample',
        transcript: null,
        transcriptDeletedAt: NIGHT,
        recordingUrl: null,
        recordingDeletedAt: NIGHT,
        version: 3,
      }),
    ])
  })

  it('includes the words of a caller whose transcript an earlier version deleted', async () => {
    await keep(DAYS)
    const transcriptDeletedAt = new Date(NIGHT.getTime() - 5 * DAY)
    await addCall(new Date(NIGHT.getTime() - 25 * DAY), 'org_a', { transcript: null, transcriptDeletedAt })
    await run()
    setClock(NIGHT)
    await run()
    expect(await rowsOfCalls()).toEqual([expect.objectContaining({ callerWords: null, transcriptDeletedAt })])
  })

  it('goes on the night after the site was off, and once', async () => {
    await keep(DAYS)
    await addCall(new Date(NIGHT.getTime() - 90 * DAY))
    await run()
    setClock(new Date(NIGHT.getTime() + 3 * DAY + 5 * HOUR))
    await run()
    expect(await rowsOfCalls()).toEqual([])
    await run()
    clock.advance(HOUR)
    await run()
    expect(await applied()).toHaveLength(1)
    await addCall(new Date(NIGHT.getTime() - 90 * DAY))
    setClock(new Date(NIGHT.getTime() + 4 * DAY - 1_000))
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    setClock(new Date(NIGHT.getTime() + 4 * DAY))
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('is not deleted before the first night of an organization that has just become known', async () => {
    await addCall(new Date(NIGHT.getTime() - 4_000 * DAY))
    await run()
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(DAY)
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('goes by the night of the new time zone when that is changed', async () => {
    await keep(DAYS)
    await addCall(new Date(NIGHT.getTime() - 90 * DAY))
    await run()
    await keep(DAYS, 'America/Los_Angeles')
    await run()
    setClock(NIGHT)
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(2 * HOUR - 1)
    await run()
    expect(await rowsOfCalls()).toHaveLength(1)
    clock.advance(1)
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('is that of one organization: another keeps its own for as long as it wants', async () => {
    await keep(DAYS)
    await keep({ recordings: 3_650, transcripts: 3_650, calls: 3_650, leads: 3_650 }, ZONE, 'org_b')
    for (const organizationId of ['org_a', 'org_b']) {
      await addCall(new Date(NIGHT.getTime() - 400 * DAY), organizationId)
      await addLead(new Date(NIGHT.getTime() - 400 * DAY), organizationId)
    }
    const before = [await rowsOfCalls('org_b'), await rowsOfLeads('org_b')]
    await run()
    setClock(NIGHT)
    await run()
    expect([await rowsOfCalls(), await rowsOfLeads()]).toEqual([[], []])
    expect([await rowsOfCalls('org_b'), await rowsOfLeads('org_b')]).toEqual(before)
    expect(await applied('org_b')).toEqual([])
  })

  it('does not include a lead with a visit ahead; it goes when that is over', async () => {
    await keep(DAYS)
    const old = new Date(NIGHT.getTime() - 400 * DAY)
    const visit = (leadId: string, endsAt: Date, state: 'confirmed' | 'requested' | 'cancelled' | 'done') =>
      within(({ db }) =>
        db.insert(appointments).values({
          organizationId: 'org_a',
          leadId,
          customer: 'Ada Sample',
          job: 'No heat',
          startsAt: new Date(endsAt.getTime() - HOUR),
          endsAt,
          state,
        }),
      )
    const later = new Date(NIGHT.getTime() + 1_000)
    const confirmed = await addLead(old)
    await visit(confirmed, later, 'confirmed')
    const requested = await addLead(new Date(old.getTime() + 1))
    await visit(requested, later, 'requested')
    await visit(await addLead(old), later, 'cancelled')
    await visit(await addLead(old), NIGHT, 'confirmed')
    await run()
    setClock(NIGHT)
    await run()
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

  it('is deleted once by several processes that look at the same time', async () => {
    const names = ['org_a', 'org_b', 'org_c']
    for (const name of names) {
      await keep(DAYS, ZONE, name)
      for (const days of [50, 60, 70, 80]) await addCall(new Date(NIGHT.getTime() - days * DAY), name)
    }
    await run()
    setClock(NIGHT)
    const others = await Promise.all([1, 2].map(() => openDatabase(opened.url)))
    await Promise.all([opened, ...others].map(({ db }) => run(db)))
    await Promise.all(others.map(({ close }) => close()))
    for (const name of names) {
      expect(await rowsOfCalls(name)).toEqual([])
      expect(await applied(name)).toEqual([{ actorKind: 'site', details: { recordings: 4, transcripts: 4, calls: 4 } }])
    }
  })

  it('is in the log as far as it went when the process dies, and goes on when its lease is over', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80, 90]) await addCall(new Date(NIGHT.getTime() - days * DAY))
    await run()
    setClock(NIGHT)
    let transactions = 0
    const dying = new Proxy(opened.db, {
      get: (db, name: keyof Database) => {
        if (name === 'transaction' && (transactions += 1) > 4) throw new Error('the process died')
        const value: unknown = db[name]
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })
    await run(dying, 2)
    expect(logged).toEqual([expect.objectContaining({ level: 'error' })])
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

  it('goes on in another process at once where one that ends has stopped between two batches', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80, 90]) await addCall(new Date(NIGHT.getTime() - days * DAY))
    await run()
    setClock(NIGHT)
    await runDueRetention(opened.db, { clock: clock.now, log, batch: 3, stopping: AbortSignal.abort() })
    expect(await rowsOfCalls(), 'nothing is begun').toHaveLength(5)
    const stopping = new AbortController()
    const ending = new Proxy(opened.db, {
      get(db, name) {
        if (name === 'transaction') stopping.abort()
        const value: unknown = Reflect.get(db, name)
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    await runDueRetention(ending, { clock: clock.now, log, batch: 3, stopping: stopping.signal })
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

  it('goes on with the others when it fails for one, which is tried again when its lease is over', async () => {
    for (const name of ['org_a', 'org_b']) {
      await keep(DAYS, ZONE, name)
      await addCall(new Date(NIGHT.getTime() - 90 * DAY), name)
    }
    await run()
    setClock(NIGHT)
    let transactions = 0
    const failing = new Proxy(opened.db, {
      get: (db, name: keyof Database) => {
        if (name === 'transaction' && (transactions += 1) === 1) throw new Error('out of memory')
        const value: unknown = db[name]
        return typeof value === 'function' ? (value.bind(db) as unknown) : value
      },
    })
    await run(failing)
    expect([...(await rowsOfCalls()), ...(await rowsOfCalls('org_b'))]).toHaveLength(1)
    const tomorrow = new Date(NIGHT.getTime() + DAY)
    const lease = new Date(NIGHT.getTime() + 10 * 60_000)
    expect(Object.values(await dueAt()).toSorted()).toEqual([lease, tomorrow].toSorted())
    setClock(lease)
    await run()
    expect([...(await rowsOfCalls()), ...(await rowsOfCalls('org_b'))]).toEqual([])
    expect(Object.values(await dueAt())).toEqual([tomorrow, tomorrow])
  })

  it('is left to a process that has taken over meanwhile', async () => {
    await keep(DAYS)
    await run()
    setClock(NIGHT)
    const itsLease = new Date(NIGHT.getTime() + HOUR)
    const slow = new Proxy(opened.db, {
      get: (db, name: keyof Database) => {
        const value: unknown = db[name]
        if (name !== 'execute') return typeof value === 'function' ? (value.bind(db) as unknown) : value
        return async (...args: Parameters<Database['execute']>) => {
          const rows = await db.execute(...args)
          if (rows.length > 0) await setDue('org_a', itsLease)
          return rows
        }
      },
    })
    await run(slow)
    expect(await dueAt()).toEqual({ org_a: itsLease })
  })

  it('begins with the organization that has waited longest', async () => {
    const waited = { org_a: 1, org_b: 3, org_c: 2 }
    for (const [name, days] of Object.entries(waited)) {
      await keep(DAYS, ZONE, name)
      await addCall(new Date(NIGHT.getTime() - 90 * DAY), name)
      await setDue(name, new Date(NIGHT.getTime() - days * DAY))
    }
    setClock(NIGHT)
    await run()
    expect(logged.map(({ facts }) => facts.organization)).toEqual(['org_b', 'org_c', 'org_a'])
  })

  it.skipIf(!inject('sharedPostgresUrl'))('is not held up by an organization that somebody else holds', async () => {
    for (const name of ['org_a', 'org_b']) {
      await keep(DAYS, ZONE, name)
      await addCall(new Date(NIGHT.getTime() - 90 * DAY), name)
    }
    await run()
    setClock(NIGHT)
    const { promise: held, resolve: taken } = Promise.withResolvers<void>()
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const holding = opened.db.transaction(async (transaction) => {
      await transaction.select().from(organizations).where(eq(organizations.id, 'org_a')).for('update')
      taken()
      await free
    })
    await held
    await run()
    expect(await rowsOfCalls('org_b')).toEqual([])
    release()
    await holding
    await run()
    expect(await rowsOfCalls()).toEqual([])
  })

  it('does not include what somebody decides to keep longer meanwhile', async () => {
    await keep(DAYS)
    for (const days of [50, 60, 70, 80]) await addCall(new Date(NIGHT.getTime() - days * DAY))
    await run()
    setClock(NIGHT)
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

  it('includes answers to programs a day later, and authorizations that nobody came back from', async () => {
    await keep(DAYS)
    const keyId = '00000000-0000-4000-8000-000000000001'
    await within(async ({ db }) => {
      const own = { organizationId: 'org_a' }
      for (const past of [DAY + 1_000, DAY])
        await db.insert(idempotentRequests).values({
          ...own,
          keyId,
          idempotencyKey: String(past),
          requestHash: 'x',
          createdAt: new Date(NIGHT.getTime() - past),
        })
      for (const past of [1_000, 0])
        await db.insert(authorizations).values({
          ...own,
          stateHash: String(past),
          userId: 'user_ada',
          provider: 'slack',
          verifier: 'sealed',
          request: { scopes: [], writes: [] },
          expiresAt: new Date(NIGHT.getTime() - past),
        })
    })
    await run()
    setClock(NIGHT)
    await run()
    const left = await within(async ({ db }) => [
      (await db.select().from(idempotentRequests)).map(({ idempotencyKey }) => idempotencyKey),
      (await db.select().from(authorizations)).map(({ stateHash }) => stateHash),
    ])
    expect(left).toEqual([[String(DAY)], ['0']])
    expect(await applied()).toEqual([])
    expect(logged).toEqual([])
  })

  it('is looked for by a worker when it is woken, which waits for a database that is down', async () => {
    await keep(DAYS)
    await addCall(new Date(NIGHT.getTime() - 90 * DAY))
    let isDown = true
    let looks = 0
    const database = async () => {
      looks += 1
      if (isDown) throw new Error('connect ECONNREFUSED')
      return opened.db
    }
    const worker = startRetentionWorker({ database, clock: clock.now, log, pollMs: 1 })
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(logged).toHaveLength(1)
    isDown = false
    await expect.poll(async () => (await opened.db.select().from(organizations))[0]?.retentionDueAt).toEqual(NIGHT)
    setClock(NIGHT)
    worker.wake()
    await expect.poll(() => rowsOfCalls()).toEqual([])
    isDown = true
    const outages = () => logged.filter(({ level }) => level === 'error').length
    await expect.poll(outages).toBe(2)
    await worker.stop()
    const before = looks
    worker.wake()
    expect(looks).toBe(before)
  })

  it('is looked for no more by a worker that was stopped while it rests', async () => {
    await keep(DAYS)
    let looks = 0
    const database = async () => {
      looks += 1
      return opened.db
    }
    const worker = startRetentionWorker({ database, clock: clock.now, log, pollMs: HOUR })
    await expect.poll(async () => (await dueAt()).org_a).toEqual(NIGHT)
    await run()
    await worker.stop()
    expect(looks).toBe(1)
  })

  it('is waited for when a worker is stopped that was at it, which begins no run after that', async () => {
    const { promise: connected, resolve: connect } = Promise.withResolvers<Database>()
    let looks = 0
    const database = () => {
      looks += 1
      return connected
    }
    const worker = startRetentionWorker({ database, clock: clock.now, log, pollMs: HOUR })
    let isStopped = false
    const stopping = worker.stop().then(() => (isStopped = true))
    await run()
    expect(isStopped).toBe(false)
    await keep(DAYS)
    connect(opened.db)
    await stopping
    expect([looks, (await dueAt()).org_a]).toEqual([1, null])
  })

  it('is exactly what is older than the days that were set, whatever those are', async () => {
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
        await opened.db.delete(organizations)
        await keep(period, zone)
        const at = nextRunAfter(moment, zone)
        const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
        for (const minutes of callAges) await addCall(ago(minutes))
        for (const minutes of leadAges) await addLead(ago(minutes))
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
