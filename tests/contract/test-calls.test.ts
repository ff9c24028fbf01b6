import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTestCall, readTryIt } from '../../lib/assistant/read-try-it.ts'
import { readyCallers } from '../../lib/assistant/ready-callers.ts'
import type { TryItAnswer, TryItInput } from '../../lib/assistant/try-it.ts'
import { createAppointment, overlapsOf } from '../../lib/appointments/store.ts'
import { readCountedCalls } from '../../lib/calls/counted.ts'
import { callListState } from '../../lib/calls/list-state.ts'
import { readCallList } from '../../lib/calls/read-list.ts'
import { removeTestCalls } from '../../lib/calls/test-calls.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { appointments, calls, events, leads, organizationSettings } from '../../lib/db/schema/index.ts'
import { createFeed } from '../../lib/feeds/store.ts'
import { readFeed } from '../../lib/feeds/read.ts'
import { confirmedAppointments } from '../../lib/integrations/appointments.ts'
import { leadListState } from '../../lib/leads/list-state.ts'
import { readLeadList } from '../../lib/leads/read-list.ts'
import { csvOf } from '../../lib/csv.ts'
import { leadColumnsIn } from '../../lib/leads/csv.ts'
import { readCallFigures, readToday } from '../../lib/today/read.ts'
import { openedDatabase } from '../support/opened-database.ts'

/** A Tuesday in Chicago, ten in the morning. */
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

describe('a test call', () => {
  const opened = openedDatabase()
  const within = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>, organizationId = 'org_a') =>
    inOrganization(opened.db, organizationId, work)

  beforeEach(async () => {
    for (const organizationId of ['org_a', 'org_b']) {
      await within(async ({ db }) => {
        await db.delete(appointments)
        await db.delete(leads)
        await db.delete(calls)
        await db.delete(events)
        await db.delete(organizationSettings)
        await db.insert(organizationSettings).values({ organizationId, ...SETTINGS })
      }, organizationId)
    }
  })

  const make = (
    name: string,
    { id = crypto.randomUUID(), at = 'now' as TryItInput['at'], organizationId = 'org_a', now = NOW } = {},
  ) =>
    within(async (tx) => {
      const made = await makeTestCall(tx, { id, at, lines: linesOf(name) }, now)
      if ('problem' in made) throw new Error(made.problem)
      return made.callId
    }, organizationId)

  const played = (input: TryItInput, organizationId = 'org_a') =>
    within((tx) => readTryIt(tx, input, NOW), organizationId) as Promise<TryItAnswer>

  const rowsOf = (organizationId = 'org_a') =>
    within(
      async ({ db }) => ({
        calls: await db.select().from(calls),
        leads: await db.select().from(leads),
        visits: await db.select().from(appointments),
      }),
      organizationId,
    )

  it('is stored as a real one is, with its lead and visit, and each is marked', async () => {
    const id = await make('price')
    const { calls: stored, leads: ofCall, visits } = await rowsOf()
    expect(stored).toEqual([
      expect.objectContaining({
        id,
        isTest: true,
        outcome: 'booked',
        rule: '“not cooling well” is one of your words for This week',
        callerPhone: '+12125550144',
        externalId: expect.stringMatching(/^test_/),
      }),
    ])
    expect(ofCall).toEqual([
      expect.objectContaining({ callId: id, isTest: true, urgency: 'soon', zip: '60614', safety: null }),
    ])
    expect(visits).toEqual([
      expect.objectContaining({ isTest: true, state: 'confirmed', technician: 'North crew', leadId: ofCall[0]?.id }),
    ])
    const entries = await within(({ db }) => db.select().from(events).where(eq(events.actorKind, 'assistant')))
    expect(entries.map(({ action, details }) => [action, details?.isTest])).toEqual(
      expect.arrayContaining(['call.created', 'lead.created', 'appointment.created'].map((action) => [action, true])),
    )
    expect(stored[0]?.transcript?.some(({ understood }) => understood?.some(({ field }) => field === 'problem'))).toBe(
      true,
    )
  })

  it('comes to what was shown before it was stored', async () => {
    // In the night nobody is on call: the moment that is tried decides, and not the one at which it is stored.
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
        expect([call?.outcome, call?.rule, call?.attention]).toEqual([
          shown.outcome,
          shown.urgency.rule,
          shown.attention,
        ])
        expect(lead?.urgency).toBe(shown.outcome === 'declined' ? undefined : shown.urgency.name)
      }
    }
  })

  it('comes to what was shown also where a person is wanted, or the number is wrong', async () => {
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

  it('is stored once for one conversation, however often it is pressed', async () => {
    const id = crypto.randomUUID()
    const made = await Promise.all([1, 2, 3].map(() => make('price', { id })))
    expect(new Set(made).size).toBe(1)
    const rows = await rowsOf()
    expect([rows.calls.length, rows.leads.length, rows.visits.length]).toEqual([1, 1, 1])
  })

  it('in an emergency that reaches nobody needs a person', async () => {
    await within(({ db }) => db.update(organizationSettings).set({ onCall: [] }))
    await make('gas', { at: 'sunday' })
    expect((await rowsOf()).calls).toEqual([
      expect.objectContaining({ outcome: 'emergency', attention: 'Emergency: nobody could be paged' }),
    ])
  })

  it('counts nowhere, and is shown with its mark', async () => {
    // In the night, of which the morning's sentence counts, and an hour later.
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
          entered: await confirmedAppointments(
            tx,
            { from: night, to: new Date(night.getTime() + 30 * 86_400_000) },
            100,
          ),
        }
      })
    await within(({ db, organizationId }) =>
      db.insert(calls).values({ organizationId, startedAt: night, duration: 60, outcome: 'booked' }),
    )
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

  it('is a step of its own, and no first call', async () => {
    await make('price')
    const { steps } = await within((tx) => readToday(tx, NOW))
    expect(steps).toMatchObject({ testCall: true, firstCall: false })
    await within(({ db, organizationId }) =>
      db.insert(calls).values({ organizationId, startedAt: NOW, outcome: 'booked' }),
    )
    expect((await within((tx) => readToday(tx, NOW))).steps).toMatchObject({ testCall: true, firstCall: true })
  })

  it('is in no calendar of others, takes no window, and is nobody’s second visit', async () => {
    const before = await played({ at: 'now', lines: linesOf('price').slice(0, -1) })
    await make('price')
    const after = await played({ at: 'now', lines: linesOf('price').slice(0, -1) })
    expect(after.windows).toEqual(before.windows)
    const secret = await within(async (tx) => (await createFeed(tx, OWNER, { name: 'Phone' })).secret)
    const feed = await readFeed(
      opened.db,
      { secret, address: '127.0.0.1' },
      { countingSecret: 'secret', siteUrl: 'https://example.com', now: NOW },
    )
    expect(feed.status === 'found' && feed.calendar.match(/BEGIN:VEVENT/g)).toBeNull()
    const [visit] = (await rowsOf()).visits
    const overlaps = await within(async (tx) => {
      const real = await createAppointment(tx, OWNER, {
        customer: 'Ada',
        job: 'Check',
        startsAt: visit?.startsAt.toISOString() ?? '',
        endsAt: visit?.endsAt.toISOString() ?? '',
        technician: visit?.technician ?? '',
        state: 'confirmed',
      })
      return overlapsOf(tx, real)
    })
    expect(overlaps).toEqual([])
  })

  it('is marked in the file of leads', async () => {
    await make('price')
    const { rows } = await within((tx) => readLeadList(tx, READER, leadListState.parse({}), NOW))
    expect(csvOf(rows, leadColumnsIn('America/Chicago'), { isFirst: true })).toMatch(/,Test,[0-9a-f-]{36}\r\n$/)
  })

  it('is removed with its lead and visits, one or all, and the log has numbers only', async () => {
    const id = await make('price')
    await make('gas')
    const [lead] = await within(({ db }) => db.select().from(leads).where(eq(leads.callId, id)))
    // A visit that somebody adds to the lead of a test is a test as well.
    await within((tx) =>
      createAppointment(tx, OWNER, {
        leadId: lead?.id ?? '',
        customer: 'Ada',
        job: 'Check',
        startsAt: '2026-03-05T15:00:00Z',
        endsAt: '2026-03-05T16:00:00Z',
      }),
    )
    expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toEqual({ calls: 1, leads: 1, visits: 2 })
    expect((await rowsOf()).calls).toEqual([expect.objectContaining({ outcome: 'emergency' })])
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 1, leads: 1, visits: 0 })
    expect(await rowsOf()).toEqual({ calls: [], leads: [], visits: [] })
    const entries = await within(({ db }) =>
      db
        .select()
        .from(events)
        .where(and(eq(events.action, 'calls.deleted'), eq(events.actorId, OWNER.id))),
    )
    expect(entries.map(({ details }) => details)).toEqual([
      { calls: 1, leads: 1, visits: 2 },
      { calls: 1, leads: 1, visits: 0 },
    ])
  })

  it('is all that is removed: neither a real call nor that of another organization', async () => {
    const [real] = await within(({ db, organizationId }) =>
      db.insert(calls).values({ organizationId, startedAt: NOW, outcome: 'booked' }).returning(),
    )
    const others = await make('price', { organizationId: 'org_b' })
    for (const id of [real?.id ?? '', others, crypto.randomUUID(), 'none'])
      expect(await within((tx) => removeTestCalls(tx, OWNER, id))).toBeUndefined()
    expect(await within((tx) => removeTestCalls(tx, OWNER))).toEqual({ calls: 0, leads: 0, visits: 0 })
    expect((await rowsOf()).calls).toHaveLength(1)
    expect((await rowsOf('org_b')).calls).toHaveLength(1)
    expect((await rowsOf('org_b')).visits).toHaveLength(1)
  })
})

