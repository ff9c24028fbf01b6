import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeAppointment, createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { appointments, connections } from '../support/tables.ts'
import { findBusyTimes } from '../../lib/dashboard/integrations/calendars.ts'
import { removeConnection, stopWriting } from '../../lib/dashboard/integrations/manage.ts'
import { listConnectionLog } from '../../lib/dashboard/integrations/overview.ts'
import { listConfirmedAppointments, syncAppointment } from '../../lib/dashboard/integrations/appointments.ts'
import { openConnection, sealSecret } from '../../lib/dashboard/integrations/repository.ts'
import {
  connectGoogle,
  GOOGLE,
  PERSON,
  SECRET,
  SITE_URL,
  startWorkplace,
  storeConnection,
} from './integrations-fixtures.ts'
import { addCall } from '../support/rows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const { oauth, office } = await startWorkplace()

async function createVisitOfCall() {
  const startsAt = new Date(office.now().getTime() + DAY_MS)
  return office.transaction(async (tx) => {
    const visit = {
      callId: await addCall(tx),
      customer: 'Sample Caller',
      phone: '+12125550142',
      address: '1 Sample Street',
      job: 'No heat',
      startsAt: startsAt.toISOString(),
      endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS).toISOString(),
      state: 'confirmed',
    } as const
    return createAppointment(tx, { kind: 'assistant' }, visit)
  })
}

const listEnteredVisits = () => Object.values(oauth.entered()).flat()

const listCalendarRequests = () => [...new Set(oauth.requests.filter((request) => request.includes('/calendar/')))]

describe('visit in Google Calendar', () => {
  it('contains job, address, customer, time and call link, and its log entry links the call', async () => {
    await connectGoogle(office, { writes: true })
    const { id, callId, startsAt, endsAt } = await createVisitOfCall()
    await syncAppointment(office, GOOGLE, PERSON, id)
    expect(listEnteredVisits()).toEqual([
      {
        id: id.replaceAll('-', ''),
        onceKey: null,
        title: 'No heat',
        place: '1 Sample Street',
        text: `Sample Caller\n+12125550142\nAdded by phone assistant\nCall: ${SITE_URL}/dashboard/calls/${callId}`,
        startsAt,
        endsAt,
      },
    ])
    const { entries } = await office.transaction((tx) => listConnectionLog(tx, GOOGLE))
    expect(entries[0]).toMatchObject({ wrote: 'a visit', callId, personId: PERSON.id })
    const otherVisit = await createVisitOfCall()
    await syncAppointment(office, GOOGLE, PERSON, otherVisit.id)
    expect(listEnteredVisits()).toMatchObject(
      [id, otherVisit.id].map((visitId) => ({ id: visitId.replaceAll('-', '') })),
    )
  })

  it('causes no request that updates or deletes existing events', async () => {
    await connectGoogle(office, { writes: true })
    const { id } = await createVisitOfCall()
    await syncAppointment(office, GOOGLE, PERSON, id)
    await findBusyTimes(office, PERSON, { from: office.now(), to: new Date(office.now().getTime() + DAY_MS) })
    const [calendarId = ''] = Object.keys(oauth.entered())
    expect(listCalendarRequests().toSorted()).toEqual([
      'GET /calendar/v3/users/me/calendarList',
      'POST /calendar/v3/calendars',
      `POST /calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`,
      'POST /calendar/v3/freeBusy',
    ])
  })

  it('stays unchanged after it is moved or canceled here, and after disconnecting', async () => {
    await connectGoogle(office, { writes: true })
    const { id, startsAt, endsAt } = await createVisitOfCall()
    await syncAppointment(office, GOOGLE, PERSON, id)
    const visitsBefore = oauth.entered()
    oauth.requests.length = 0
    const addHour = (moment: string) => new Date(Date.parse(moment) + HOUR_MS).toISOString()
    await office.transaction((tx) =>
      changeAppointment(tx, PERSON, id, { startsAt: addHour(startsAt), endsAt: addHour(endsAt) }),
    )
    await office.transaction((tx) =>
      changeAppointment(tx, PERSON, id, { state: 'cancelled', reason: 'Found another company' }),
    )
    await stopWriting(office, GOOGLE, PERSON)
    await removeConnection(office, GOOGLE, PERSON)
    expect(oauth.entered()).toEqual(visitsBefore)
    expect(listCalendarRequests()).toEqual([])
    const week = { from: office.now(), to: new Date(office.now().getTime() + 7 * DAY_MS) }
    expect(await findBusyTimes(office, PERSON, week), 'no request is sent').toEqual({ busy: [], failed: [] })
    const [storedVisit] = await office.transaction(({ db }) =>
      db.select().from(appointments).where(eq(appointments.id, id)),
    )
    expect(storedVisit?.state).toBe('cancelled')
  })
})

