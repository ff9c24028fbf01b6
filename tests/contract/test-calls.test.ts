import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestCall, readTryIt } from '../../lib/dashboard/try-it/read-try-it.ts'
import { buildPresetCallers } from '../../lib/dashboard/assistant/preset-callers.ts'
import type { TryItResponse, TryItInput } from '../../lib/dashboard/try-it/try-it.ts'
import { createAppointment, findAppointment, findOverlaps } from '../../lib/dashboard/appointments/repository.ts'
import { readBillableCalls } from '../../lib/dashboard/calls/billable.ts'
import { callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { removeTestCalls } from '../../lib/dashboard/calls/test-calls.ts'
import { appointments, calls, leads, organizationSettings } from '../support/tables.ts'
import { createFeed } from '../../lib/dashboard/calendar-feeds/repository.ts'
import { readFeed } from '../../lib/dashboard/calendar-feeds/read.ts'
import { listConfirmedAppointments } from '../../lib/dashboard/integrations/appointments.ts'
import { leadListState } from '../../lib/dashboard/leads/list-state.ts'
import { readLeadList } from '../../lib/dashboard/leads/read-list.ts'
import { formatCsv } from '../../lib/dashboard/exports/csv.ts'
import { buildLeadColumns } from '../../lib/dashboard/leads/csv.ts'
import { readCallMetrics, readToday } from '../../lib/dashboard/today/read.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, addAppointment } from '../support/rows.ts'

/** Tuesday, March 3, 10 a.m. in Chicago. */
const NOW = new Date('2026-03-03T16:00:00Z')
const WEEKDAY_HOURS = { from: '08:00', to: '17:00' }
const OWNER = { kind: 'person', id: 'user_1' } as const
const READER = { userId: OWNER.id, canReadAppointments: true }

const SETTINGS = {
  timeZone: 'America/Chicago',
  hours: { mon: WEEKDAY_HOURS, tue: WEEKDAY_HOURS, wed: WEEKDAY_HOURS, thu: WEEKDAY_HOURS, fri: WEEKDAY_HOURS },
  serviceArea: [{ zip: '60614', crew: 'North crew' }],
  onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
}

const getLines = (name: string) => buildPresetCallers(SETTINGS).find((caller) => caller.name === name)?.lines ?? []

describe('test call', () => {
  const database = setUpDatabase()
  const { within } = database

  beforeEach(async () => {
    await database.deleteOrganizations()
    for (const organizationId of ['org_a', 'org_b'])
      await within(organizationId, ({ db }) => db.insert(organizationSettings).values({ organizationId, ...SETTINGS }))
  })

  const makeCall = (
    name: string,
    { id = crypto.randomUUID(), at = 'now' as TryItInput['at'], organizationId = 'org_a', now = NOW } = {},
  ) =>
    within(organizationId, async (tx) => {
      const result = await createTestCall(tx, { id, at, lines: getLines(name) }, now)
      if ('problem' in result) throw new Error(result.problem)
      return result.callId
    })

  const playInput = (input: TryItInput, organizationId = 'org_a') =>
    within(organizationId, (tx) => readTryIt(tx, input, NOW)) as Promise<TryItResponse>

  const listRows = (organizationId = 'org_a') =>
    within(organizationId, async ({ db }) => ({
      calls: await db.select().from(calls),
      leads: await db.select().from(leads),
      visits: await db.select().from(appointments),
    }))

  it('is stored like a real call with lead and visit, all marked as tests', async () => {
    const id = await makeCall('price')
    const { calls: storedCalls, leads: storedLeads, visits } = await listRows()
    expect(storedCalls).toMatchObject([
      {
        id,
        isTest: true,
        outcome: 'booked',
        rule: '“not cooling well” is one of your keywords for This week',
        callerPhone: '+12125550144',
        externalId: expect.stringMatching(/^test_/),
      },
    ])
    expect(storedLeads).toMatchObject([{ callId: id, isTest: true, urgency: 'soon', zip: '60614', safety: null }])
    expect(visits).toEqual([
      expect.objectContaining({
        isTest: true,
        state: 'confirmed',
        technician: 'North crew',
        leadId: storedLeads[0]?.id,
      }),
    ])
    const entries = (await database.events()).filter(({ actorKind }) => actorKind === 'assistant')
    expect(entries.map(({ action, details }) => [action, details?.isTest])).toEqual(
      expect.arrayContaining(['call.created', 'lead.created', 'appointment.created'].map((action) => [action, true])),
    )
    expect(
      storedCalls[0]?.transcript?.some(({ understood }) => understood?.some(({ field }) => field === 'problem')),
    ).toBe(true)
  })

  it('has the same result as its preview', async () => {
    const onCall = [{ name: 'Alex', phone: '+13125550190', hours: { from: '07:00', to: '18:00' } }]
    await within(({ db }) => db.update(organizationSettings).set({ onCall }))
    for (const name of ['gas', 'baby', 'elsewhere', 'price']) {
      for (const at of ['now', 'sunday', 'closed', 'closing'] as const) {
        const playedCall = await playInput({ at, lines: getLines(name) })
        const id = await makeCall(name, { at })
        const { call, lead } = await within(async ({ db }) => ({
          call: (await db.select().from(calls).where(eq(calls.id, id)))[0],
          lead: (await db.select().from(leads).where(eq(leads.callId, id)))[0],
        }))
        const { outcome, attention, urgency } = playedCall
        expect([call?.outcome, call?.rule, call?.attention]).toEqual([outcome, urgency.rule, attention])
        expect(lead?.urgency).toBe(outcome === 'declined' ? undefined : urgency.name)
      }
    }
  })

  it('has the same result as its preview for a human request or wrong number', async () => {
    for (const [line, at, leadCount] of [
      ['I want to talk to a person.', 'now', 1],
      ['I want to talk to a person.', 'closed', 1],
      ['Sorry, wrong number.', 'now', 0],
    ] as const) {
      const playedCall = await playInput({ at, lines: [line] })
      const result = await within((tx) => createTestCall(tx, { id: crypto.randomUUID(), at, lines: [line] }, NOW))
      const id = 'callId' in result ? result.callId : ''
      const rows = await listRows()
      const call = rows.calls.find((candidate) => candidate.id === id)
      expect([call?.outcome, call?.attention]).toEqual([playedCall.outcome, playedCall.attention])
      expect(rows.leads.filter(({ callId }) => callId === id)).toHaveLength(leadCount)
    }
  })

  it('is stored once per conversation, even when submitted repeatedly', async () => {
    const id = crypto.randomUUID()
    const callIds = await Promise.all([1, 2, 3].map(() => makeCall('price', { id })))
    expect(new Set(callIds).size).toBe(1)
    const rows = await listRows()
    expect([rows.calls.length, rows.leads.length, rows.visits.length]).toEqual([1, 1, 1])
  })

  it('needs attention in an emergency if no one is on call', async () => {
    await within(({ db }) => db.update(organizationSettings).set({ onCall: [] }))
    await makeCall('gas', { at: 'sunday' })
    const emergencyCall = { outcome: 'emergency', attention: 'Emergency: no one could be paged' }
    expect((await listRows()).calls).toMatchObject([emergencyCall])
  })

  it('is excluded from all counts and shown as a test', async () => {
    const nightTime = new Date('2026-03-03T09:00:00Z')
    const laterTime = new Date('2026-03-03T10:00:00Z')
    const readCounts = () =>
      within(async (tx) => {
        const { night: counts, waitingCount, waiting } = await readToday(tx, laterTime)
        const list = await readCallList(tx, 'user_1', callListState.parse({}), NOW)
        const { stages } = await readLeadList(tx, READER, leadListState.parse({}), NOW)
        const leadList = await readLeadList(tx, READER, leadListState.parse({ search: 'example' }), NOW)
        return {
          counts,
          waitingCount,
          waiting: waiting.length,
          lists: [list.waiting, list.mine],
          stages,
          found: leadList.stages,
          counted: (await readBillableCalls(tx, laterTime)).count,
          figures: await readCallMetrics(tx, 'week', laterTime),
          entered: await listConfirmedAppointments(tx, { from: nightTime, to: new Date('2026-04-02T09:00:00Z') }, 100),
        }
      })
    await within((tx) => addCall(tx, { startedAt: nightTime, duration: 60 }))
    const countsBefore = await readCounts()
    expect([countsBefore.counted, countsBefore.counts.booked]).toEqual([1, 1])
    await within(({ db }) => db.update(organizationSettings).set({ onCall: [] }))
    for (const name of ['gas', 'baby', 'elsewhere', 'price']) await makeCall(name, { now: nightTime })
    expect(await readCounts()).toEqual(countsBefore)
    const today = await within((tx) => readToday(tx, laterTime))
    expect(today.calls.filter(({ isTest }) => isTest)).toHaveLength(4)
    const list = await within((tx) => readCallList(tx, 'user_1', callListState.parse({}), NOW))
    expect(list.rows.filter(({ isTest }) => isTest)).toHaveLength(4)
  })

  it('completes its own onboarding step, but not the step for the first call', async () => {
    await makeCall('price')
    const { steps } = await within((tx) => readToday(tx, NOW))
    expect(steps).toMatchObject({ testCall: true, firstCall: false })
    await within((tx) => addCall(tx, { startedAt: NOW }))
    expect((await within((tx) => readToday(tx, NOW))).steps).toMatchObject({ testCall: true, firstCall: true })
  })

  it('is missing from calendar feeds, blocks no time window and overlaps no visit', async () => {
    const playedBefore = await playInput({ at: 'now', lines: getLines('price').slice(0, -1) })
    await makeCall('price')
    const playedAfter = await playInput({ at: 'now', lines: getLines('price').slice(0, -1) })
    expect(playedAfter.windows).toEqual(playedBefore.windows)
    const secret = await within(async (tx) => (await createFeed(tx, OWNER, { name: 'Phone' })).secret)
    const options = { countingSecret: 'secret', siteUrl: 'https://example.com', now: NOW }
    const feed = await readFeed(database.db, { secret, address: '127.0.0.1' }, options)
    expect(feed.status === 'found' && feed.calendar.match(/BEGIN:VEVENT/g)).toBeNull()
    const [visit] = (await listRows()).visits
    const overlaps = await within(async (tx) => {
      const { startsAt, endsAt, technician } = visit!
      const realVisit = await addAppointment(tx, { startsAt, endsAt, technician, state: 'confirmed' })
      return findOverlaps(tx, (await findAppointment(tx, realVisit))!)
    })
    expect(overlaps).toEqual([])
  })

  it('is marked in the lead export', async () => {
    await makeCall('price')
    const { rows } = await within((tx) => readLeadList(tx, READER, leadListState.parse({}), NOW))
    expect(formatCsv(rows, buildLeadColumns('America/Chicago'), { isFirst: true })).toMatch(/,Test,[0-9a-f-]{36}\r\n$/)
  })

  it('is deleted with its lead and visits, and the log has only counts', async () => {
    const id = await makeCall('price')
    await makeCall('gas')
    const [lead] = await within(({ db }) => db.select().from(leads).where(eq(leads.callId, id)))
    const window = { startsAt: '2026-03-05T15:00:00Z', endsAt: '2026-03-05T16:00:00Z' }
    const visit = { leadId: lead?.id ?? '', customer: 'Ada', job: 'Check', ...window }
    await within((tx) => createAppointment(tx, OWNER, visit))
    expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toEqual({ calls: 1, leads: 1, visits: 2 })
    expect((await listRows()).calls).toMatchObject([{ outcome: 'emergency' }])
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 1, leads: 1, visits: 0 })
    expect(await listRows()).toEqual({ calls: [], leads: [], visits: [] })
    const entries = (await database.events()).filter(({ action }) => action === 'calls.deleted')
    expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
      [OWNER.id, { calls: 1, leads: 1, visits: 2 }],
      [OWNER.id, { calls: 1, leads: 1, visits: 0 }],
    ])
  })

  it('can be deleted without touching real calls or other organizations', async () => {
    const realCall = await within((tx) => addCall(tx, { startedAt: NOW }))
    const otherOrgCall = await makeCall('price', { organizationId: 'org_b' })
    for (const id of [realCall, otherOrgCall, crypto.randomUUID(), 'none'])
      expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toBeUndefined()
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 0, leads: 0, visits: 0 })
    expect((await listRows()).calls).toHaveLength(1)
    expect((await listRows('org_b')).calls).toHaveLength(1)
    expect((await listRows('org_b')).visits).toHaveLength(1)
  })
})

