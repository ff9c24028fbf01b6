import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { appointments, calls, events, leads } from '../support/tables.ts'
import { changeLeads, restoreLeads } from '../../lib/dashboard/leads/bulk.ts'
import type { LeadInput } from '../../lib/dashboard/leads/input.ts'
import { leadPage } from '../../lib/dashboard/leads/record.ts'
import { changeLead, createLead, findLead } from '../../lib/dashboard/leads/repository.ts'
import { addNote, listNotes, openLead } from '../../lib/dashboard/leads/timeline.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addCall, addAppointment } from '../support/rows.ts'

const ADA = { kind: 'person', id: 'user_ada' } as const
const BEN = { kind: 'person', id: 'user_ben' } as const
const NO_HEAT: LeadInput = { name: 'Carla Castillo', problem: 'No heat', phone: '+12125550142' }
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

describe('collaboration on leads', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, leads, calls, events))

  const createTestLead = (input: LeadInput = NO_HEAT) => within((tx) => createLead(tx, ADA, input))

  const listActions = async (id: string) =>
    (await database.events()).flatMap(({ subjectId, action }) => (subjectId === id ? action : [])).toSorted()

  describe('bulk changes', () => {
    it('update several leads and can be undone', async () => {
      const [firstLead, secondLead, thirdLead] = [
        await createTestLead(),
        await createTestLead({ ...NO_HEAT, stage: 'qualified', assigneeId: 'user_ben' }),
        await createTestLead({ ...NO_HEAT, stage: 'won' }),
      ]
      const ids = [firstLead.id, secondLead.id, thirdLead.id, UNKNOWN_ID]
      const change = { stage: 'won', assigneeId: 'user_ada' } as const
      const { changed, previous } = await within((tx) => changeLeads(tx, ADA, ids, change))
      expect(changed).toMatchObject([change, change, change])
      expect(previous).toContainEqual({ id: thirdLead.id, version: 2, values: { assigneeId: null } })
      expect(await listActions(firstLead.id)).toEqual(['lead.assigned', 'lead.created', 'lead.updated'])
      expect(await listActions(thirdLead.id)).toEqual(['lead.assigned', 'lead.created'])

      const restoredLeads = await within((tx) => restoreLeads(tx, ADA, previous))
      expect(restoredLeads.kept).toBe(0)
      for (const before of [firstLead, secondLead, thirdLead]) {
        const { version: _version, updatedAt: _updatedAt, ...unchanged } = before
        expect(await within((tx) => findLead(tx, before.id))).toMatchObject({ ...unchanged, version: 3 })
      }
    })

    it('skip unchanged leads and add no event for them', async () => {
      const { id } = await createTestLead({ ...NO_HEAT, stage: 'lost' })
      const updated = await within((tx) => changeLeads(tx, ADA, [id], { stage: 'lost' }))
      expect(updated).toEqual({ changed: [], previous: [] })
      expect(await listActions(id)).toEqual(['lead.created'])
    })

    it('keep later edits by other users when undone', async () => {
      const [firstLead, secondLead] = [await createTestLead(), await createTestLead()]
      const { previous } = await within((tx) => changeLeads(tx, ADA, [firstLead.id, secondLead.id], { stage: 'lost' }))
      await within((tx) => changeLead(tx, BEN, secondLead.id, { urgency: 'now' }))
      const { changed, kept } = await within((tx) => restoreLeads(tx, ADA, previous))
      expect(changed.map(({ id, stage }) => [id, stage])).toEqual([[firstLead.id, 'new']])
      expect(kept).toBe(1)
      expect(await within((tx) => findLead(tx, secondLead.id))).toMatchObject({ stage: 'lost' })
    })

    it('do not deadlock when two users change the same leads', async () => {
      const ids: string[] = []
      for (let count = 0; count < 8; count++) ids.push((await createTestLead()).id)
      await Promise.all([
        within((tx) => changeLeads(tx, ADA, ids, { stage: 'won' })),
        within((tx) => changeLeads(tx, BEN, ids.toReversed(), { urgency: 'later' })),
      ])
      const rows = await within(({ db }) => db.select().from(leads))
      expect(rows).toMatchObject(ids.map(() => ({ stage: 'won', urgency: 'later', version: 3 })))
    })
  })

  describe('lead notes', () => {
    it('store the author, and the audit log omits their text', async () => {
      const { id } = await createTestLead()
      const note = await within((tx) => addNote(tx, BEN, id, { text: '  Has a dog ' }))
      expect(note).toMatchObject({ authorId: 'user_ben', text: 'Has a dog' })
      expect(await within((tx) => listNotes(tx, id))).toEqual([note])
      const loggedEvents = await within(({ db }) => db.select().from(events))
      expect(loggedEvents.map(({ action }) => action)).toContain('lead.noted')
      expect(JSON.stringify(loggedEvents)).not.toContain('dog')
    })

    it('are rejected if the lead is unknown or the text is empty', async () => {
      const { id } = await createTestLead()
      const writeNote = (leadId: string, text = 'Hello') => within((tx) => addNote(tx, ADA, leadId, { text }))
      for (const missingId of [UNKNOWN_ID, 'no-id']) expect(await writeNote(missingId)).toBeUndefined()
      await expect(writeNote(id, '  ')).rejects.toThrow(/./)
      expect(await within((tx) => listNotes(tx, id))).toEqual([])
    })

    it('lose the author when that user is deleted', async () => {
      const { id } = await createTestLead({ ...NO_HEAT, assigneeId: 'user_ben' })
      await within((tx) => addNote(tx, BEN, id, { text: 'Has a dog' }))
      await database.db.execute(sql`select forget_person('user_ben')`)
      expect(await within((tx) => listNotes(tx, id))).toMatchObject([{ authorId: null, text: 'Has a dog' }])
      expect(await within((tx) => findLead(tx, id))).toMatchObject({ assigneeId: null })
    })
  })

  describe('lead details', () => {
    const openById = (id: string, actor: typeof ADA | typeof BEN = ADA, canReadAppointments = true) =>
      within((tx) => openLead(tx, actor, id, { canReadAppointments }))

    it('include the timeline, newest first, plus calls and visits', async () => {
      const startsAt = new Date('2026-03-01T12:00:00Z')
      const [byPhone, byId] = await within(async (tx) => [
        await addCall(tx, { startedAt: startsAt, callerPhone: '+12125550142' }),
        await addCall(tx, { startedAt: new Date(0), callerPhone: '+12125550143' }),
        await addCall(tx, { startedAt: startsAt }),
      ])
      const { id } = await createTestLead({ ...NO_HEAT, callId: byId ?? null })
      for (const leadId of [id, null]) await within((tx) => addAppointment(tx, { leadId, startsAt }))
      await within((tx) => changeLead(tx, BEN, id, { stage: 'qualified' }))
      await within((tx) => addNote(tx, BEN, id, { text: 'Has a dog' }))
      const openedLead = await openById(id)
      expect(leadPage.parse(openedLead)).toEqual(openedLead)
      expect(openedLead?.timeline).toMatchObject([
        { kind: 'note', actorId: 'user_ben', text: 'Has a dog' },
        { kind: 'event', actorId: 'user_ben', action: 'lead.updated', details: { from: 'new', to: 'qualified' } },
        { kind: 'event', actorId: 'user_ada', action: 'lead.created' },
      ])
      expect(openedLead?.calls.map((call) => call.id)).toEqual([byPhone, byId])
      expect(openedLead?.appointments).toMatchObject([{ job: 'No heat', state: 'requested' }])
      expect(openedLead?.timeZone).toBe('America/New_York')
      expect((await openById(id, ADA, false))?.appointments).toBeNull()
    })

    it('log a read once an hour per user', async () => {
      const { id } = await createTestLead()
      expect(await openById(UNKNOWN_ID)).toBeUndefined()
      const countReadings = async () => (await listActions(id)).filter((action) => action === 'lead.read').length
      await openById(id)
      await openById(id)
      expect(await countReadings()).toBe(1)
      await openById(id, BEN)
      expect(await countReadings()).toBe(2)
      await within(({ db }) => db.update(events).set({ at: sql`now() - interval '61 minutes'` }))
      await openById(id)
      expect(await countReadings()).toBe(3)
    })
  })
})
