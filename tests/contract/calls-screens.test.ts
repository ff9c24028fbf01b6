import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { knowsMember } from '../../lib/auth/organizations/knows-member.ts'
import { upsertMembership } from '../../lib/auth/organizations/store.ts'
import { openCall, readerOfCalls } from '../../lib/calls/detail.ts'
import type { CallInput } from '../../lib/calls/input.ts'
import { callList, callListState } from '../../lib/calls/list-state.ts'
import { readCallList } from '../../lib/calls/read-list.ts'
import { recordReading } from '../../lib/events/reading.ts'
import { callDetail } from '../../lib/calls/record.ts'
import { findRecording } from '../../lib/calls/recording.ts'
import { changeCall, createCall } from '../../lib/calls/store.ts'
import { inOrganization, type OrganizationTransaction } from '../../lib/db/organization.ts'
import { appointments, calls, events, leads, organizationSettings } from '../../lib/db/schema/index.ts'
import { openedDatabase } from '../support/opened-database.ts'
import { MEMBER } from '../support/session-claims.ts'

const ASSISTANT = { kind: 'assistant' } as const
const PERSON = { kind: 'person', id: 'user_1' } as const
const PHONE = '+12125550142'
const RECORDING = 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio'

const CALL: CallInput = {
  startedAt: '2026-03-02T07:14:00Z',
  duration: 83,
  callerName: 'Ada Vance',
  callerPhone: PHONE,
  outcome: 'booked',
  summary: 'No heat with an infant in the house.',
  callerWords: 'My furnace stopped',
  transcript: [{ speaker: 'caller', text: 'This is Ada Vance, my furnace stopped.', at: 4 }],
}