describe('call preview', () => {
  const database = setUpDatabase()

  it('excludes time windows blocked by a visit', async () => {
    const problems = await database.within('org_a', async (tx) => {
      await tx.db.insert(organizationSettings).values({ organizationId: 'org_a', ...SETTINGS })
      const input = { at: 'now' as const, lines: ['The thermostat is blank'] }
      const before = (await readTryIt(tx, input, NOW)) as TryItResponse
      const [first] = before.windows
      await addAppointment(tx, { startsAt: new Date(first!.startsAt), endsAt: new Date(first!.endsAt) })
      return { before, after: (await readTryIt(tx, input, NOW)) as TryItResponse }
    })
    expect(problems.after.windows[0]).toEqual(problems.before.windows[1])
  })

  it('explains an invalid time and missing business hours', async () => {
    const problems = await database.within('org_b', async (tx) => {
      const skipped = await readTryIt(tx, { at: '2026-03-08T02:30', lines: [] }, NOW)
      const closing = await readTryIt(tx, { at: 'closing', lines: [] }, NOW)
      return [skipped, closing].map((result) => 'problem' in result && result.problem)
    })
    expect(problems).toEqual([
      'This time doesn’t exist on this day because daylight saving time starts',
      'No business hours set. Set them in Settings, Hours & area.',
    ])
  })
})
