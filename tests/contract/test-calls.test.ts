import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTestCall, readTryIt } from '../../lib/dashboard/try-it/read-try-it.ts'
import { readyCallers } from '../../lib/dashboard/assistant/ready-callers.ts'
import type { TryItAnswer, TryItInput } from '../../lib/dashboard/try-it/try-it.ts'
import { createAppointment, findAppointment, overlapsOf } from '../../lib/dashboard/appointments/repository.ts'
import { readCountedCalls } from '../../lib/dashboard/calls/counted.ts'
import { callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { removeTestCalls } from '../../lib/dashboard/calls/test-calls.ts'
import { appointments, calls, leads, organizationSettings } from '../support/tables.ts'
import { createFeed } from '../../lib/dashboard/calendar-feeds/repository.ts'
import { readFeed } from '../../lib/dashboard/calendar-feeds/read.ts'
import { confirmedAppointments } from '../../lib/dashboard/integrations/appointments.ts'
import { leadListState } from '../../lib/dashboard/leads/list-state.ts'
import { readLeadList } from '../../lib/dashboard/leads/read-list.ts'
import { csvOf } from '../../lib/dashboard/exports/csv.ts'
import { leadColumnsIn } from '../../lib/dashboard/leads/csv.ts'
import { readCallFigures, readToday } from '../../lib/dashboard/today/read.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { addCall, addVisit } from '../support/rows.ts'

/** Tuesday, March 3, 10 a.m. in Chicago. */
const NOW = new Date('2026-03-03T16:00:00Z')
const WEEK = { from: '08:00', to: '17:00' }
const OWNER = { kind: 'person', id: 'user_1' } as const
const READER = { userId: OWNER.id, mayReadAppointments: true }

const SETTINGS = {
  timeZone: 'America/Chicago',
  hours: { mon: WEEK, tue: WEEK, wed: WEEK, thu: WEEK, fri: WEEK },
  serviceArea: [{ zip: '60614', crew: 'North crew' }],
  onCall: [{ name: 'Alex', phone: '+13125550190', hours: null }],
}

const linesOf = (name: string) => readyCallers(SETTINGS).find((caller) => caller.name === name)?.lines ?? []

describe('test call', () => {
  const opened = openedDatabase()
  const { within } = opened

  beforeEach(async () => {
    await opened.deleteOrganizations()
    for (const organizationId of ['org_a', 'org_b'])
      await within(organizationId, ({ db }) => db.insert(organizationSettings).values({ organizationId, ...SETTINGS }))
  })

  const make = (
    name: string,
    { id = crypto.randomUUID(), at = 'now' as TryItInput['at'], organizationId = 'org_a', now = NOW } = {},
  ) =>
    within(organizationId, async (tx) => {
      const made = await makeTestCall(tx, { id, at, lines: linesOf(name) }, now)
      if ('problem' in made) throw new Error(made.problem)
      return made.callId
    })

  const played = (input: TryItInput, organizationId = 'org_a') =>
    within(organizationId, (tx) => readTryIt(tx, input, NOW)) as Promise<TryItAnswer>

  const rowsOf = (organizationId = 'org_a') =>
    within(organizationId, async ({ db }) => ({
      calls: await db.select().from(calls),
      leads: await db.select().from(leads),
      visits: await db.select().from(appointments),
    }))

  it('is stored like a real call with lead and visit, all marked as tests', async () => {
    const id = await make('price')
    const { calls: stored, leads: ofCall, visits } = await rowsOf()
    expect(stored).toMatchObject([
      {
        id,
        isTest: true,
        outcome: 'booked',
        rule: '“not cooling well” is one of your words for This week',
        callerPhone: '+12125550144',
        externalId: expect.stringMatching(/^test_/),
      },
    ])
    expect(ofCall).toMatchObject([{ callId: id, isTest: true, urgency: 'soon', zip: '60614', safety: null }])
    expect(visits).toEqual([
      expect.objectContaining({ isTest: true, state: 'confirmed', technician: 'North crew', leadId: ofCall[0]?.id }),
    ])
    const entries = (await opened.events()).filter(({ actorKind }) => actorKind === 'assistant')
    expect(entries.map(({ action, details }) => [action, details?.isTest])).toEqual(
      expect.arrayContaining(['call.created', 'lead.created', 'appointment.created'].map((action) => [action, true])),
    )
    expect(stored[0]?.transcript?.some(({ understood }) => understood?.some(({ field }) => field === 'problem'))).toBe(
      true,
    )
  })

  it('has the same result as its preview', async () => {
    const onCall = [{ name: 'Alex', phone: '+13125550190', hours: { from: '07:00', to: '18:00' } }]
    await within(({ db }) => db.update(organizationSettings).set({ onCall }))
    for (const name of ['gas', 'baby', 'elsewhere', 'price']) {
      for (const at of ['now', 'sunday', 'closed', 'closing'] as const) {
        const shown = await played({ at, lines: linesOf(name) })
        const id = await make(name, { at })
        const { call, lead } = await within(async ({ db }) => ({
          call: (await db.select().from(calls).where(eq(calls.id, id)))[0],
          lead: (await db.select().from(leads).where(eq(leads.callId, id)))[0],
        }))
        const { outcome, attention, urgency } = shown
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
      const shown = await played({ at, lines: [line] })
      const made = await within((tx) => makeTestCall(tx, { id: crypto.randomUUID(), at, lines: [line] }, NOW))
      const id = 'callId' in made ? made.callId : ''
      const rows = await rowsOf()
      const call = rows.calls.find((each) => each.id === id)
      expect([call?.outcome, call?.attention]).toEqual([shown.outcome, shown.attention])
      expect(rows.leads.filter(({ callId }) => callId === id)).toHaveLength(leadCount)
    }
  })

  it('is stored once per conversation, even when submitted repeatedly', async () => {
    const id = crypto.randomUUID()
    const made = await Promise.all([1, 2, 3].map(() => make('price', { id })))
    expect(new Set(made).size).toBe(1)
    const rows = await rowsOf()
    expect([rows.calls.length, rows.leads.length, rows.visits.length]).toEqual([1, 1, 1])
  })

  it('needs attention in an emergency without anyone on call', async () => {
    await within(({ db }) => db.update(organizationSettings).set({ onCall: [] }))
    await make('gas', { at: 'sunday' })
    const emergency = { outcome: 'emergency', attention: 'Emergency: no one could be paged' }
    expect((await rowsOf()).calls).toMatchObject([emergency])
  })

  it('is excluded from all counts and shown as a test', async () => {
    const night = new Date('2026-03-03T09:00:00Z')
    const later = new Date('2026-03-03T10:00:00Z')
    const figures = () =>
      within(async (tx) => {
        const { night: counts, waitingCount, waiting } = await readToday(tx, later)
        const list = await readCallList(tx, 'user_1', callListState.parse({}), NOW)
        const { stages } = await readLeadList(tx, READER, leadListState.parse({}), NOW)
        const found = await readLeadList(tx, READER, leadListState.parse({ search: 'example' }), NOW)
        return {
          counts,
          waitingCount,
          waiting: waiting.length,
          lists: [list.waiting, list.mine],
          stages,
          found: found.stages,
          counted: (await readCountedCalls(tx, later)).count,
          figures: await readCallFigures(tx, 'week', later),
          entered: await confirmedAppointments(tx, { from: night, to: new Date('2026-04-02T09:00:00Z') }, 100),
        }
      })
    await within((tx) => addCall(tx, { startedAt: night, duration: 60 }))
    const before = await figures()
    expect([before.counted, before.counts.booked]).toEqual([1, 1])
    await within(({ db }) => db.update(organizationSettings).set({ onCall: [] }))
    for (const name of ['gas', 'baby', 'elsewhere', 'price']) await make(name, { now: night })
    expect(await figures()).toEqual(before)
    const today = await within((tx) => readToday(tx, later))
    expect(today.calls.filter(({ isTest }) => isTest)).toHaveLength(4)
    const list = await within((tx) => readCallList(tx, 'user_1', callListState.parse({}), NOW))
    expect(list.rows.filter(({ isTest }) => isTest)).toHaveLength(4)
  })

  it('completes its own onboarding step, but not the step for the first call', async () => {
    await make('price')
    const { steps } = await within((tx) => readToday(tx, NOW))
    expect(steps).toMatchObject({ testCall: true, firstCall: false })
    await within((tx) => addCall(tx, { startedAt: NOW }))
    expect((await within((tx) => readToday(tx, NOW))).steps).toMatchObject({ testCall: true, firstCall: true })
  })

  it('is missing from calendar feeds, blocks no time window and overlaps no visit', async () => {
    const before = await played({ at: 'now', lines: linesOf('price').slice(0, -1) })
    await make('price')
    const after = await played({ at: 'now', lines: linesOf('price').slice(0, -1) })
    expect(after.windows).toEqual(before.windows)
    const secret = await within(async (tx) => (await createFeed(tx, OWNER, { name: 'Phone' })).secret)
    const options = { countingSecret: 'secret', siteUrl: 'https://example.com', now: NOW }
    const feed = await readFeed(opened.db, { secret, address: '127.0.0.1' }, options)
    expect(feed.status === 'found' && feed.calendar.match(/BEGIN:VEVENT/g)).toBeNull()
    const [visit] = (await rowsOf()).visits
    const overlaps = await within(async (tx) => {
      const { startsAt, endsAt, technician } = visit!
      const real = await addVisit(tx, { startsAt, endsAt, technician, state: 'confirmed' })
      return overlapsOf(tx, (await findAppointment(tx, real))!)
    })
    expect(overlaps).toEqual([])
  })

  it('is marked in the lead export', async () => {
    await make('price')
    const { rows } = await within((tx) => readLeadList(tx, READER, leadListState.parse({}), NOW))
    expect(csvOf(rows, leadColumnsIn('America/Chicago'), { isFirst: true })).toMatch(/,Test,[0-9a-f-]{36}\r\n$/)
  })

  it('is deleted with its lead and visits, and the log has only counts', async () => {
    const id = await make('price')
    await make('gas')
    const [lead] = await within(({ db }) => db.select().from(leads).where(eq(leads.callId, id)))
    const window = { startsAt: '2026-03-05T15:00:00Z', endsAt: '2026-03-05T16:00:00Z' }
    const visit = { leadId: lead?.id ?? '', customer: 'Ada', job: 'Check', ...window }
    await within((tx) => createAppointment(tx, OWNER, visit))
    expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toEqual({ calls: 1, leads: 1, visits: 2 })
    expect((await rowsOf()).calls).toMatchObject([{ outcome: 'emergency' }])
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 1, leads: 1, visits: 0 })
    expect(await rowsOf()).toEqual({ calls: [], leads: [], visits: [] })
    const entries = (await opened.events()).filter(({ action }) => action === 'calls.deleted')
    expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual([
      [OWNER.id, { calls: 1, leads: 1, visits: 2 }],
      [OWNER.id, { calls: 1, leads: 1, visits: 0 }],
    ])
  })

  it('can be deleted without touching real calls or other organizations', async () => {
    const real = await within((tx) => addCall(tx, { startedAt: NOW }))
    const others = await make('price', { organizationId: 'org_b' })
    for (const id of [real, others, crypto.randomUUID(), 'none'])
      expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toBeUndefined()
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 0, leads: 0, visits: 0 })
    expect((await rowsOf()).calls).toHaveLength(1)
    expect((await rowsOf('org_b')).calls).toHaveLength(1)
    expect((await rowsOf('org_b')).visits).toHaveLength(1)
  })
})

