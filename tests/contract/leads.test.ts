import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAppointment } from '../../lib/appointments/store.ts'
import { CursorError } from '../../lib/db/list.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { appointments, calls, events, leads } from '../../lib/db/schema/index.ts'
import { UnknownReferenceError } from '../../lib/db/unknown-reference.ts'
import type { LeadInput, LeadRecord, LeadSort } from '../../lib/leads/input.ts'
import { leadListState } from '../../lib/leads/list-state.ts'
import { readLeadList } from '../../lib/leads/read-list.ts'
import { leadRecord } from '../../lib/leads/record.ts'
import { changeLead, countStages, createLead, findLead, listLeads, pageOfLeads } from '../../lib/leads/store.ts'
import { listNotes } from '../../lib/leads/timeline.ts'
import { openedDatabase } from '../support/opened-database.ts'

const PERSON = { kind: 'person', id: 'user_ada' } as const
const KEY = { kind: 'key', id: 'key_1' } as const
const NO_HEAT: LeadInput = { name: 'Ada Abbot', problem: 'No heat since last night' }
const NOWHERE = '00000000-0000-4000-8000-000000000000'

let organizations = 0

describe('leads', () => {
  const opened = openedDatabase()

  const inside = <Result>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, organizationId, work)

  const newOrganization = () => `org_${(organizations += 1)}`

  const create = (organizationId: string, input: LeadInput = NO_HEAT) =>
    inside(organizationId, (tx) => createLead(tx, PERSON, input))

  const logged = (organizationId: string) =>
    inside(organizationId, ({ db }) =>
      db
        .select({ action: events.action, subjectId: events.subjectId, details: events.details })
        .from(events)
        .orderBy(events.at, events.action),
    )

  const named = async (organizationId: string, names: string[]) => {
    for (const name of names) await create(organizationId, { ...NO_HEAT, name })
  }

  describe('when they are stored and changed', () => {
    it('are given back as they are kept, with the number in E.164', async () => {
      const organizationId = newOrganization()
      const created = await create(organizationId, {
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
      expect(await inside(organizationId, (tx) => findLead(tx, created.id))).toEqual(created)
      expect(await logged(organizationId)).toEqual([
        { action: 'lead.created', subjectId: created.id, details: { source: 'call' } },
      ])
    })

    it('have the extension of a number as a note, and the number without it', async () => {
      const organizationId = newOrganization()
      const notes = (id: string) => inside(organizationId, (tx) => listNotes(tx, id))
      const { id, phone } = await create(organizationId, { ...NO_HEAT, phone: '\u202D(212) 555-0142\u202C ext. 123' })
      expect(phone).toBe('+12125550142')
      expect(await notes(id)).toEqual([expect.objectContaining({ text: 'Phone extension: 123', authorId: 'user_ada' })])
      await inside(organizationId, (tx) => changeLead(tx, PERSON, id, { phone: '212-555-0142 x7' }))
      await inside(organizationId, (tx) => changeLead(tx, PERSON, id, { phone: '(212) 555-0142' }))
      expect((await notes(id)).map(({ text }) => text)).toEqual(['Phone extension: 7', 'Phone extension: 123'])
      expect(await inside(organizationId, (tx) => findLead(tx, id))).toMatchObject({
        phone: '+12125550142',
        version: 1,
      })
    })

    it('come from the own system of who has a key, unless it says otherwise', async () => {
      const [own, form] = await inside(newOrganization(), async (tx) => [
        await createLead(tx, KEY, NO_HEAT),
        await createLead(tx, KEY, { ...NO_HEAT, source: 'form' }),
      ])
      expect([own?.source, form?.source]).toEqual(['api', 'form'])
    })

    it.each([
      ['a number that is none', { phone: '12' }],
      ['an empty name', { name: '  ' }],
      ['a character that Postgres cannot store', { problem: 'No\0heat' }],
      ['a field that there is not', { color: 'red' }],
      ['a ZIP code that is none', { zip: '123' }],
    ])('are refused with %s', async (_, parts) => {
      await expect(create(newOrganization(), { ...NO_HEAT, ...parts })).rejects.toThrow(/./)
    })

    it('refer to calls of the organization only', async () => {
      const [organizationId, other] = [newOrganization(), newOrganization()]
      const callOf = (owner: string) =>
        inside(owner, async ({ db }) => {
          const values = { organizationId: owner, startedAt: new Date(), outcome: 'message' as const }
          const [call] = await db.insert(calls).values(values).returning()
          return call?.id ?? ''
        })
      const own = await callOf(organizationId)
      const created = await create(organizationId, { ...NO_HEAT, callId: own })
      expect(created.callId).toBe(own)
      const foreign = await callOf(other)
      await expect(create(organizationId, { ...NO_HEAT, callId: foreign })).rejects.toThrow(UnknownReferenceError)
      await expect(
        inside(organizationId, (tx) => changeLead(tx, PERSON, created.id, { callId: foreign })),
      ).rejects.toThrow(UnknownReferenceError)
    })

    it('are changed in what is named, and the log says in what', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId)
      const result = await inside(organizationId, (tx) =>
        changeLead(tx, PERSON, id, { stage: 'qualified', name: 'Ada Abbot', assigneeId: 'user_ben' }, 1),
      )
      expect(result).toMatchObject({ changed: { stage: 'qualified', assigneeId: 'user_ben', version: 2 } })
      expect((await logged(organizationId)).slice(1)).toEqual(
        expect.arrayContaining([
          { action: 'lead.updated', subjectId: id, details: { fields: ['stage'], from: 'new', to: 'qualified' } },
          { action: 'lead.assigned', subjectId: id, details: { to: 'person' } },
        ]),
      )
    })

    it('stay as they are, also in the log, when a change says what is so already', async () => {
      const organizationId = newOrganization()
      const lead = await create(organizationId)
      const result = await inside(organizationId, (tx) => changeLead(tx, PERSON, lead.id, { stage: 'new' }, 1))
      expect(result).toEqual({ changed: lead })
      expect(await logged(organizationId)).toHaveLength(1)
    })

    it('tell the later of two changes of the earlier', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId)
      const change = (stage: 'qualified' | 'lost') =>
        inside(organizationId, (tx) => changeLead(tx, PERSON, id, { stage }, 1))
      const results = await Promise.all([change('qualified'), change('lost')])
      const changed = results.flatMap((result) => (result && 'changed' in result ? [result.changed] : []))
      const conflicts = results.flatMap((result) => (result && 'conflict' in result ? [result.conflict] : []))
      expect(changed).toHaveLength(1)
      expect(conflicts).toEqual(changed)
    })

    it('are made whatever was there without a version', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId)
      const change = (stage: 'qualified' | 'lost') =>
        inside(organizationId, (tx) => changeLead(tx, PERSON, id, { stage }))
      await change('qualified')
      expect(await change('lost')).toMatchObject({ changed: { stage: 'lost', version: 3 } })
    })

    it.each([NOWHERE, 'no-id', ''])('are not found by an id that none has: "%s"', async (id) => {
      await inside(newOrganization(), async (tx) => {
        expect(await findLead(tx, id)).toBeUndefined()
        expect(await changeLead(tx, PERSON, id, { stage: 'won' })).toBeUndefined()
      })
    })
  })

  describe('of another organization', () => {
    it('are not found, not changed, not listed and not searched', async () => {
      const [own, other] = [newOrganization(), newOrganization()]
      const { id } = await create(other, { ...NO_HEAT, problem: 'Smell of gas' })
      await inside(own, async (tx) => {
        expect(await findLead(tx, id)).toBeUndefined()
        expect(await changeLead(tx, PERSON, id, { stage: 'won' })).toBeUndefined()
        expect(await listLeads(tx, {})).toEqual({ rows: [], next: null })
        expect(await pageOfLeads(tx, { search: 'gas' }, 1)).toEqual({ rows: [], total: 0, isMore: false })
        expect(Object.values(await countStages(tx, {}))).toEqual([0, 0, 0, 0, 0])
      })
    })

    it('are not in the view that is searched, which nobody writes into either', async () => {
      const [own, other] = [newOrganization(), newOrganization()]
      await create(other)
      const seen = (organizationId: string) =>
        inside(organizationId, ({ db }) => db.execute(sql`select id from searchable_leads`))
      expect(await seen(own)).toHaveLength(0)
      expect(await seen(other)).toHaveLength(1)
      expect(await opened.db.execute(sql`select id from searchable_leads`)).toHaveLength(0)
      for (const statement of [
        sql`insert into searchable_leads (organization_id, name, problem, source) values (${other}, 'a', 'b', 'api')`,
        sql`update searchable_leads set name = 'x'`,
        sql`delete from searchable_leads`,
      ]) {
        await expect(inside(other, ({ db }) => db.execute(statement))).rejects.toMatchObject({
          cause: { code: '42501' },
        })
      }
    })
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
      { name: 'Jean-Luc Brandt', problem: 'The air conditioner blows warm air', urgency: 'later', source: 'form' },
      { name: 'María Núñez', phone: '(718) 555-0177', problem: 'Blank thermostat', stage: 'won' },
      { name: 'Will O’Brien', problem: "Pat O'Brien asked for a yearly check", assigneeId: 'user_ben', source: 'chat' },
    ]

    let organizationId: string
    beforeAll(async () => {
      organizationId = newOrganization()
      for (const person of PEOPLE) await create(organizationId, { address: '7 Lakeside', ...person })
    })

    const found = async (filter: Parameters<typeof pageOfLeads>[1]) => {
      const { rows, total } = await inside(organizationId, (tx) => pageOfLeads(tx, filter, 1))
      expect(total).toBe(rows.length)
      return rows.map(({ name }) => name.split(' ')[0])
    }

    it.each([
      ['abbot', ['Ada']],
      ['ABB', ['Ada']],
      ['ada furnace', ['Ada']],
      ['ada thermostat', []],
      ['leak', ['Ada']],
      ['leaking', ['Ada']],
      ['leaki', ['Ada']],
      ['leaks', ['Ada']],
      ['the furnace', ['Ada']],
      ['alarm', ['Ada']],
      ['main street', ['Ada']],
      ['10001', ['Ada']],
      ['+12125550142', ['Ada']],
      ['(212) 555-0142', ['Ada']],
      ['212.555.0142', ['Ada']],
      ['1 212 555 0142', ['Ada']],
      ['2125550142', ['Ada']],
      ['555-0142', ['Ada']],
      ['0142', ['Ada']],
      ['(718) 555', ['María']],
      ['ada.abbot@example.com', ['Ada']],
      ['ada.abbot@exam', ['Ada']],
      ['@example', ['Ada']],
      ['ada@', ['Ada']],
      ['example.com', ['Ada']],
      ['jean', ['Jean-Luc']],
      ['luc', ['Jean-Luc']],
      ['jean-luc', ['Jean-Luc']],
      ['nunez', ['María']],
      ['Núñ', ['María']],
      ['maria', ['María']],
      ['will', ['Will']],
      ["o'brien", ['Will']],
      ['yearly', ['Will']],
      ['airs', ['Jean-Luc']],
      ["'); drop table leads; --", []],
      ['& | ! <-> :*', ['Will', 'María', 'Jean-Luc', 'Ada']],
      ['\\', ['Will', 'María', 'Jean-Luc', 'Ada']],
      ['', ['Will', 'María', 'Jean-Luc', 'Ada']],
    ])('are searched for: %s', async (search, names) => {
      expect(await found({ search })).toEqual(names)
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
    ])('are narrowed to %j', async (filter, names) => {
      expect(await found(filter)).toEqual(names)
    })

    it('are narrowed to days as clocks of the business show them, the last one included', async () => {
      const other = newOrganization()
      // In New York it is 23:30 on the 7th, and 00:30 on the 9th after clocks were put forward.
      for (const createdAt of ['2026-03-08T04:30:00Z', '2026-03-08T05:00:00Z', '2026-03-09T04:30:00Z']) {
        const values = { ...NO_HEAT, organizationId: other, source: 'call' as const, createdAt: new Date(createdAt) }
        await inside(other, ({ db }) => db.insert(leads).values(values))
      }
      const count = async (filter: { from?: string; to?: string }) =>
        (await inside(other, (tx) => pageOfLeads(tx, filter, 1))).total
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
      expect(await found({ sort })).toEqual(names)
      expect(await found({ sort, search: 'lake' })).toEqual(names)
    })

    it('are sorted by name without regard to capitals and accents', async () => {
      const other = newOrganization()
      await named(other, ['Zoe', 'ångström', 'Öz', 'adam', 'Bea'])
      const { rows } = await inside(other, (tx) => listLeads(tx, { sort: 'name' }))
      expect(rows.map(({ name }) => name)).toEqual(['adam', 'ångström', 'Bea', 'Öz', 'Zoe'])
    })

    it('are sorted by when they were changed', async () => {
      const other = newOrganization()
      const first = await create(other)
      await create(other, { ...NO_HEAT, name: 'Ben' })
      await inside(other, (tx) => changeLead(tx, PERSON, first.id, { stage: 'lost' }))
      const { rows } = await inside(other, (tx) => listLeads(tx, { sort: '-updatedAt' }))
      expect(rows.map(({ name }) => name)).toEqual(['Ada Abbot', 'Ben'])
    })

    it('are counted for each stage, with the rest of the filter', async () => {
      const counts = (filter: Parameters<typeof countStages>[1]) =>
        inside(organizationId, (tx) => countStages(tx, filter))
      expect(await counts({})).toEqual({ new: 3, qualified: 0, booked: 0, won: 1, lost: 0 })
      expect(await counts({ stage: 'won', search: 'furnace' })).toEqual({
        new: 1,
        qualified: 0,
        booked: 0,
        won: 0,
        lost: 0,
      })
    })

    it('are counted for each stage as far as that can be said, where a search finds very many', async () => {
      const other = newOrganization()
      // What is at hand first are new ones; of the others nobody can say how many there are.
      await inside(other, ({ db }) =>
        db.execute(sql`
          insert into leads (organization_id, name, problem, source, stage)
          select ${other}, 'Ada', 'No heat', 'call', case when n <= 10050 then 'new' else 'won' end
          from generate_series(1, 10060) n`),
      )
      const counts = (filter: Parameters<typeof countStages>[1]) => inside(other, (tx) => countStages(tx, filter))
      const found = await counts({ search: 'heat' })
      expect(found).toEqual({ new: 1_001, qualified: null, booked: null, won: null, lost: null })
      expect(await counts({})).toEqual({ new: 1_001, qualified: 0, booked: 0, won: 10, lost: 0 })
      const page = await inside(other, (tx) => pageOfLeads(tx, { search: 'heat' }, 1))
      expect(page).toMatchObject({ total: 10_000, isMore: true })
    }, 60_000)

    it('are divided into pages of ten', async () => {
      const other = newOrganization()
      await named(
        other,
        Array.from({ length: 12 }, (_, number) => `Number ${String(number).padStart(2, '0')}`),
      )
      const page = (number: number) => inside(other, (tx) => pageOfLeads(tx, { sort: 'name' }, number))
      const [first, second, third] = [await page(1), await page(2), await page(3)]
      expect(first).toMatchObject({ total: 12, isMore: false })
      expect([...first.rows, ...second.rows].map(({ name }) => name.slice(-2))).toEqual(
        Array.from({ length: 12 }, (_, number) => String(number).padStart(2, '0')),
      )
      expect(third).toMatchObject({ rows: [], total: 12 })
      expect(await page(1_000_000_000)).toMatchObject({ rows: [] })
    })
  })

  describe('in the list of the dashboard', () => {
    const NOW = new Date('2027-01-19T16:00:00Z')

    it('have the visit that comes next once they are booked, else the last, for who may read visits', async () => {
      const organizationId = newOrganization()
      const visit = (leadId: string, day: string) =>
        inside(organizationId, (tx) =>
          createAppointment(tx, PERSON, {
            leadId,
            customer: 'Ada',
            job: 'No heat',
            startsAt: `${day}T14:00:00Z`,
            endsAt: `${day}T16:00:00Z`,
          }),
        )
      const [ahead, over, open] = [
        await create(organizationId, { ...NO_HEAT, name: 'Ahead', stage: 'booked' }),
        await create(organizationId, { ...NO_HEAT, name: 'Over', stage: 'booked' }),
        await create(organizationId, { ...NO_HEAT, name: 'Open' }),
      ]
      for (const day of ['2027-01-18', '2027-01-21', '2027-01-22']) await visit(ahead.id, day)
      const { id } = await visit(ahead.id, '2027-01-20')
      await inside(organizationId, ({ db }) =>
        db.update(appointments).set({ state: 'cancelled' }).where(eq(appointments.id, id)),
      )
      for (const day of ['2027-01-17', '2027-01-18']) await visit(over.id, day)
      await visit(open.id, '2027-01-21')
      const daysOf = async (mayReadAppointments: boolean) => {
        const reader = { userId: PERSON.id, mayReadAppointments }
        const state = leadListState.parse({ sort: 'name' })
        const { rows } = await inside(organizationId, (tx) => readLeadList(tx, reader, state, NOW))
        return rows.map(({ name, visit: next }) => [name, next && next.startsAt.slice(0, 10)])
      }
      expect(await daysOf(true)).toEqual([
        ['Ahead', '2027-01-21'],
        ['Open', null],
        ['Over', '2027-01-18'],
      ])
      expect(await daysOf(false)).toEqual([
        ['Ahead', null],
        ['Open', null],
        ['Over', null],
      ])
    })
  })

  describe('in parts, by cursor', () => {
    it('are all there, once each, in order, whatever is added meanwhile', async () => {
      const sorts: LeadSort[] = ['-createdAt', 'createdAt', 'name', '-name', 'updatedAt', '-updatedAt']
      const moment = fc.integer({ min: 0, max: 3 }).map((minutes) => new Date(Date.UTC(2026, 0, 1, 0, minutes)))
      const row = fc.record({ name: fc.constantFrom('Ada', 'ada', 'Àda', 'Ben', 'Zoe'), at: moment })
      const property = fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.array(row, { maxLength: 6 }),
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 5 }),
        async (before, added, sort, limit) => {
          const organizationId = newOrganization()
          const insert = (rows: typeof before) =>
            inside(organizationId, async ({ db }) => {
              if (rows.length === 0) return []
              const values = rows.map(({ name, at }) => ({
                organizationId,
                name,
                problem: 'No heat',
                source: 'call' as const,
                createdAt: at,
                updatedAt: at,
              }))
              return db.insert(leads).values(values).returning({ id: leads.id })
            })
          const expected = new Set((await insert(before)).map(({ id }) => id))
          const waiting = [...added]
          const seen: LeadRecord[] = []
          let cursor: string | undefined
          do {
            const part = await inside(organizationId, (tx) => listLeads(tx, { sort, limit, cursor }))
            seen.push(...part.rows)
            expect(part.rows.length).toBeLessThanOrEqual(limit)
            cursor = part.next ?? undefined
            await insert(waiting.splice(0, 1))
          } while (cursor)
          const ids = seen.map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          expect([...expected].filter((id) => !ids.includes(id))).toEqual([])
          const { rows } = await inside(organizationId, (tx) => listLeads(tx, { sort, limit: 100 }))
          const order = rows.map(({ id }) => id).filter((id) => ids.includes(id))
          expect(ids).toEqual(order)
        },
      )
      await fc.assert(property, { numRuns: 60 })
    }, 120_000)

    it('are complete also when the database says when they came in', async () => {
      const organizationId = newOrganization()
      // Each in a transaction of its own, so at microseconds that follow each other.
      for (let number = 0; number < 30; number++) await create(organizationId)
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const part = await inside(organizationId, (tx) => listLeads(tx, { limit: 1, cursor }))
        seen.push(...part.rows.map(({ id }) => id))
        cursor = part.next ?? undefined
      } while (cursor)
      expect(new Set(seen).size).toBe(30)
      expect(seen).toHaveLength(30)
    })

    it.each(['x', 'WzEsMl0', Buffer.from('["never","no-id"]').toString('base64url')])(
      'refuse a cursor that none of our answers had: "%s"',
      async (cursor) => {
        await expect(inside(newOrganization(), (tx) => listLeads(tx, { cursor }))).rejects.toThrow(CursorError)
      },
    )
  })
})
