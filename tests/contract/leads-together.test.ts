import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { appointments, calls, events, leads } from '../../lib/db/schema/index.ts'
import { changeLeads, restoreLeads } from '../../lib/leads/bulk.ts'
import type { LeadInput } from '../../lib/leads/input.ts'
import { leadPage } from '../../lib/leads/record.ts'
import { changeLead, createLead, findLead } from '../../lib/leads/store.ts'
import { addNote, listNotes, openLead } from '../../lib/leads/timeline.ts'
import { openedDatabase } from '../support/opened-database.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const BEN = { kind: 'person', id: 'user_ben' } as const
const NO_HEAT: LeadInput = { name: 'Carla Castillo', problem: 'No heat', phone: '+12125550142' }
const NOWHERE = '00000000-0000-4000-8000-000000000000'

let organizations = 0

describe('people who work on leads together', () => {
  const opened = openedDatabase()

  const inside = <Result>(organizationId: string, work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, organizationId, work)

  const newOrganization = () => `org_${(organizations += 1)}`

  const create = (organizationId: string, input: LeadInput = NO_HEAT) =>
    inside(organizationId, (tx) => createLead(tx, ADA, input))

  const actionsOf = (organizationId: string, id: string) =>
    inside(organizationId, async ({ db }) => {
      const rows = await db.select({ action: events.action }).from(events).where(eq(events.subjectId, id))
      return rows.map(({ action }) => action).toSorted()
    })

  describe('several leads at once', () => {
    it('are changed, and restored to what each was', async () => {
      const organizationId = newOrganization()
      const [one, two, three] = [
        await create(organizationId),
        await create(organizationId, { ...NO_HEAT, stage: 'qualified', assigneeId: 'user_ben' }),
        await create(organizationId, { ...NO_HEAT, stage: 'won' }),
      ]
      const ids = [one.id, two.id, three.id, NOWHERE]
      const { changed, previous } = await inside(organizationId, (tx) =>
        changeLeads(tx, ADA, ids, { stage: 'won', assigneeId: 'user_ada' }),
      )
      expect(changed).toHaveLength(3)
      expect(changed.every(({ stage, assigneeId }) => stage === 'won' && assigneeId === 'user_ada')).toBe(true)
      expect(previous.find(({ id }) => id === three.id)).toEqual({
        id: three.id,
        version: 2,
        values: { assigneeId: null },
      })
      expect(await actionsOf(organizationId, one.id)).toEqual(['lead.assigned', 'lead.created', 'lead.updated'])
      expect(await actionsOf(organizationId, three.id)).toEqual(['lead.assigned', 'lead.created'])

      const restored = await inside(organizationId, (tx) => restoreLeads(tx, ADA, previous))
      expect(restored.kept).toBe(0)
      for (const before of [one, two, three]) {
        const { version: _version, updatedAt: _updatedAt, ...own } = before
        expect(await inside(organizationId, (tx) => findLead(tx, before.id))).toMatchObject({
          ...own,
          version: 3,
        })
      }
    })

    it('stay as they are where they are so already, also in the log', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId, { ...NO_HEAT, stage: 'lost' })
      expect(await inside(organizationId, (tx) => changeLeads(tx, ADA, [id], { stage: 'lost' }))).toEqual({
        changed: [],
        previous: [],
      })
      expect(await actionsOf(organizationId, id)).toEqual(['lead.created'])
    })

    it('keep what somebody else has made of them since, when the change is taken back', async () => {
      const organizationId = newOrganization()
      const [one, two] = [await create(organizationId), await create(organizationId)]
      const { previous } = await inside(organizationId, (tx) =>
        changeLeads(tx, ADA, [one.id, two.id], { stage: 'lost' }),
      )
      await inside(organizationId, (tx) => changeLead(tx, BEN, two.id, { urgency: 'now' }))
      const { changed, kept } = await inside(organizationId, (tx) => restoreLeads(tx, ADA, previous))
      expect(changed.map(({ id, stage }) => [id, stage])).toEqual([[one.id, 'new']])
      expect(kept).toBe(1)
      expect(await inside(organizationId, (tx) => findLead(tx, two.id))).toMatchObject({ stage: 'lost' })
    })

    it('of another organization are neither changed nor restored', async () => {
      const [own, other] = [newOrganization(), newOrganization()]
      const foreign = await create(other)
      const previous = [{ id: foreign.id, version: 1, values: { stage: 'lost' as const } }]
      await inside(own, async (tx) => {
        expect(await changeLeads(tx, ADA, [foreign.id], { stage: 'lost' })).toEqual({ changed: [], previous: [] })
        expect(await restoreLeads(tx, ADA, previous)).toEqual({ changed: [], kept: 1 })
      })
      expect(await inside(other, (tx) => findLead(tx, foreign.id))).toEqual(foreign)
    })

    it('are changed all or none', async () => {
      const organizationId = newOrganization()
      const lead = await create(organizationId)
      const failing = inside(organizationId, async (tx) => {
        await changeLeads(tx, ADA, [lead.id], { stage: 'lost' })
        throw new Error('Later in the transaction')
      })
      await expect(failing).rejects.toThrow('Later')
      expect(await inside(organizationId, (tx) => findLead(tx, lead.id))).toEqual(lead)
    })

    it('do not wait for each other when two people choose the same ones', async () => {
      const organizationId = newOrganization()
      const ids: string[] = []
      for (let count = 0; count < 8; count++) ids.push((await create(organizationId)).id)
      await Promise.all([
        inside(organizationId, (tx) => changeLeads(tx, ADA, ids, { stage: 'won' })),
        inside(organizationId, (tx) => changeLeads(tx, BEN, ids.toReversed(), { urgency: 'later' })),
      ])
      const rows = await inside(organizationId, ({ db }) => db.select().from(leads))
      expect(rows.every(({ stage, urgency, version }) => stage === 'won' && urgency === 'later' && version === 3)).toBe(
        true,
      )
    })
  })

  describe('notes on a lead', () => {
    it('are kept with who wrote them, and are in the log without their words', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId)
      const note = await inside(organizationId, (tx) => addNote(tx, BEN, id, { text: '  Has a dog ' }))
      expect(note).toMatchObject({ authorId: 'user_ben', text: 'Has a dog' })
      expect(await inside(organizationId, (tx) => listNotes(tx, id))).toEqual([note])
      const logged = await inside(organizationId, ({ db }) => db.select().from(events))
      expect(logged.map(({ action }) => action)).toContain('lead.noted')
      expect(JSON.stringify(logged)).not.toContain('dog')
    })

    it('are not written on what is not there, or is another organization’s, and not without words', async () => {
      const [own, other] = [newOrganization(), newOrganization()]
      const { id } = await create(other)
      const write = (leadId: string, text = 'Hello') => inside(own, (tx) => addNote(tx, ADA, leadId, { text }))
      expect(await write(id)).toBeUndefined()
      expect(await write('no-id')).toBeUndefined()
      expect(await inside(own, (tx) => listNotes(tx, id))).toEqual([])
      await expect(write(id, '  ')).rejects.toThrow(/./)
    })

    it('stay without a name when who wrote them is deleted', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId, { ...NO_HEAT, assigneeId: 'user_ben' })
      await inside(organizationId, (tx) => addNote(tx, BEN, id, { text: 'Has a dog' }))
      await opened.db.execute(sql`select forget_person('user_ben')`)
      expect(await inside(organizationId, (tx) => listNotes(tx, id))).toMatchObject([
        { authorId: null, text: 'Has a dog' },
      ])
      expect(await inside(organizationId, (tx) => findLead(tx, id))).toMatchObject({ assigneeId: null })
    })
  })

  describe('a lead that is opened', () => {
    const open = (
      organizationId: string,
      id: string,
      actor: typeof ADA | typeof BEN = ADA,
      mayReadAppointments = true,
    ) => inside(organizationId, (tx) => openLead(tx, actor, id, { mayReadAppointments }))

    it('comes with what happened to it, newest first, its calls and its visits', async () => {
      const organizationId = newOrganization()
      const at = new Date('2026-03-01T12:00:00Z')
      const ids = await inside(organizationId, async ({ db }) => {
        const call = { organizationId, startedAt: at, outcome: 'booked' as const, callerPhone: '+12125550142' }
        const rows = await db
          .insert(calls)
          .values([
            call,
            { ...call, startedAt: new Date(0), callerPhone: '+12125550143' },
            { ...call, callerPhone: null },
          ])
          .returning({ id: calls.id })
        return rows.map(({ id }) => id)
      })
      const { id } = await create(organizationId, { ...NO_HEAT, callId: ids[1] ?? null })
      await inside(organizationId, async ({ db }) => {
        const visit = {
          organizationId,
          customer: 'Carla',
          job: 'No heat',
          startsAt: at,
          endsAt: new Date(Number(at) + 1),
        }
        await db.insert(appointments).values([{ ...visit, leadId: id }, visit])
      })
      await inside(organizationId, (tx) => changeLead(tx, BEN, id, { stage: 'qualified' }))
      await inside(organizationId, (tx) => addNote(tx, BEN, id, { text: 'Has a dog' }))
      const opened = await open(organizationId, id)
      expect(leadPage.parse(opened)).toEqual(opened)
      expect(opened?.timeline).toMatchObject([
        { kind: 'note', actorId: 'user_ben', text: 'Has a dog' },
        { kind: 'event', actorId: 'user_ben', action: 'lead.updated', details: { from: 'new', to: 'qualified' } },
        { kind: 'event', actorId: 'user_ada', action: 'lead.created' },
      ])
      expect(opened?.calls.map((call) => call.id)).toEqual([ids[0], ids[1]])
      expect(opened?.appointments).toMatchObject([{ job: 'No heat', state: 'requested' }])
      expect(opened?.timeZone).toBe('America/New_York')
      expect((await open(organizationId, id, ADA, false))?.appointments).toBeNull()
    })

    it('is in the log once an hour for each person', async () => {
      const organizationId = newOrganization()
      const { id } = await create(organizationId)
      const readings = async () =>
        (await actionsOf(organizationId, id)).filter((action) => action === 'lead.read').length
      await open(organizationId, id)
      await open(organizationId, id)
      expect(await readings()).toBe(1)
      await open(organizationId, id, BEN)
      expect(await readings()).toBe(2)
      await inside(organizationId, ({ db }) => db.update(events).set({ at: sql`now() - interval '61 minutes'` }))
      await open(organizationId, id)
      expect(await readings()).toBe(3)
    })

    it('of another organization is not there', async () => {
      const { id } = await create(newOrganization())
      expect(await open(newOrganization(), id)).toBeUndefined()
    })
  })
})