describe('what is tried', () => {
  const opened = openedDatabase()

  it('leaves out windows that a visit takes', async () => {
    const answer = await inOrganization(opened.db, 'org_a', async (tx) => {
      await tx.db.insert(organizationSettings).values({ organizationId: 'org_a', ...SETTINGS })
      const input = { at: 'now' as const, lines: ['The thermostat is blank'] }
      const before = (await readTryIt(tx, input, NOW)) as TryItAnswer
      const [first] = before.windows
      await createAppointment(tx, OWNER, {
        customer: 'Ada',
        job: 'Check',
        startsAt: first?.startsAt ?? '',
        endsAt: first?.endsAt ?? '',
      })
      return { before, after: (await readTryIt(tx, input, NOW)) as TryItAnswer }
    })
    expect(answer.after.windows[0]).toEqual(answer.before.windows[1])
  })

  it('at a time that there is not, or without hours to close, is answered with a sentence', async () => {
    const problems = await inOrganization(opened.db, 'org_b', async (tx) => {
      const skipped = await readTryIt(tx, { at: '2026-03-08T02:30', lines: [] }, NOW)
      const closing = await readTryIt(tx, { at: 'closing', lines: [] }, NOW)
      return [skipped, closing].map((answer) => 'problem' in answer && answer.problem)
    })
    expect(problems).toEqual([
      'There is no such time on this day: clocks are put forward over it',
      'You have not said when you are open: Hours & area',
    ])
  })
})
