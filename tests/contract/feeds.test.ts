import ICAL from 'ical.js'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentInput } from '../../lib/dashboard/appointments/input.ts'
import { changeAppointment, createAppointment } from '../../lib/dashboard/appointments/repository.ts'
import { appointments, calendarFeeds, events, rateLimits } from '../support/tables.ts'
import type { Actor } from '../../lib/dashboard/model/event.ts'
import { readFeed } from '../../lib/dashboard/calendar-feeds/read.ts'
import { MAX_FEEDS } from '../../lib/dashboard/calendar-feeds/record.ts'
import { createFeed, listFeeds, revokeFeed } from '../../lib/dashboard/calendar-feeds/repository.ts'
import { setUpDatabase } from '../support/opened-database.ts'

const OWNER: Actor = { kind: 'person', id: 'user_owner' }
const NOW = new Date('2026-05-04T12:00:00Z')
const SITE_URL = 'https://www.example.com'
const OPTIONS = { countingSecret: 'a-secret-that-only-this-test-has', siteUrl: SITE_URL, now: NOW }

const VISIT: AppointmentInput = {
  customer: 'Dana Example',
  job: 'Furnace does not start',
  startsAt: '2026-05-05T12:00:00Z',
  endsAt: '2026-05-05T14:00:00Z',
}

const addMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

function parseEntries(calendar: string) {
  const component = new ICAL.Component(ICAL.parse(calendar) as [string, unknown[], unknown[]])
  return component.getAllSubcomponents('vevent').map((entry) => {
    const event = new ICAL.Event(entry)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      description: event.description,
      location: event.location,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone?.tzid,
      status: entry.getFirstPropertyValue('status'),
      transparency: entry.getFirstPropertyValue('transp'),
      url: entry.getFirstPropertyValue('url'),
      modified: (entry.getFirstPropertyValue('last-modified') as InstanceType<typeof ICAL.Time>).toJSDate(),
    }
  })
}

