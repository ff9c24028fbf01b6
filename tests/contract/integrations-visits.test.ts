import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeAppointment, createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { appointments, connections } from '../support/tables.ts'
import { busyTimes } from '../../lib/dashboard/integrations/calendars.ts'
import { removeConnection, stopWriting } from '../../lib/dashboard/integrations/manage.ts'
import { connectionLogOf } from '../../lib/dashboard/integrations/overview.ts'
import { confirmedAppointments, enterAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import { openConnection, sealSecret } from '../../lib/dashboard/integrations/repository.ts'
import {
  connectGoogle,
  GOOGLE,
  PERSON,
  SECRET,
  SITE,
  startWorkplace,
  storeConnection,
} from './integrations-fixtures.ts'
import { addCall } from '../support/rows.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const { oauth, office } = await startWorkplace()

async function visitOfCall() {
  const startsAt = new Date(office.now().getTime() + DAY)
  return office.transaction(async (tx) => {
    const visit = {
      callId: await addCall(tx),
      customer: 'Sample Caller',
      phone: '+12125550142',
      address: '1 Sample Street',
      job: 'No heat',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString(),
      state: 'confirmed',
    } as const
    return createAppointment(tx, { kind: 'assistant' }, visit)
  })
}

const entered = () => Object.values(oauth.entered()).flat()

const asked = () => [...new Set(oauth.requests.filter((request) => request.includes('/calendar/')))]

describe('visit in Google Calendar', () => {
  it('contains job, address, customer, time and call link, and its log entry links the call', async () => {
    await connectGoogle(office, { writes: true })
    const { id, callId, startsAt, endsAt } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    expect(entered()).toEqual([
      {
        id: id.replaceAll('-', ''),
        onceKey: null,
        title: 'No heat',
        place: '1 Sample Street',
        text: `Sample Caller\n+12125550142\nAdded by phone assistant\nCall: ${SITE}/dashboard/calls/${callId}`,
        startsAt,
        endsAt,
      },
    ])
    const { entries } = await office.transaction((tx) => connectionLogOf(tx, GOOGLE))
    expect(entries[0]).toMatchObject({ wrote: 'a visit', callId, personId: PERSON.id })
    const other = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, other.id)
    expect(entered()).toMatchObject([id, other.id].map((each) => ({ id: each.replaceAll('-', '') })))
  })

  it('causes no request that updates or deletes existing events', async () => {
    await connectGoogle(office, { writes: true })
    const { id } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    await busyTimes(office, PERSON, { from: office.now(), to: new Date(office.now().getTime() + DAY) })
    const [own = ''] = Object.keys(oauth.entered())
    expect(asked().toSorted()).toEqual([
      'GET /calendar/v3/users/me/calendarList',
      'POST /calendar/v3/calendars',
      `POST /calendar/v3/calendars/${encodeURIComponent(own)}/events`,
      'POST /calendar/v3/freeBusy',
    ])
  })

  it('stays unchanged after it is moved or canceled here, and after disconnecting', async () => {
    await connectGoogle(office, { writes: true })
    const { id, startsAt, endsAt } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    const before = oauth.entered()
    oauth.requests.length = 0
    const later = (moment: string) => new Date(Date.parse(moment) + HOUR).toISOString()
    await office.transaction((tx) =>
      changeAppointment(tx, PERSON, id, { startsAt: later(startsAt), endsAt: later(endsAt) }),
    )
    await office.transaction((tx) =>
      changeAppointment(tx, PERSON, id, { state: 'cancelled', reason: 'Found another company' }),
    )
    await stopWriting(office, GOOGLE, PERSON)
    await removeConnection(office, GOOGLE, PERSON)
    expect(oauth.entered()).toEqual(before)
    expect(asked()).toEqual([])
    const week = { from: office.now(), to: new Date(office.now().getTime() + 7 * DAY) }
    expect(await busyTimes(office, PERSON, week), 'no request is sent').toEqual({ busy: [], failed: [] })
    const [kept] = await office.transaction(({ db }) => db.select().from(appointments).where(eq(appointments.id, id)))
    expect(kept?.state).toBe('cancelled')
  })
})

