import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import type { OrganizationTransaction } from '../../lib/platform/db/organization.ts'
import { appointments, events, leads } from '../support/tables.ts'
import type { LeadInput, LeadRecord, LeadSort } from '../../lib/dashboard/leads/input.ts'
import { leadListState } from '../../lib/dashboard/leads/list-state.ts'
import { readLeadList } from '../../lib/dashboard/leads/read-list.ts'
import { leadRecord } from '../../lib/dashboard/leads/record.ts'
import {
  changeLead,
  countStages,
  createLead,
  findLead,
  listLeads,
  listLeadPage,
} from '../../lib/dashboard/leads/repository.ts'
import { listNotes } from '../../lib/dashboard/leads/timeline.ts'
import { createOrganizationId, setUpDatabase } from '../support/opened-database.ts'

const PERSON = { kind: 'person', id: 'user_ada' } as const
const KEY = { kind: 'key', id: 'key_1' } as const
const NO_HEAT: LeadInput = { name: 'Ada Abbot', problem: 'No heat since last night' }

describe('leads', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(leads, appointments, events))

  const createInOrganization = (organizationId: string, input: LeadInput = NO_HEAT) =>
    within(organizationId, (tx) => createLead(tx, PERSON, input))
  const createTestLead = (input?: LeadInput) => createInOrganization('org_a', input)

  const readLog = async () =>
    (await database.events()).map(({ action, subjectId, details }) => ({ action, subjectId, details }))

  const createNamedLeads = async (names: string[]) => {
    for (const name of names) await createTestLead({ ...NO_HEAT, name })
  }

  describe('when stored and updated', () => {
    it('are returned as stored, with the phone number in E.164', async () => {
      const created = await createTestLead({
        name: '  Ada Abbot ',
        problem: 'No heat',
        phone: '(212) 555-0142',
        email: 'ada@example.com',
        address: '',
        safety: 'Smell of gas',
        urgency: 'now',
      })
      expect(leadRecord.strict().parse(created)).toEqual(created)
      expect(created).toMatchObject({
        name: 'Ada Abbot',
        phone: '+12125550142',
        address: null,
        safety: 'Smell of gas',
        urgency: 'now',
        stage: 'new',
        source: 'call',
        version: 1,
      })
      expect(await within((tx) => findLead(tx, created.id))).toEqual(created)
      expect(await readLog()).toEqual([{ action: 'lead.created', subjectId: created.id, details: { source: 'call' } }])
    })

    it('store a phone extension as a note', async () => {
      const listLeadNotes = (id: string) => within((tx) => listNotes(tx, id))
      const { id, phone } = await createTestLead({ ...NO_HEAT, phone: '\u202D(212) 555-0142\u202C ext. 123' })
      expect(phone).toBe('+12125550142')
      expect(await listLeadNotes(id)).toMatchObject([{ text: 'Phone extension: 123', authorId: 'user_ada' }])
      await within((tx) => changeLead(tx, PERSON, id, { phone: '212-555-0142 x7' }))
      await within((tx) => changeLead(tx, PERSON, id, { phone: '(212) 555-0142' }))
      expect((await listLeadNotes(id)).map(({ text }) => text)).toEqual(['Phone extension: 7', 'Phone extension: 123'])
      expect(await within((tx) => findLead(tx, id))).toMatchObject({ phone: '+12125550142', version: 1 })
    })

    it('have the source "api" when created with a key, unless the request sets one', async () => {
      const [apiLead, form] = await within(async (tx) => [
        await createLead(tx, KEY, NO_HEAT),
        await createLead(tx, KEY, { ...NO_HEAT, source: 'form' }),
      ])
      expect([apiLead?.source, form?.source]).toEqual(['api', 'form'])
    })

    it.each([
      ['an invalid phone number', { phone: '12' }],
      ['an empty name', { name: '  ' }],
      ['an unsupported character', { problem: 'No\0heat' }],
      ['an unknown field', { color: 'red' }],
      ['an invalid ZIP code', { zip: '123' }],
    ])('are rejected with %s', async (_, parts) => {
      await expect(createTestLead({ ...NO_HEAT, ...parts })).rejects.toThrow(/./)
    })

    it('log the changed fields', async () => {
      const { id } = await createTestLead()
      const result = await within((tx) =>
        changeLead(tx, PERSON, id, { stage: 'qualified', name: 'Ada Abbot', assigneeId: 'user_ben' }, 1),
      )
      expect(result).toMatchObject({ changed: { stage: 'qualified', assigneeId: 'user_ben', version: 2 } })
      expect((await readLog()).slice(1)).toEqual(
        expect.arrayContaining([
          { action: 'lead.updated', subjectId: id, details: { fields: ['stage'], from: 'new', to: 'qualified' } },
          { action: 'lead.assigned', subjectId: id, details: { to: 'person' } },
        ]),
      )
    })
  })

  it('of another organization are missing from the search view, which is read-only', async () => {
    await createTestLead()
    const searchLeads = async ({ db }: OrganizationTransaction) => db.execute(sql`select id from searchable_leads`)
    expect(await within('org_b', searchLeads)).toHaveLength(0)
    expect(await within(searchLeads)).toHaveLength(1)
    expect(await database.db.execute(sql`select id from searchable_leads`)).toHaveLength(0)
    for (const statement of [
      sql`insert into searchable_leads (organization_id, name, problem, source) values ('org_a', 'a', 'b', 'api')`,
      sql`update searchable_leads set name = 'x'`,
      sql`delete from searchable_leads`,
    ]) {
      await expect(within(async ({ db }) => db.execute(statement))).rejects.toMatchObject({
        cause: { code: '42501' },
      })
    }
  })

  describe('in a list', () => {
    const PEOPLE: LeadInput[] = [
      {
        name: 'Ada Abbot',
        phone: '+12125550142',
        email: 'ada.abbot@example.com',
        address: '1200 Main Street, Lake View',
        zip: '10001',
        problem: 'The furnace is leaking water',
        urgency: 'now',
        safety: 'Carbon monoxide alarm',
      },
      {
        name: 'Jean-Luc Brandt',
        phone: '+442079460958',
        problem: 'The air conditioner blows warm air',
        urgency: 'later',
        source: 'form',
      },
      { name: 'María Núñez', phone: '(718) 555-0177', problem: 'Blank thermostat', stage: 'won' },
      { name: 'Will O’Brien', problem: "Pat O'Brien asked for a yearly check", assigneeId: 'user_ben', source: 'chat' },
    ]

    let organizationId: string
    beforeAll(async () => {
      organizationId = createOrganizationId()
      for (const person of PEOPLE) await createInOrganization(organizationId, { address: '7 Lakeside', ...person })
    })

    const findNames = async (filter: Parameters<typeof listLeadPage>[1]) => {
      const { rows, total } = await within(organizationId, (tx) => listLeadPage(tx, filter, 1))
      expect(total).toBe(rows.length)
      return rows.map(({ name }) => name.split(' ')[0])
    }

    it.each<[names: string[], searches: string[]]>([
      [['Ada'], ['abbot', 'ABB', 'ada furnace', 'leak', 'leaking', 'leaki', 'leaks', 'the furnace', 'alarm', '10001']],
      [['Ada'], ['+12125550142', '(212) 555-0142', '212.555.0142', '1 212 555 0142', '2125550142', '555-0142']],
      [['Ada'], ['0142', 'main street', 'ada.abbot@example.com', 'ada.abbot@exam', '@example', 'ada@', 'example.com']],
      [['Jean-Luc'], ['jean', 'luc', 'jean-luc', '+44 20 7946 0958', 'airs']],
      [['María'], ['(718) 555', 'nunez', 'Núñ', 'maria']],
      [['Will'], ['will', "o'brien", "o'brien & yearly", 'yearly']],
      [[], ['ada thermostat', "'); drop table leads; --"]],
      [
        ['Will', 'María', 'Jean-Luc', 'Ada'],
        ['& | ! <-> :*', '--  \0', '\\', ''],
      ],
    ])('%j are the results of searching for %j', async (names, searchText) => {
      for (const search of searchText) expect({ search, names: await findNames({ search }) }).toEqual({ search, names })
    })

    it.each([
      [{ stage: 'won' as const }, ['María']],
      [{ urgency: 'now' as const }, ['Ada']],
      [{ source: 'form' as const }, ['Jean-Luc']],
      [{ assignee: 'user_ben' }, ['Will']],
      [{ assignee: 'none' }, ['María', 'Jean-Luc', 'Ada']],
      [{ assignee: 'none', stage: 'new' as const, search: 'air' }, ['Jean-Luc']],
      [{ from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' }, []],
      [{ from: '2020-01-01T00:00:00+02:00' }, ['Will', 'María', 'Jean-Luc', 'Ada']],
    ])('can be filtered by %j', async (filter, names) => {
      expect(await findNames(filter)).toEqual(names)
    })

    it('can be filtered by days in the business time zone, including the last day', async () => {
      // In New York: 23:30 on March 7, 00:00 on March 8, and 00:30 on March 9, after daylight saving time has started.
      for (const createdAt of ['2026-03-08T04:30:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:30:00Z']) {
        const values = { ...NO_HEAT, organizationId: 'org_a', source: 'call' as const, createdAt: new Date(createdAt) }
        await within(({ db }) => db.insert(leads).values(values))
      }
      const count = async (filter: { from?: string; to?: string }) =>
        (await within((tx) => listLeadPage(tx, filter, 1))).total
      expect(await count({ from: '2026-03-08' })).toBe(2)
      expect(await count({ to: '2026-03-07' })).toBe(1)
      expect(await count({ from: '2026-03-08', to: '2026-03-08' })).toBe(1)
    })

    it.each([
      ['name', ['Ada', 'Jean-Luc', 'María', 'Will']],
      ['-name', ['Will', 'María', 'Jean-Luc', 'Ada']],
      ['createdAt', ['Ada', 'Jean-Luc', 'María', 'Will']],
      ['urgency', ['Ada', 'Will', 'María', 'Jean-Luc']],
      ['-urgency', ['Jean-Luc', 'María', 'Will', 'Ada']],
    ] as const)('are sorted by %s', async (sort, names) => {
      expect(await findNames({ sort })).toEqual(names)
      expect(await findNames({ sort, search: 'lake' })).toEqual(names)
    })

    it('are sorted by name regardless of case and accents', async () => {
      await createNamedLeads(['Zoe', 'ångström', 'Öz', 'adam', 'Bea'])
      const { rows } = await within((tx) => listLeads(tx, { sort: 'name' }))
      expect(rows.map(({ name }) => name)).toEqual(['adam', 'ångström', 'Bea', 'Öz', 'Zoe'])
    })

    it('are sorted by last update', async () => {
      const first = await createTestLead()
      await createTestLead({ ...NO_HEAT, name: 'Ben' })
      await within((tx) => changeLead(tx, PERSON, first.id, { stage: 'lost' }))
      const { rows } = await within((tx) => listLeads(tx, { sort: '-updatedAt' }))
      expect(rows.map(({ name }) => name)).toEqual(['Ada Abbot', 'Ben'])
    })

    it('are counted per stage, with all other filters applied', async () => {
      const countByStage = (filter: Parameters<typeof countStages>[1]) =>
        within(organizationId, (tx) => countStages(tx, filter))
      const none = { new: 0, qualified: 0, booked: 0, won: 0, lost: 0 }
      expect(await countByStage({})).toEqual({ ...none, new: 3, won: 1 })
      expect(await countByStage({ stage: 'won', search: 'furnace' })).toEqual({ ...none, new: 1 })
    })

    it('have capped stage counts for searches with very many results', async () => {
      await within(({ db }) =>
        db.execute(sql`
          insert into leads (organization_id, name, problem, source, stage)
          select 'org_a', 'Ada', 'No heat', 'call', case when n <= 10050 then 'new' else 'won' end
          from generate_series(1, 10060) n`),
      )
      const countByStage = (filter: Parameters<typeof countStages>[1]) => within((tx) => countStages(tx, filter))
      const stageCounts = await countByStage({ search: 'heat' })
      expect(stageCounts).toEqual({ new: 1_001, qualified: null, booked: null, won: null, lost: null })
      expect(await countByStage({})).toEqual({ new: 1_001, qualified: 0, booked: 0, won: 10, lost: 0 })
      const page = await within((tx) => listLeadPage(tx, { search: 'heat' }, 1))
      expect(page).toMatchObject({ total: 10_000, isMore: true })
    }, 60_000)

    it('are paginated by ten', async () => {
      await createNamedLeads(Array.from({ length: 12 }, (_, number) => `Number ${String(number).padStart(2, '0')}`))
      const readPage = (number: number) => within((tx) => listLeadPage(tx, { sort: 'name' }, number))
      const [first, second, third] = [await readPage(1), await readPage(2), await readPage(3)]
      expect(first).toMatchObject({ total: 12, isMore: false })
      expect([...first.rows, ...second.rows].map(({ name }) => name.slice(-2))).toEqual(
        Array.from({ length: 12 }, (_, number) => String(number).padStart(2, '0')),
      )
      expect(third).toMatchObject({ rows: [], total: 12 })
      expect(await readPage(1_000_000_000)).toMatchObject({ rows: [] })
    })
  })

  const NOW = new Date('2027-01-19T16:00:00Z')

  it('include the next visit, or else the last, once they are booked', async () => {
    const createVisit = (leadId: string, day: string) =>
      within((tx) =>
        createAppointment(tx, PERSON, {
          leadId,
          customer: 'Ada',
          job: 'No heat',
          startsAt: `${day}T14:00:00Z`,
          endsAt: `${day}T16:00:00Z`,
        }),
      )
    const [aheadLead, overLead, openTestLead] = [
      await createTestLead({ ...NO_HEAT, name: 'Ahead', stage: 'booked' }),
      await createTestLead({ ...NO_HEAT, name: 'Over', stage: 'booked' }),
      await createTestLead({ ...NO_HEAT, name: 'Open' }),
    ]
    for (const day of ['2027-01-18', '2027-01-21', '2027-01-22']) await createVisit(aheadLead.id, day)
    const { id } = await createVisit(aheadLead.id, '2027-01-20')
    await within(({ db }) => db.update(appointments).set({ state: 'cancelled' }).where(eq(appointments.id, id)))
    for (const day of ['2027-01-17', '2027-01-18']) await createVisit(overLead.id, day)
    await createVisit(openTestLead.id, '2027-01-21')
    const listVisitDays = async (canReadAppointments: boolean) => {
      const reader = { userId: PERSON.id, canReadAppointments }
      const state = leadListState.parse({ sort: 'name' })
      const { rows } = await within((tx) => readLeadList(tx, reader, state, NOW))
      return rows.map(({ name, visit: next }) => [name, next && next.startsAt.slice(0, 10)])
    }
    expect(await listVisitDays(true)).toEqual([
      ['Ahead', '2027-01-21'],
      ['Open', null],
      ['Over', '2027-01-18'],
    ])
    expect(await listVisitDays(false)).toEqual([
      ['Ahead', null],
      ['Open', null],
      ['Over', null],
    ])
  })

  it('are returned once each, in order, by cursor while leads are added', async () => {
    const sorts: LeadSort[] = ['-createdAt', 'createdAt', 'name', '-name', 'updatedAt', '-updatedAt']
    const momentArbitrary = fc.integer({ min: 0, max: 3 }).map((minutes) => new Date(Date.UTC(2026, 0, 1, 0, minutes)))
    const row = fc.record({ name: fc.constantFrom('Ada', 'ada', 'Àda', 'Ben', 'Zoe'), at: momentArbitrary })
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(row, { maxLength: 6 }),
      fc.constantFrom(...sorts),
      fc.integer({ min: 1, max: 5 }),
      async (before, added, sort, limit) => {
        const organizationId = createOrganizationId()
        const insertLeads = (rows: typeof before) =>
          within(organizationId, async ({ db }) => {
            if (rows.length === 0) return []
            const sharedFields = { organizationId, problem: 'No heat', source: 'call' as const }
            const values = rows.map(({ name, at }) => ({ ...sharedFields, name, createdAt: at, updatedAt: at }))
            return db.insert(leads).values(values).returning({ id: leads.id })
          })
        const expected = new Set((await insertLeads(before)).map(({ id }) => id))
        const remaining = [...added]
        const listedLeads: LeadRecord[] = []
        let cursor: string | undefined
        do {
          const part = await within(organizationId, (tx) => listLeads(tx, { sort, limit, cursor }))
          listedLeads.push(...part.rows)
          expect(part.rows.length).toBeLessThanOrEqual(limit)
          cursor = part.next ?? undefined
          await insertLeads(remaining.splice(0, 1))
        } while (cursor)
        const ids = listedLeads.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect([...expected].filter((id) => !ids.includes(id))).toEqual([])
        const { rows } = await within(organizationId, (tx) => listLeads(tx, { sort, limit: 100 }))
        const expectedIds = rows.map(({ id }) => id).filter((id) => ids.includes(id))
        expect(ids).toEqual(expectedIds)
      },
    )
    await fc.assert(property, { numRuns: 60 })
  }, 120_000)
})