describe('call preview', () => {
  const opened = openedDatabase()

  it('excludes time windows blocked by a visit', async () => {
    const answer = await opened.within('org_a', async (tx) => {
      await tx.db.insert(organizationSettings).values({ organizationId: 'org_a', ...SETTINGS })
      const input = { at: 'now' as const, lines: ['The thermostat is blank'] }
      const before = (await readTryIt(tx, input, NOW)) as TryItAnswer
      const [first] = before.windows
      await addVisit(tx, { startsAt: new Date(first!.startsAt), endsAt: new Date(first!.endsAt) })
      return { before, after: (await readTryIt(tx, input, NOW)) as TryItAnswer }
    })
    expect(answer.after.windows[0]).toEqual(answer.before.windows[1])
  })

  it('explains an invalid time and missing business hours', async () => {
    const problems = await opened.within('org_b', async (tx) => {
      const skipped = await readTryIt(tx, { at: '2026-03-08T02:30', lines: [] }, NOW)
      const closing = await readTryIt(tx, { at: 'closing', lines: [] }, NOW)
      return [skipped, closing].map((answer) => 'problem' in answer && answer.problem)
    })
    expect(problems).toEqual([
      'This time doesn’t exist on this day because the clocks go forward',
      'No business hours set: Hours & area',
    ])
  })
})