describe('visit in Microsoft 365', () => {
  const MICROSOFT = 'microsoft-365'

  /** Requests to Microsoft Graph. The stub returns a new id unless a test sets an error status. */
  let asked: { path: string; body: unknown }[]
  let refusals: Record<string, number>
  beforeEach(async () => {
    asked = []
    refusals = {}
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const path = url.slice(oauth.addressOf(MICROSOFT).length)
      asked.push({ path, body: JSON.parse(body) })
      const status = refusals[path]
      return status ? Response.json({ error: {} }, { status }) : Response.json({ id: `own/${asked.length}` })
    })
    const secret = await sealSecret(office, MICROSOFT, SECRET)
    await storeConnection(office, MICROSOFT, { secret, writes: ['visits'] })
  })
  afterEach(() => vi.unstubAllGlobals())

  const enter = (id: string) => enterAppointment(office, MICROSOFT, PERSON, id)
  const CALENDARS = '/v1.0/me/calendars'
  const EVENTS = `${CALENDARS}/${encodeURIComponent('own/1')}/events`

  it('is added to a dedicated calendar, once per transaction id, with times in UTC', async () => {
    const { id, callId, startsAt, endsAt } = await visitOfCall()
    expect(await enter(id)).toEqual({ result: 'entered' })
    const local = (moment: string) => ({ dateTime: moment.replace('Z', ''), timeZone: 'UTC' })
    expect(asked).toEqual([
      { path: CALENDARS, body: { name: 'Bookings by phone' } },
      {
        path: EVENTS,
        body: {
          transactionId: id,
          subject: 'No heat',
          location: { displayName: '1 Sample Street' },
          body: {
            contentType: 'text',
            content: `Sample Caller\n+12125550142\nAdded by phone assistant\nCall: ${SITE}/dashboard/calls/${callId}`,
          },
          start: local(startsAt),
          end: local(endsAt),
        },
      },
    ])
    expect((await openConnection(office, MICROSOFT))?.secret.details).toEqual({ visitsCalendar: 'own/1' })
  })

  it('reuses the known calendar, accepts an existing event, and replaces a deleted calendar', async () => {
    const { id } = await visitOfCall()
    await enter(id)
    asked.length = 0
    refusals = { [EVENTS]: 409 }
    expect(await enter(id), 'the event exists already').toEqual({ result: 'entered' })
    expect(asked.map(({ path }) => path)).toEqual([EVENTS])
    for (const gone of [404, 410]) {
      asked.length = 0
      refusals = { [EVENTS]: gone }
      expect(await enter(id)).toEqual({ result: 'entered' })
      expect(asked.map(({ path }) => path).slice(0, 2)).toEqual([EVENTS, CALENDARS])
      // Restores the previous calendar id, so that the next status applies to the same URL.
      const { secret } = (await openConnection(office, MICROSOFT)) ?? {}
      const before = await sealSecret(office, MICROSOFT, { ...secret!, details: { visitsCalendar: 'own/1' } })
      await office.transaction(({ db }) => db.update(connections).set({ secret: before }))
    }
    asked.length = 0
    refusals = { [EVENTS]: 500 }
    expect(await enter(id)).toEqual({ failure: 'no_answer' })
    expect(
      asked.map(({ path }) => path),
      'no second calendar is created',
    ).toEqual([EVENTS])
  })
})

it("confirmed visits are listed in order, including the period's start but not its end", async () => {
  const from = new Date('2026-03-01T00:00:00Z')
  const at = (hours: number) => new Date(from.getTime() + hours * HOUR)
  const [first, second, last] = ['first', 'second', 'last']
  await office.transaction(({ db, organizationId }) =>
    db.insert(appointments).values(
      [
        { job: 'too late', startsAt: at(24) },
        { job: last, startsAt: at(23) },
        { job: second, startsAt: at(1) },
        { job: first, startsAt: at(0) },
        { job: 'too early', startsAt: at(-1) },
        { job: 'not confirmed', startsAt: at(2), state: 'requested' as const },
      ].map((visit) => ({
        organizationId,
        customer: 'Sample Caller',
        endsAt: new Date(visit.startsAt.getTime() + HOUR),
        state: 'confirmed' as const,
        ...visit,
      })),
    ),
  )
  const jobs = async (limit: number) => {
    const found = await office.transaction((tx) => confirmedAppointments(tx, { from, to: at(24) }, limit))
    return found.map(({ job }) => job)
  }
  expect(await jobs(10)).toEqual([first, second, last])
  expect(await jobs(2)).toEqual([first, second])
  expect(await office.transaction((tx) => confirmedAppointments(tx, { from, to: at(1) }, 10))).toEqual([
    { id: expect.any(String), job: first, startsAt: at(0).toISOString(), endsAt: at(1).toISOString() },
  ])
})