describe('visit in Microsoft 365', () => {
  const MICROSOFT = 'microsoft-365'

  /** Requests to Microsoft Graph. The stub returns a new id unless a test sets an error status. */
  let requests: { path: string; body: unknown }[]
  let refusals: Record<string, number>
  beforeEach(async () => {
    requests = []
    refusals = {}
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      const path = url.slice(oauth.addressOf(MICROSOFT).length)
      requests.push({ path, body: JSON.parse(body) })
      const status = refusals[path]
      return status ? Response.json({ error: {} }, { status }) : Response.json({ id: `own/${requests.length}` })
    })
    const secret = await sealSecret(office, MICROSOFT, SECRET)
    await storeConnection(office, MICROSOFT, { secret, writes: ['visits'] })
  })
  afterEach(() => vi.unstubAllGlobals())

  const enterVisit = (id: string) => syncAppointment(office, MICROSOFT, PERSON, id)
  const CALENDARS = '/v1.0/me/calendars'
  const EVENTS = `${CALENDARS}/${encodeURIComponent('own/1')}/events`

  it('is added to a dedicated calendar, once per transaction id, with times in UTC', async () => {
    const { id, callId, startsAt, endsAt } = await createVisitOfCall()
    expect(await enterVisit(id)).toEqual({ result: 'entered' })
    const toLocalDateTime = (moment: string) => ({ dateTime: moment.replace('Z', ''), timeZone: 'UTC' })
    expect(requests).toEqual([
      { path: CALENDARS, body: { name: 'Bookings by phone' } },
      {
        path: EVENTS,
        body: {
          transactionId: id,
          subject: 'No heat',
          location: { displayName: '1 Sample Street' },
          body: {
            contentType: 'text',
            content: `Sample Caller\n+12125550142\nAdded by phone assistant\nCall: ${SITE_URL}/dashboard/calls/${callId}`,
          },
          start: toLocalDateTime(startsAt),
          end: toLocalDateTime(endsAt),
        },
      },
    ])
    expect((await openConnection(office, MICROSOFT))?.secret.details).toEqual({ visitsCalendar: 'own/1' })
  })

  it('reuses its dedicated calendar, accepts an existing event, and replaces a deleted calendar', async () => {
    const { id } = await createVisitOfCall()
    await enterVisit(id)
    requests.length = 0
    refusals = { [EVENTS]: 409 }
    expect(await enterVisit(id), 'the event exists already').toEqual({ result: 'entered' })
    expect(requests.map(({ path }) => path)).toEqual([EVENTS])
    for (const missingStatus of [404, 410]) {
      requests.length = 0
      refusals = { [EVENTS]: missingStatus }
      expect(await enterVisit(id)).toEqual({ result: 'entered' })
      expect(requests.map(({ path }) => path).slice(0, 2)).toEqual([EVENTS, CALENDARS])
      // Restores the previous calendar id, so that the next error status applies to the same URL.
      const { secret } = (await openConnection(office, MICROSOFT)) ?? {}
      const sealedSecret = await sealSecret(office, MICROSOFT, { ...secret!, details: { visitsCalendar: 'own/1' } })
      await office.transaction(({ db }) => db.update(connections).set({ secret: sealedSecret }))
    }
    requests.length = 0
    refusals = { [EVENTS]: 500 }
    expect(await enterVisit(id)).toEqual({ failure: 'no_answer' })
    expect(
      requests.map(({ path }) => path),
      'no second calendar is created',
    ).toEqual([EVENTS])
  })
})

it("confirmed visits are listed in order, including the period's start but not its end", async () => {
  const from = new Date('2026-03-01T00:00:00Z')
  const addHours = (hours: number) => new Date(from.getTime() + hours * HOUR_MS)
  const [first, second, last] = ['first', 'second', 'last']
  await office.transaction(({ db, organizationId }) =>
    db.insert(appointments).values(
      [
        { job: 'too late', startsAt: addHours(24) },
        { job: last, startsAt: addHours(23) },
        { job: second, startsAt: addHours(1) },
        { job: first, startsAt: addHours(0) },
        { job: 'too early', startsAt: addHours(-1) },
        { job: 'not confirmed', startsAt: addHours(2), state: 'requested' as const },
      ].map((visit) => ({
        organizationId,
        customer: 'Sample Caller',
        endsAt: new Date(visit.startsAt.getTime() + HOUR_MS),
        state: 'confirmed' as const,
        ...visit,
      })),
    ),
  )
  const listJobs = async (limit: number) => {
    const rows = await office.transaction((tx) => listConfirmedAppointments(tx, { from, to: addHours(24) }, limit))
    return rows.map(({ job }) => job)
  }
  expect(await listJobs(10)).toEqual([first, second, last])
  expect(await listJobs(2)).toEqual([first, second])
  expect(await office.transaction((tx) => listConfirmedAppointments(tx, { from, to: addHours(1) }, 10))).toEqual([
    { id: expect.any(String), job: first, startsAt: addHours(0).toISOString(), endsAt: addHours(1).toISOString() },
  ])
})