describe('calendar feed', () => {
  const database = setUpDatabase()
  const { within } = database
  beforeEach(async () => {
    await database.db.delete(rateLimits)
    await database.clear(appointments, calendarFeeds, events)
  })

  const createTestFeed = (name = 'Office') => within((tx) => createFeed(tx, OWNER, { name }))
  const createVisit = (input: Partial<AppointmentInput> = {}) =>
    within((tx) => createAppointment(tx, OWNER, { ...VISIT, ...input }))

  const readTestFeed = (secret: string, now = NOW, address = '203.0.113.9') =>
    readFeed(database.db, { secret, address }, { ...OPTIONS, now })

  async function readCalendar(secret: string, now = NOW): Promise<string> {
    const result = await readTestFeed(secret, now)
    if (result.status !== 'found') throw new Error(`The feed is ${result.status}`)
    return result.calendar
  }

  it('has a secret URL of 256 random bits, stored only as a hash', async () => {
    const { feed, secret } = await createTestFeed()
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await createTestFeed()).secret).not.toBe(secret)
    const rows = await within(({ db }) => db.select().from(calendarFeeds).where(eq(calendarFeeds.id, feed.id)))
    expect(rows).toMatchObject([{ createdById: 'user_owner', secretHash: expect.any(String) }])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await within(listFeeds))).not.toMatch(/hash|secret/i)
    expect(JSON.stringify(await database.events())).not.toContain(secret)
  })

  it('contains the visits of its organization in valid iCalendar format', async () => {
    const address = '12 Sample Street, Apt; 3\\4'
    const created = await createVisit({ state: 'confirmed', address, phone: '+12125550142', technician: 'Sam' })
    await within('org_b', (tx) => createAppointment(tx, OWNER, VISIT))
    const { secret } = await createTestFeed('Sam, phone')
    const calendar = await readCalendar(secret)
    expect(parseEntries(calendar)).toEqual([
      {
        uid: created.id,
        sequence: 1,
        summary: 'Furnace does not start, Dana Example',
        description:
          'Furnace does not start\n\nCustomer: Dana Example\nPhone: +12125550142\nTechnician: Sam\nStatus: Confirmed',
        location: address,
        start: '2026-05-05T12:00:00.000Z',
        end: '2026-05-05T14:00:00.000Z',
        zone: 'UTC',
        status: 'CONFIRMED',
        transparency: 'OPAQUE',
        url: `${SITE_URL}/dashboard/appointments?visit=${created.id}`,
        modified: new Date(Math.floor(Date.parse(created.updatedAt) / 1000) * 1000),
      },
    ])
    expect(calendar).toContain('X-WR-CALNAME:Sam\\, phone')
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('keeps the UID of a moved or canceled visit and increments its sequence', async () => {
    const { id } = await createVisit()
    const { secret } = await createTestFeed()
    const entriesBefore = parseEntries(await readCalendar(secret))
    await within((tx) => changeAppointment(tx, OWNER, id, { startsAt: '2026-05-05T13:00:00Z' }))
    const movedEntries = parseEntries(await readCalendar(secret))
    await within((tx) => changeAppointment(tx, OWNER, id, { state: 'cancelled', reason: 'Found somebody else' }))
    const canceledEntries = parseEntries(await readCalendar(secret))
    expect(
      [entriesBefore, movedEntries, canceledEntries].map(([entry]) => [entry?.uid, entry?.sequence, entry?.status]),
    ).toEqual([
      [id, 1, 'TENTATIVE'],
      [id, 2, 'TENTATIVE'],
      [id, 3, 'CANCELLED'],
    ])
    expect(entriesBefore[0]?.summary).toBe('Requested: Furnace does not start, Dana Example')
    expect(movedEntries[0]?.start).toBe('2026-05-05T13:00:00.000Z')
    expect(canceledEntries[0]).toMatchObject({
      summary: 'Canceled: Furnace does not start, Dana Example',
      description: expect.stringContaining('Reason for the change: Found somebody else'),
      transparency: 'TRANSPARENT',
    })
  })

  it('escapes user input, including iCalendar syntax', async () => {
    const notes =
      'No heat\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Free visit\nATTACH:https://example.com/x; , \\n \u0007"quoted" é 🔥'
    await createVisit({ job: notes, customer: 'A;B,C\\D: "E"', technician: 'BEGIN:VALARM' })
    const { secret } = await createTestFeed('X\nMETHOD:CANCEL')
    const calendar = await readCalendar(secret)
    const entries = parseEntries(calendar)
    expect(entries).toHaveLength(1)
    expect(entries[0]?.summary).toBe('Requested: No heat, A;B,C\\D: "E"')
    expect(entries[0]?.description).toContain(notes.replaceAll('\r\n', '\n').replace('\u0007', ''))
    expect(calendar).not.toMatch(/^(ATTACH|BEGIN:VALARM|METHOD:CANCEL)/m)
    expect(calendar).not.toContain('\u0007')
  })

  it('folds long lines to 75 bytes', async () => {
    await createVisit({ job: `${'Übergröße '.repeat(150)}🔥` })
    const { secret } = await createTestFeed()
    const calendar = await readCalendar(secret)
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [entry] = parseEntries(calendar)
    expect(entry?.description).toContain('🔥')
    expect([...(entry?.summary ?? '')]).toHaveLength(80)
  })

  it('covers 90 days back and one year ahead', async () => {
    const createVisitAt = (startsAt: string, customer: string) =>
      createVisit({ customer, startsAt, endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString() })
    await createVisitAt('2026-02-02T12:00:00Z', 'too old')
    await createVisitAt('2026-02-04T12:00:00Z', 'oldest')
    await createVisitAt('2027-05-03T12:00:00Z', 'last')
    await createVisitAt('2027-05-05T12:00:00Z', 'too far')
    const { secret } = await createTestFeed()
    const names = parseEntries(await readCalendar(secret)).map(({ summary }) => summary)
    expect(names).toEqual([expect.stringContaining('oldest'), expect.stringContaining('last')])
  })

  it('is a valid empty calendar if there are no visits', async () => {
    const { secret } = await createTestFeed()
    expect(parseEntries(await readCalendar(secret))).toEqual([])
  })

  it('returns nothing once it is revoked', async () => {
    const { feed, secret } = await createTestFeed()
    const { secret: otherSecret } = await createTestFeed('Other')
    expect(await within((tx) => revokeFeed(tx, OWNER, feed.id))).toBe(true)
    expect(await readTestFeed(secret)).toEqual({ status: 'missing' })
    expect((await readTestFeed(otherSecret)).status).toBe('found')
    expect((await within(listFeeds)).map(({ name }) => name)).toEqual(['Other'])
    for (const id of [feed.id, 'x', '']) expect(await within((tx) => revokeFeed(tx, OWNER, id))).toBe(false)
    const log = (await database.events()).filter(({ subjectId }) => subjectId === feed.id)
    expect(log.map(({ action }) => action).toSorted()).toEqual(['feed.created', 'feed.revoked'])
  })

  it('records its last use at most once a minute', async () => {
    const { secret } = await createTestFeed()
    const getLastUse = async () => (await within(listFeeds))[0]?.lastUsedAt
    expect(await getLastUse()).toBeNull()
    await readTestFeed(secret)
    expect(await getLastUse()).toBe(NOW.toISOString())
    await readTestFeed(secret, addMinutes(0.9))
    expect(await getLastUse()).toBe(NOW.toISOString())
    await readTestFeed(secret, addMinutes(1.1))
    expect(await getLastUse()).toBe(addMinutes(1.1).toISOString())
  })

  it('allows sixty reads in ten minutes across all clients', async () => {
    const { secret } = await createTestFeed()
    const { secret: otherSecret } = await createTestFeed('Other')
    for (let time = 0; time < 60; time += 1)
      expect((await readTestFeed(secret, NOW, `203.0.113.${time}`)).status).toBe('found')
    expect(await readTestFeed(secret, addMinutes(4))).toEqual({ status: 'limited', waitMs: 360_000 })
    expect((await readTestFeed(otherSecret)).status).toBe('found')
    expect((await readTestFeed(secret, addMinutes(10.1))).status).toBe('found')
  })

  it('limits how many secrets a client can guess', async () => {
    const buildGuess = (time: number) => `${'A'.repeat(40)}${String(time).padStart(3, '0')}`
    for (let time = 0; time < 30; time += 1) expect(await readTestFeed(buildGuess(time))).toEqual({ status: 'missing' })
    expect(await readTestFeed(buildGuess(31))).toEqual({ status: 'limited', waitMs: 600_000 })
    expect(await readTestFeed(buildGuess(31), NOW, '203.0.113.10')).toEqual({ status: 'missing' })
    for (const secret of ['', "' or 1=1 --", 'x'.repeat(10_000)])
      expect(await readTestFeed(secret, NOW, '203.0.113.11')).toEqual({ status: 'missing' })
  })

  it('requires a name, and the number of feeds is limited', async () => {
    await expect(createTestFeed(' ')).rejects.toMatchObject({ name: 'ZodError' })
    const manyFeeds = Array.from({ length: MAX_FEEDS }, (_, n) => ({ name: `${n}`, secretHash: `hash-${n}` }))
    await within(({ db, organizationId }) =>
      db.insert(calendarFeeds).values(manyFeeds.map((feed) => ({ ...feed, organizationId }))),
    )
    await expect(createTestFeed()).rejects.toMatchObject({ name: 'TooManyFeedsError' })
  })
})
