import { beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentInput } from '../../lib/dashboard/appointments/input.ts'
import { appointmentRecord } from '../../lib/dashboard/appointments/record.ts'
import {
  listAppointmentsBetween,
  changeAppointment,
  createAppointment,
  findAppointment,
  listAppointments,
  findOverlaps,
  listAppointmentPage,
  listTechniciansSince,
} from '../../lib/dashboard/appointments/repository.ts'
import { appointments, events, leads } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { changeLead, createLead, findLead } from '../../lib/dashboard/leads/repository.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const DISPATCHER: Actor = { kind: 'person', id: 'user_dispatcher' }

/** A visit from 8 to 10 a.m. in New York (UTC-4). */
const VISIT: AppointmentInput = {
  customer: 'Dana Example',
  job: 'Furnace does not start',
  startsAt: '2026-05-04T12:00:00Z',
  endsAt: '2026-05-04T14:00:00Z',
}

describe('appointments', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, leads, events))

  const create = (input: Partial<AppointmentInput> = {}, actor = DISPATCHER) =>
    within((tx) => createAppointment(tx, actor, { ...VISIT, ...input }))

  const change = (id: string, changes: object, version?: number) =>
    within((tx) => changeAppointment(tx, DISPATCHER, id, changes, version))

  const buildProblem = (field: string) => ({
    name: 'ZodError',
    issues: expect.arrayContaining([expect.objectContaining({ path: field ? [field] : [] })]),
  })

  const listLog = async (id: string) =>
    (await database.events())
      .filter(({ subjectId }) => subjectId === id)
      .map(({ action, details, actorId }) => ({ action, details, actorId }))

  const listActions = async (subjectId: string) => (await listLog(subjectId)).map(({ action }) => action)

  it('are stored in UTC, as requests unless confirmed', async () => {
    const created = await create({
      startsAt: '2026-05-04T08:00:00-04:00',
      endsAt: '2026-05-04T10:00:00-04:00',
      phone: '(212) 555-0142',
      technician: ' ',
    })
    expect(created).toMatchObject({
      startsAt: '2026-05-04T12:00:00.000Z',
      endsAt: '2026-05-04T14:00:00.000Z',
      phone: '+12125550142',
      state: 'requested',
      technician: null,
      version: 1,
    })
    expect(appointmentRecord.parse(created)).toEqual(created)
    expect(await within((tx) => findAppointment(tx, created.id))).toEqual(created)
    expect(await listActions(created.id)).toEqual(['appointment.created'])
  })

  it.each([
    ['no name', { customer: ' ' }, 'customer'],
    ['a window that ends before it begins', { endsAt: '2026-05-04T11:00:00Z' }, 'endsAt'],
    ['a two-day window', { endsAt: '2026-05-06T12:00:00Z' }, 'endsAt'],
    ['a time without a time zone', { startsAt: '2026-05-04T08:00:00' }, 'startsAt'],
    ['an implausible year', { startsAt: '0001-05-04T08:00:00Z' }, 'startsAt'],
    ['an invalid phone number', { phone: '12' }, 'phone'],
    ['an invalid initial state', { state: 'done' }, 'state'],
    ['an unknown field', { price: 20 }, ''],
  ])('are rejected with %s', async (_, input, field) => {
    await expect(create(input as Partial<AppointmentInput>)).rejects.toMatchObject(buildProblem(field))
  })

  it('store a phone extension at the end of the job description, separate from the number', async () => {
    const phone = '(212) 555-0142 ext. 123'
    const created = await create({ phone })
    expect(created).toMatchObject({ phone: '+12125550142', job: 'Furnace does not start (phone extension 123)' })
    const updated = await change(created.id, { phone: '212-555-0142 x7', job: 'Tune-up' })
    expect(updated).toMatchObject({ changed: { phone: '+12125550142', job: 'Tune-up (phone extension 7)' } })
    expect(await change(created.id, { phone: '212-555-0142 x7' })).toMatchObject({ changed: { version: 2 } })
  })

  describe('of a lead', () => {
    const addLead = (stage: 'new' | 'won' = 'new') =>
      within((tx) => createLead(tx, DISPATCHER, { name: 'Lee Example', problem: 'No cooling', source: 'form', stage }))
    const getStage = async (id: string) => (await within((tx) => findLead(tx, id)))?.stage

    it('move the lead to booked once they are confirmed', async () => {
      const { id: leadId } = await addLead()
      const request = await create({ leadId })
      expect(await getStage(leadId)).toBe('new')
      await change(request.id, { state: 'confirmed' })
      expect(await getStage(leadId)).toBe('booked')
      expect(await listActions(leadId)).toEqual(['lead.created', 'lead.updated'])

      const { id: otherLeadId } = await addLead()
      await create({ leadId: otherLeadId, state: 'confirmed' })
      expect(await getStage(otherLeadId)).toBe('booked')
    })

    const cancellation = { state: 'cancelled', reason: 'Found another company' } as const

    it('return the lead to qualified after the last cancellation, and to booked when restored', async () => {
      const { id: leadId } = await addLead()
      const first = await create({ leadId, state: 'confirmed' })
      const second = await create({ leadId, state: 'confirmed' })
      const request = await create({ leadId })
      await change(first.id, cancellation)
      expect(await getStage(leadId)).toBe('booked')
      await change(second.id, cancellation)
      expect(await getStage(leadId)).toBe('qualified')
      expect((await listLog(leadId)).at(-1)).toEqual({
        action: 'lead.updated',
        actorId: 'user_dispatcher',
        details: { fields: ['stage'], from: 'booked', to: 'qualified' },
      })
      await change(second.id, { state: 'confirmed' })
      expect(await getStage(leadId)).toBe('booked')
      await change(request.id, cancellation)
      expect(await getStage(leadId)).toBe('booked')
    })

    it('return the lead to qualified when the only one moves to another lead', async () => {
      const [{ id: from }, { id: to }] = [await addLead(), await addLead()]
      const { id } = await create({ leadId: from, state: 'confirmed' })
      await change(id, { leadId: to })
      expect([await getStage(from), await getStage(to)]).toEqual(['qualified', 'booked'])
      await change(id, { leadId: null })
      expect(await getStage(to)).toBe('qualified')
    })

    it('keep the lead booked if another appointment is completed', async () => {
      const { id: leadId } = await addLead()
      const completed = await create({ leadId, state: 'confirmed' })
      await change(completed.id, { state: 'done' })
      const next = await create({ leadId, state: 'confirmed' })
      await change(next.id, cancellation)
      expect(await getStage(leadId)).toBe('booked')
    })

    it('return the lead to qualified when the last two are canceled concurrently', async () => {
      const { id: leadId } = await addLead()
      const both = [await create({ leadId, state: 'confirmed' }), await create({ leadId, state: 'confirmed' })]
      await Promise.all(both.map(({ id }) => change(id, cancellation)))
      expect(await getStage(leadId)).toBe('qualified')
    })

    const STAGES = ['won', 'lost', 'new'] as const
    it.each(STAGES)('keep the lead at %s if a user moved it to that stage', async (stage) => {
      const { id: leadId } = await addLead()
      const { id } = await create({ leadId, state: 'confirmed' })
      await within((tx) => changeLead(tx, DISPATCHER, leadId, { stage }))
      await change(id, cancellation)
      expect(await getStage(leadId)).toBe(stage)
    })

    it('never change a won lead', async () => {
      const { id: leadId } = await addLead('won')
      await create({ leadId, state: 'confirmed' })
      expect(await getStage(leadId)).toBe('won')
    })
  })

  describe('on update', () => {
    it('log a move with the old and new start', async () => {
      const { id } = await create()
      const window = { startsAt: '2026-05-05T17:00:00Z', endsAt: '2026-05-05T20:00:00Z' }
      const updated = await change(id, { ...window, reason: 'The customer is away on Monday' }, 1)
      const movedWindow = {
        startsAt: '2026-05-05T17:00:00.000Z',
        endsAt: '2026-05-05T20:00:00.000Z',
        state: 'requested',
      }
      expect(updated).toMatchObject({
        changed: { ...movedWindow, reason: 'The customer is away on Monday', version: 2 },
      })
      const entries = await listLog(id)
      expect(entries.at(-1)).toEqual({
        action: 'appointment.moved',
        actorId: 'user_dispatcher',
        details: { from: '2026-05-04T12:00:00.000Z', to: '2026-05-05T17:00:00.000Z' },
      })
      expect(JSON.stringify(entries)).not.toContain('Monday')
    })

    it('clear the reason of an earlier move', async () => {
      const { id } = await create()
      await change(id, { endsAt: '2026-05-04T15:00:00Z', reason: 'Longer' })
      expect(await change(id, { technician: 'Sam' })).toMatchObject({ changed: { reason: 'Longer' } })
      expect(await change(id, { endsAt: '2026-05-04T16:00:00Z' })).toMatchObject({ changed: { reason: null } })
    })

    it('log every state transition', async () => {
      const { id } = await create()
      for (const state of ['confirmed', 'done', 'confirmed', 'cancelled', 'requested'])
        await change(id, { state, ...(state === 'cancelled' && { reason: 'Sold the house' }) })
      const actions = ['created', 'confirmed', 'done', 'reopened', 'cancelled', 'reopened']
      expect(await listActions(id)).toEqual(actions.map((action) => `appointment.${action}`))
    })

    it.each([
      ['canceled without a reason', {}, { state: 'cancelled' }, 'reason'],
      ['canceled with an empty reason', {}, { state: 'cancelled', reason: ' ' }, 'reason'],
      ['done before it is confirmed', {}, { state: 'done' }, 'state'],
      ['moved to end before it begins', {}, { endsAt: '2026-05-04T12:00:00Z' }, 'endsAt'],
      [
        'moved after it is canceled',
        { state: 'cancelled', reason: 'x' },
        { startsAt: '2026-05-04T13:00:00Z' },
        'startsAt',
      ],
      ['given a reason without a cancellation', {}, { reason: 'Because' }, 'reason'],
    ])('cannot be %s', async (_, first, changes, field) => {
      const created = await create()
      await change(created.id, first)
      const before = await within((tx) => findAppointment(tx, created.id))
      await expect(change(created.id, changes)).rejects.toMatchObject(buildProblem(field))
      expect(await within((tx) => findAppointment(tx, created.id))).toEqual(before)
    })

    it('keep their version if nothing changes', async () => {
      const created = await create({ technician: 'Sam' })
      expect(await change(created.id, { technician: 'Sam', startsAt: VISIT.startsAt }, 1)).toEqual({ changed: created })
      expect(await listActions(created.id)).toEqual(['appointment.created'])
    })
  })

  describe('in a list', () => {
    const createVisitAt = (hour: number, overrides: Partial<AppointmentInput> = {}) =>
      create({
        startsAt: new Date(Date.UTC(2026, 4, 4, hour)).toISOString(),
        endsAt: new Date(Date.UTC(2026, 4, 4, hour + 2)).toISOString(),
        ...overrides,
      })

    it('include visits that overlap the requested period', async () => {
      await createVisitAt(8)
      const expected = [await createVisitAt(9), await createVisitAt(10), await createVisitAt(11)]
      await createVisitAt(12)
      const [from, to] = ['2026-05-04T10:00:00Z', '2026-05-04T12:00:00Z']
      const result = await within((tx) => listAppointmentsBetween(tx, new Date(from), new Date(to), 100))
      expect(result).toEqual(expected)
      const page = await within((tx) => listAppointmentPage(tx, { from, to, sort: '-startsAt' }, 1))
      expect(page).toEqual({ rows: expected.toReversed(), total: 3 })
    })

    it('can be filtered by state, technician and lead', async () => {
      const eightVisit = await createVisitAt(8, { technician: 'Sam', state: 'confirmed' })
      const nineVisit = await createVisitAt(9)
      const listIds = async (filter: object) =>
        (await within((tx) => listAppointments(tx, filter))).rows.map(({ id }) => id)
      expect(await listIds({ state: 'confirmed' })).toEqual([eightVisit.id])
      expect(await listIds({ technician: 'Sam' })).toEqual([eightVisit.id])
      expect(await listIds({ technician: 'none' })).toEqual([nineVisit.id])
      expect(await listIds({ technician: 'sam' })).toEqual([])
      expect(await within((tx) => listTechniciansSince(tx, new Date('2026-05-04T00:00:00Z')))).toEqual(['Sam'])
      expect(await within((tx) => listTechniciansSince(tx, new Date('2026-05-05T00:00:00Z')))).toEqual([])
    })

    it('report overlapping visits of a technician', async () => {
      const first = await createVisitAt(8, { technician: 'Sam' })
      const second = await createVisitAt(9, { technician: 'Sam' })
      const next = await createVisitAt(11, { technician: 'Sam' })
      const otherVisit = await createVisitAt(9, { technician: 'Alex' })
      const unassigned = await createVisitAt(9)
      const listOverlaps = (visit: typeof first) => within((tx) => findOverlaps(tx, visit))
      expect(await listOverlaps(first)).toEqual([second])
      expect(await listOverlaps(second)).toEqual([first])
      for (const visit of [next, otherVisit, unassigned]) expect(await listOverlaps(visit)).toEqual([])
      await change(second.id, { state: 'cancelled', reason: 'x' })
      expect(await listOverlaps(first)).toEqual([])
    })
  })
})
