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
import { openedDatabase } from '../support/opened-database.ts'

const OWNER: Actor = { kind: 'person', id: 'user_owner' }
const NOW = new Date('2026-05-04T12:00:00Z')
const SITE = 'https://www.example.com'
const OPTIONS = { countingSecret: 'a-secret-that-only-this-test-has', siteUrl: SITE, now: NOW }

const VISIT: AppointmentInput = {
  customer: 'Dana Example',
  job: 'Furnace does not start',
  startsAt: '2026-05-05T12:00:00Z',
  endsAt: '2026-05-05T14:00:00Z',
}

const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

function entriesOf(calendar: string) {
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
  const opened = openedDatabase()
  const { within } = opened
  beforeEach(async () => {
    await opened.db.delete(rateLimits)
    await opened.clear(appointments, calendarFeeds, events)
  })

  const make = (name = 'Office') => within((tx) => createFeed(tx, OWNER, { name }))
  const visit = (input: Partial<AppointmentInput> = {}) =>
    within((tx) => createAppointment(tx, OWNER, { ...VISIT, ...input }))

  const read = (secret: string, now = NOW, address = '203.0.113.9') =>
    readFeed(opened.db, { secret, address }, { ...OPTIONS, now })

  async function calendarAt(secret: string, now = NOW): Promise<string> {
    const answer = await read(secret, now)
    if (answer.status !== 'found') throw new Error(`The feed is ${answer.status}`)
    return answer.calendar
  }

  it('has a secret URL of 256 random bits, stored only as a hash', async () => {
    const { feed, secret } = await make()
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await make()).secret).not.toBe(secret)
    const rows = await within(({ db }) => db.select().from(calendarFeeds).where(eq(calendarFeeds.id, feed.id)))
    expect(rows).toMatchObject([{ createdById: 'user_owner', secretHash: expect.any(String) }])
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await within(listFeeds))).not.toMatch(/hash|secret/i)
    expect(JSON.stringify(await opened.events())).not.toContain(secret)
  })

  it('contains the visits of its organization in valid iCalendar format', async () => {
    const address = '12 Sample Street, Apt; 3\\4'
    const made = await visit({ state: 'confirmed', address, phone: '+12125550142', technician: 'Sam' })
    await within('org_b', (tx) => createAppointment(tx, OWNER, VISIT))
    const { secret } = await make('Sam, phone')
    const calendar = await calendarAt(secret)
    expect(entriesOf(calendar)).toEqual([
      {
        uid: made.id,
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
        url: `${SITE}/dashboard/appointments?visit=${made.id}`,
        modified: new Date(Math.floor(Date.parse(made.updatedAt) / 1000) * 1000),
      },
    ])
    expect(calendar).toContain('X-WR-CALNAME:Sam\\, phone')
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('keeps the UID of a moved or canceled visit and increments its sequence', async () => {
    const { id } = await visit()
    const { secret } = await make()
    const before = entriesOf(await calendarAt(secret))
    await within((tx) => changeAppointment(tx, OWNER, id, { startsAt: '2026-05-05T13:00:00Z' }))
    const moved = entriesOf(await calendarAt(secret))
    await within((tx) => changeAppointment(tx, OWNER, id, { state: 'cancelled', reason: 'Found somebody else' }))
    const cancelled = entriesOf(await calendarAt(secret))
    expect([before, moved, cancelled].map(([entry]) => [entry?.uid, entry?.sequence, entry?.status])).toEqual([
      [id, 1, 'TENTATIVE'],
      [id, 2, 'TENTATIVE'],
      [id, 3, 'CANCELLED'],
    ])
    expect(before[0]?.summary).toBe('Requested: Furnace does not start, Dana Example')
    expect(moved[0]?.start).toBe('2026-05-05T13:00:00.000Z')
    expect(cancelled[0]).toMatchObject({
      summary: 'Canceled: Furnace does not start, Dana Example',
      description: expect.stringContaining('Reason for the change: Found somebody else'),
      transparency: 'TRANSPARENT',
    })
  })

  it('escapes user input, including iCalendar syntax', async () => {
    const words =
      'No heat\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Free visit\nATTACH:https://example.com/x; , \\n \u0007"quoted" é 🔥'
    await visit({ job: words, customer: 'A;B,C\\D: "E"', technician: 'BEGIN:VALARM' })
    const { secret } = await make('X\nMETHOD:CANCEL')
    const calendar = await calendarAt(secret)
    const entries = entriesOf(calendar)
    expect(entries).toHaveLength(1)
    expect(entries[0]?.summary).toBe('Requested: No heat, A;B,C\\D: "E"')
    expect(entries[0]?.description).toContain(words.replaceAll('\r\n', '\n').replace('\u0007', ''))
    expect(calendar).not.toMatch(/^(ATTACH|BEGIN:VALARM|METHOD:CANCEL)/m)
    expect(calendar).not.toContain('\u0007')
  })

  it('folds long lines to 75 bytes', async () => {
    await visit({ job: `${'Übergröße '.repeat(150)}🔥` })
    const { secret } = await make()
    const calendar = await calendarAt(secret)
    for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [entry] = entriesOf(calendar)
    expect(entry?.description).toContain('🔥')
    expect([...(entry?.summary ?? '')]).toHaveLength(80)
  })

  it('covers 90 days back and one year ahead', async () => {
    const at = (startsAt: string, customer: string) =>
      visit({ customer, startsAt, endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString() })
    await at('2026-02-02T12:00:00Z', 'too old')
    await at('2026-02-04T12:00:00Z', 'oldest')
    await at('2027-05-03T12:00:00Z', 'last')
    await at('2027-05-05T12:00:00Z', 'too far')
    const { secret } = await make()
    const names = entriesOf(await calendarAt(secret)).map(({ summary }) => summary)
    expect(names).toEqual([expect.stringContaining('oldest'), expect.stringContaining('last')])
  })

  it('is a valid empty calendar without visits', async () => {
    const { secret } = await make()
    expect(entriesOf(await calendarAt(secret))).toEqual([])
  })

  it('returns nothing once it is revoked', async () => {
    const { feed, secret } = await make()
    const { secret: other } = await make('Other')
    expect(await within((tx) => revokeFeed(tx, OWNER, feed.id))).toBe(true)
    expect(await read(secret)).toEqual({ status: 'missing' })
    expect((await read(other)).status).toBe('found')
    expect((await within(listFeeds)).map(({ name }) => name)).toEqual(['Other'])
    for (const id of [feed.id, 'x', '']) expect(await within((tx) => revokeFeed(tx, OWNER, id))).toBe(false)
    const log = (await opened.events()).filter(({ subjectId }) => subjectId === feed.id)
    expect(log.map(({ action }) => action).toSorted()).toEqual(['feed.created', 'feed.revoked'])
  })

  it('records its last use at most once a minute', async () => {
    const { secret } = await make()
    const lastUse = async () => (await within(listFeeds))[0]?.lastUsedAt
    expect(await lastUse()).toBeNull()
    await read(secret)
    expect(await lastUse()).toBe(NOW.toISOString())
    await read(secret, minutesLater(0.9))
    expect(await lastUse()).toBe(NOW.toISOString())
    await read(secret, minutesLater(1.1))
    expect(await lastUse()).toBe(minutesLater(1.1).toISOString())
  })

  it('allows sixty reads in ten minutes across all clients', async () => {
    const { secret } = await make()
    const { secret: other } = await make('Other')
    for (let time = 0; time < 60; time += 1) expect((await read(secret, NOW, `203.0.113.${time}`)).status).toBe('found')
    expect(await read(secret, minutesLater(4))).toEqual({ status: 'limited', waitMs: 360_000 })
    expect((await read(other)).status).toBe('found')
    expect((await read(secret, minutesLater(10.1))).status).toBe('found')
  })

  it('limits how many secrets a client can guess', async () => {
    const guess = (time: number) => `${'A'.repeat(40)}${String(time).padStart(3, '0')}`
    for (let time = 0; time < 30; time += 1) expect(await read(guess(time))).toEqual({ status: 'missing' })
    expect(await read(guess(31))).toEqual({ status: 'limited', waitMs: 600_000 })
    expect(await read(guess(31), NOW, '203.0.113.10')).toEqual({ status: 'missing' })
    for (const secret of ['', "' or 1=1 --", 'x'.repeat(10_000)])
      expect(await read(secret, NOW, '203.0.113.11')).toEqual({ status: 'missing' })
  })

  it('needs a name and is limited in number', async () => {
    await expect(make(' ')).rejects.toMatchObject({ name: 'ZodError' })
    const many = Array.from({ length: MAX_FEEDS }, (_, n) => ({ name: `${n}`, secretHash: `hash-${n}` }))
    await within(({ db, organizationId }) =>
      db.insert(calendarFeeds).values(many.map((feed) => ({ ...feed, organizationId }))),
    )
    await expect(make()).rejects.toMatchObject({ name: 'TooManyFeedsError' })
  })
})
