import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeAppointment, createAppointment } from '../../lib/appointments/store.ts'
import { appointments, calls, organizations } from '../../lib/db/schema/index.ts'
import { busyTimes } from '../../lib/integrations/calendars.ts'
import { removeConnection, stopWriting } from '../../lib/integrations/manage.ts'
import { connectionLogOf } from '../../lib/integrations/overview.ts'
import { enterAppointment } from '../../lib/integrations/appointments.ts'
import { connectGoogle, GOOGLE, PERSON, SITE, type RunningWorkplace, startWorkplace } from './integrations-fixtures.ts'

/** What is written into somebody's calendar, and what becomes of it afterwards, as the documentation says it. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

let running: RunningWorkplace
let oauth: RunningWorkplace['oauth']
let place: RunningWorkplace['place']
let office: RunningWorkplace['office']
beforeAll(async () => {
  running = await startWorkplace()
  ;({ oauth, place, office } = running)
})
afterAll(() => running.close())
beforeEach(async () => {
  await place.opened.db.delete(organizations)
  oauth.entered = {}
  oauth.requests.length = 0
})

/** A confirmed visit of tomorrow that came of a call. */
async function visitOfCall() {
  const startsAt = new Date(office.now().getTime() + DAY)
  return office.transaction(async (tx) => {
    const { db, organizationId } = tx
    const [call] = await db
      .insert(calls)
      .values({ organizationId, startedAt: office.now(), outcome: 'booked' })
      .returning()
    return createAppointment(
      tx,
      { kind: 'assistant' },
      {
        callId: call?.id ?? '',
        customer: 'Sample Caller',
        phone: '+12125550142',
        address: '1 Sample Street',
        job: 'No heat',
        startsAt: startsAt.toISOString(),
        endsAt: new Date(startsAt.getTime() + 2 * HOUR).toISOString(),
        state: 'confirmed',
      },
    )
  })
}

const entered = () => Object.values(oauth.entered).flat()

/** What was asked of the calendar, each once; signing in is not among it. */
const asked = () => [...new Set(oauth.requests.filter((request) => request.includes('/calendar/')))]

describe('a visit that is entered', () => {
  it('says for what, where, for whom, when and after which call it is, and the log says the call', async () => {
    await connectGoogle(office, { writes: true })
    const { id, callId, startsAt, endsAt } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    expect(entered()).toEqual([
      {
        id: id.replaceAll('-', ''),
        summary: 'No heat',
        location: '1 Sample Street',
        description: `Sample Caller\n+12125550142\nEntered by phone assistant\nCall: ${SITE}/dashboard/calls/${callId}`,
        start: { dateTime: startsAt },
        end: { dateTime: endsAt },
      },
    ])
    const { entries } = await office.transaction((tx) => connectionLogOf(tx, GOOGLE))
    expect(entries[0]).toMatchObject({ wrote: 'a visit', callId, personId: PERSON.id })
  })

  it('is all that is written: nothing that was there is moved or deleted', async () => {
    await connectGoogle(office, { writes: true })
    const { id } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    await busyTimes(office, PERSON, { from: office.now(), to: new Date(office.now().getTime() + DAY) })
    const [own = ''] = Object.keys(oauth.entered)
    expect(asked().toSorted()).toEqual([
      'GET /calendar/v3/users/me/calendarList',
      'POST /calendar/v3/calendars',
      `POST /calendar/v3/calendars/${encodeURIComponent(own)}/events`,
      'POST /calendar/v3/freeBusy',
    ])
  })

  it('stays as it is when it is moved or cancelled here, when writing ends, and when the connection does', async () => {
    await connectGoogle(office, { writes: true })
    const { id, startsAt, endsAt } = await visitOfCall()
    await enterAppointment(office, GOOGLE, PERSON, id)
    const before = structuredClone(oauth.entered)
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
    expect(oauth.entered).toEqual(before)
    expect(asked()).toEqual([])
    const week = { from: office.now(), to: new Date(office.now().getTime() + 7 * DAY) }
    expect(await busyTimes(office, PERSON, week), 'nothing is read any more').toEqual({ busy: [], failed: [] })
    const [kept] = await office.transaction(({ db }) => db.select().from(appointments).where(eq(appointments.id, id)))
    expect(kept?.state).toBe('cancelled')
  })
})
