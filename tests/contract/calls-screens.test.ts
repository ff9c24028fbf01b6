import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { hasMember, upsertMembership } from '../../lib/dashboard/organizations/repository.ts'
import { toRecordReader } from '../../lib/dashboard/access/record-reader.ts'
import { openCall } from '../../lib/dashboard/calls/detail.ts'
import type { CallInput } from '../../lib/dashboard/calls/input.ts'
import { callList, callListState } from '../../lib/dashboard/calls/list-state.ts'
import { readCallList } from '../../lib/dashboard/calls/read-list.ts'
import { recordReadEvent } from '../../lib/dashboard/events/read-event.ts'
import { callDetail } from '../../lib/dashboard/model/call-record.ts'
import { findRecording } from '../../lib/dashboard/calls/recording.ts'
import { changeCall } from '../../lib/dashboard/calls/repository.ts'
import { appointments, calls, events, leads, organizationSettings } from '../support/tables.ts'
import { setUpDatabase } from '../support/opened-database.ts'
import { addLead, addAppointment, REPORTED_CALL, createCall } from '../support/rows.ts'
import { MEMBER } from '../support/session-claims.ts'

const ASSISTANT = { kind: 'assistant' } as const
const PERSON = { kind: 'person', id: 'user_1' } as const
const RECORDING = 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio'

describe('call screens', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(() => database.clear(appointments, leads, calls, events, organizationSettings))

  const create = (input: Partial<CallInput> = {}) =>
    within((tx) => createCall(tx, ASSISTANT, { ...REPORTED_CALL, ...input }))
  const readLog = async () =>
    (await database.events())
      .filter(({ action }) => action !== 'call.created')
      .map(({ action, actorId, details }) => ({ action, actorId, details }))

  describe('call details', () => {
    const openById = (id: string, userId = 'user_1') =>
      within((tx) => openCall(tx, id, { userId, canReadAppointments: true }))

    it('log a read once an hour per user', async () => {
      const { id } = await create()
      await openById(id)
      await openById(id)
      // Parallel queries open all pool connections first, so that the reads below run concurrently.
      await Promise.all(Array.from({ length: 5 }, () => within(({ db }) => db.execute(sql`select pg_sleep(0.05)`))))
      await Promise.all(Array.from({ length: 10 }, () => openById(id, 'user_2')))
      expect(await readLog()).toHaveLength(4)
      for (const actorId of ['user_1', 'user_2'])
        for (const action of ['call.read', 'transcript.read'])
          expect(await readLog()).toContainEqual({ action, actorId, details: null })
      const readAt = sql`now() - interval '61 minutes'`
      await within(({ db }) => db.update(events).set({ at: readAt }).where(eq(events.actorId, 'user_1')))
      await openById(id)
      expect(await readLog()).toHaveLength(6)
    })

    it('log no transcript read if the call has no transcript', async () => {
      const { id } = await create({ transcript: null })
      await openById(id)
      expect((await readLog()).map(({ action }) => action)).toEqual(['call.read'])
    })

    it('show the lead, and show visits only to users who can read appointments', async () => {
      const { id } = await create()
      await within((tx) => addLead(tx, { callId: id, name: 'Ada Vance' }))
      await within((tx) => addAppointment(tx, { callId: id, startsAt: new Date('2026-03-02T14:00:00Z') }))
      const detail = await openById(id)
      expect(callDetail.parse(JSON.parse(JSON.stringify(detail)))).toEqual(detail)
      expect(detail).toMatchObject({
        lead: { name: 'Ada Vance', stage: 'new' },
        visits: [{ startsAt: '2026-03-02T14:00:00.000Z', state: 'requested' }],
        timeZone: 'America/New_York',
      })
      const reader = toRecordReader({ ...MEMBER, userId: 'user_1', permissions: ['org:leads:read'] })
      expect(await within((tx) => openCall(tx, id, reader))).toMatchObject({ visits: null })
    })

    it('mark the visit the caller asked about, next to the booked one', async () => {
      const addVisitAt = (startsAt: string, callId?: string) =>
        within((tx) => addAppointment(tx, { startsAt: new Date(startsAt), callId }))
      const appointmentId = await addVisitAt('2026-03-03T14:00:00Z')
      await addVisitAt('2026-03-04T14:00:00Z')
      const { id } = await create({ outcome: 'rescheduled', intent: 'reschedule', appointmentId })
      const bookedId = await addVisitAt('2026-03-05T14:00:00Z', id)
      const detail = await openById(id)
      expect(callDetail.parse(JSON.parse(JSON.stringify(detail)))).toEqual(detail)
      expect(detail?.visits).toMatchObject([
        { id: appointmentId, isAskedAbout: true },
        { id: bookedId, isAskedAbout: false },
      ])
      await within(({ db }) => db.delete(appointments).where(eq(appointments.id, appointmentId)))
      expect((await openById(id))?.visits).toMatchObject([{ id: bookedId, isAskedAbout: false }])
    })

    it('include the recording, and are undefined for an unknown call', async () => {
      const { id } = await create({ recordingUrl: RECORDING })
      expect(await openById(crypto.randomUUID())).toBeUndefined()
      expect(await readLog()).toEqual([])
      expect(await within((tx) => findRecording(tx, id))).toBe(RECORDING)
      expect(await within((tx) => findRecording(tx, 'x'))).toBeUndefined()
    })
  })

  it('log one playback for a recording loaded in several range requests', async () => {
    const { id } = await create()
    for (let index = 0; index < 5; index += 1) {
      await within((tx) => recordReadEvent(tx, { kind: 'person', id: 'user_1' }, 'recording.played', id))
    }
    expect(await readLog()).toEqual([{ action: 'recording.played', actorId: 'user_1', details: null }])
  })

  it('count the open and assigned calls in the list, with the date in the business time zone', async () => {
    const { id } = await create({ attention: 'Asks for a price' })
    await create({ attention: 'Smell of gas' })
    await create()
    await within((tx) => changeCall(tx, PERSON, id, { handedToId: 'user_2' }))
    const readList = (personId: string, state: Partial<ReturnType<typeof callListState.parse>> = {}) =>
      within((tx) => readCallList(tx, personId, callListState.parse(state), new Date('2026-03-08T04:59:59Z')))
    const list = await readList('user_2')
    expect(callList.parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
    expect(list).toMatchObject({ total: 3, waiting: 2, mine: 1, today: '2026-03-07', timeZone: 'America/New_York' })
    expect(await readList('user_2', { show: 'mine' })).toMatchObject({ total: 1, rows: [{ id }] })
    expect(await readList('user_1', { show: 'mine' })).toMatchObject({ total: 0, waiting: 2, mine: 0 })
    await within((tx) => changeCall(tx, PERSON, id, { attentionEnded: true }))
    expect(await readList('user_2', { show: 'waiting' })).toMatchObject({ total: 1, waiting: 1, mine: 0 })
    await within((tx) => changeCall(tx, PERSON, id, { handedToId: 'user_1' }))
    expect(await readList('user_1', { show: 'mine' })).toMatchObject({ total: 1 })
  })

  it('find a user only if they are a member of the organization', async () => {
    await upsertMembership(database.db, { id: 'mem_1', organizationId: 'org_a', userId: 'user_9' })
    expect(await within((tx) => hasMember(tx, 'user_9'))).toBe(true)
    expect(await within((tx) => hasMember(tx, 'user_8'))).toBe(false)
  })
})