describe('the screens of calls', () => {
  const opened = openedDatabase()
  beforeEach(async () => {
    for (const organizationId of ['org_a', 'org_b']) {
      await inOrganization(opened.db, organizationId, async ({ db }) => {
        for (const table of [appointments, leads, calls, events, organizationSettings]) {
          await db.delete(table).where(eq(table.organizationId, organizationId))
        }
      })
    }
  })

  const inA = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, 'org_a', work)
  const inB = <Result>(work: (tx: OrganizationTransaction) => Promise<Result>) =>
    inOrganization(opened.db, 'org_b', work)
  const create = (input: Partial<CallInput> = {}) => inA((tx) => createCall(tx, ASSISTANT, { ...CALL, ...input }))
  const logged = () =>
    inA(({ db }) =>
      db
        .select({ action: events.action, actorId: events.actorId, details: events.details })
        .from(events)
        .where(sql`${events.action} <> 'call.created'`)
        .orderBy(events.at, events.action),
    )

  describe('opening a call', () => {
    const open = (id: string, personId = 'user_1') =>
      inA((tx) => openCall(tx, id, { personId, mayReadAppointments: true }))

    it('is in the log once within an hour, for each person', async () => {
      const { id } = await create()
      await open(id)
      await open(id)
      // Also at the same time: a pool that has all of its connections keeps nobody waiting for one.
      await Promise.all(Array.from({ length: 5 }, () => inA(({ db }) => db.execute(sql`select pg_sleep(0.05)`))))
      await Promise.all(Array.from({ length: 10 }, () => open(id, 'user_2')))
      expect(await logged()).toHaveLength(4)
      expect(await logged()).toEqual(
        expect.arrayContaining(
          ['user_1', 'user_2'].flatMap((actorId) => [
            { action: 'call.read', actorId, details: null },
            { action: 'transcript.read', actorId, details: null },
          ]),
        ),
      )
      await inA(({ db }) =>
        db
          .update(events)
          .set({ at: sql`now() - interval '61 minutes'` })
          .where(eq(events.actorId, 'user_1')),
      )
      await open(id)
      expect(await logged()).toHaveLength(6)
    })

    it('says nothing of a transcript that is not there', async () => {
      const { id } = await create({ transcript: null })
      await open(id)
      expect((await logged()).map(({ action }) => action)).toEqual(['call.read'])
    })

    it('shows what came of it, visits to those who may read them', async () => {
      const { id } = await create()
      await inA(async ({ db, organizationId }) => {
        await db.insert(leads).values({ organizationId, callId: id, name: 'Ada Vance', problem: 'x', source: 'call' })
        await db.insert(appointments).values({
          organizationId,
          callId: id,
          customer: 'Ada Vance',
          job: 'No heat',
          startsAt: new Date('2026-03-02T14:00:00Z'),
          endsAt: new Date('2026-03-02T16:00:00Z'),
        })
      })
      const detail = await open(id)
      expect(callDetail.parse(JSON.parse(JSON.stringify(detail)))).toEqual(detail)
      expect(detail).toMatchObject({
        lead: { name: 'Ada Vance', stage: 'new' },
        visits: [{ startsAt: '2026-03-02T14:00:00.000Z', state: 'requested' }],
        timeZone: 'America/New_York',
      })
      const reader = readerOfCalls({ ...MEMBER, userId: 'user_1', permissions: ['org:leads:read'] })
      expect(await inA((tx) => openCall(tx, id, reader))).toMatchObject({ visits: null })
    })

    it('marks the visit that the caller asked about, beside the one that came of the call', async () => {
      const addVisit = (startsAt: string, callId?: string) =>
        inA(async ({ db, organizationId }) => {
          const [visit] = await db
            .insert(appointments)
            .values({
              organizationId,
              callId,
              customer: 'Ada Vance',
              job: 'No heat',
              startsAt: new Date(startsAt),
              endsAt: new Date(Date.parse(startsAt) + 7_200_000),
            })
            .returning({ id: appointments.id })
          return visit?.id ?? ''
        })
      const appointmentId = await addVisit('2026-03-03T14:00:00Z')
      await addVisit('2026-03-04T14:00:00Z')
      const { id } = await create({ outcome: 'rescheduled', intent: 'reschedule', appointmentId })
      const booked = await addVisit('2026-03-05T14:00:00Z', id)
      const detail = await open(id)
      expect(callDetail.parse(JSON.parse(JSON.stringify(detail)))).toEqual(detail)
      expect(detail?.visits).toMatchObject([
        { id: appointmentId, isAskedAbout: true },
        { id: booked, isAskedAbout: false },
      ])
      await inA(({ db }) => db.delete(appointments).where(eq(appointments.id, appointmentId)))
      expect((await open(id))?.visits).toMatchObject([{ id: booked, isAskedAbout: false }])
    })

    it('finds nothing of another organization, and says nothing in its log', async () => {
      const { id } = await create({ recordingUrl: RECORDING })
      const reader = { personId: 'user_1', mayReadAppointments: true }
      expect(await inB((tx) => openCall(tx, id, reader))).toBeUndefined()
      expect(await inB((tx) => findRecording(tx, id))).toBeUndefined()
      expect(await inB(({ db }) => db.select().from(events))).toEqual([])
      expect(await inA((tx) => findRecording(tx, id))).toBe(RECORDING)
      expect(await inA((tx) => findRecording(tx, 'x'))).toBeUndefined()
    })
  })

  it('a player that asks for one piece after another is in the log once', async () => {
    const { id } = await create()
    for (let piece = 0; piece < 5; piece += 1) {
      await inA((tx) => recordReading(tx, { kind: 'person', id: 'user_1' }, 'recording.played', id))
    }
    expect(await logged()).toEqual([{ action: 'recording.played', actorId: 'user_1', details: null }])
  })

  it('the list counts what waits, for anybody and for oneself, and knows the day', async () => {
    const { id } = await create({ attention: 'Asks for a price' })
    await create({ attention: 'Smell of gas' })
    await create()
    await inA((tx) => changeCall(tx, PERSON, id, { handedToId: 'user_2' }))
    const read = (personId: string, state: Partial<ReturnType<typeof callListState.parse>> = {}) =>
      inA((tx) => readCallList(tx, personId, callListState.parse(state), new Date('2026-03-08T04:59:59Z')))
    const list = await read('user_2')
    expect(callList.parse(JSON.parse(JSON.stringify(list)))).toEqual(list)
    expect(list).toMatchObject({ total: 3, waiting: 2, mine: 1, today: '2026-03-07', timeZone: 'America/New_York' })
    expect(await read('user_2', { show: 'mine' })).toMatchObject({ total: 1, rows: [{ id }] })
    expect(await read('user_1', { show: 'mine' })).toMatchObject({ total: 0, waiting: 2, mine: 0 })
    await inA((tx) => changeCall(tx, PERSON, id, { attentionEnded: true }))
    expect(await read('user_2', { show: 'waiting' })).toMatchObject({ total: 1, waiting: 1, mine: 0 })
    // Handed over again, it waits again.
    await inA((tx) => changeCall(tx, PERSON, id, { handedToId: 'user_1' }))
    expect(await read('user_1', { show: 'mine' })).toMatchObject({ total: 1 })
  })

  it('only a member of the organization is known as one', async () => {
    await upsertMembership(opened.db, { id: 'mem_1', organizationId: 'org_a', userId: 'user_9' })
    expect(await inA((tx) => knowsMember(tx, 'user_9'))).toBe(true)
    expect(await inA((tx) => knowsMember(tx, 'user_8'))).toBe(false)
    expect(await inB((tx) => knowsMember(tx, 'user_9'))).toBe(false)
  })
})
