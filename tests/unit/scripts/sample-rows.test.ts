import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { lastNight } from '../../../lib/dashboard/today/night.ts'
import { sampleRows } from '../../../scripts/support/sample-data/rows.ts'

const ZONE = 'America/Chicago'
const WEEKDAY = { from: '08:00', to: '17:00' }
const HOURS: OpeningHours = { mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: WEEKDAY }

describe('sample company', () => {
  it.each([
    ['on a Wednesday morning', '2026-03-11T12:00:00Z'],
    ['on a Monday morning, after a weekend', '2026-03-16T12:00:00Z'],
    ['on a Sunday evening', '2026-03-15T23:00:00Z'],
    ['in the afternoon', '2026-07-08T20:00:00Z'],
    ['on the day when daylight saving time starts', '2026-03-08T15:00:00Z'],
  ])('has six calls since closing, three booked and one that needs attention, %s', (_when, text) => {
    const now = new Date(text)
    const night = lastNight(HOURS, ZONE, now)
    const rows = sampleRows(now, ZONE, night)
    const ofNight = rows.calls.filter(({ startedAt }) => startedAt >= night.from && startedAt <= now)
    expect(ofNight.map(({ outcome }) => outcome).filter((outcome) => outcome === 'booked')).toHaveLength(3)
    expect(ofNight).toHaveLength(6)
    expect(rows.calls.filter(({ attention, attentionEndedAt }) => attention && !attentionEndedAt)).toHaveLength(1)
    expect(rows.leads).toHaveLength(200)
    expect(rows.calls.filter(({ attentionEndedAt }) => attentionEndedAt && attentionEndedAt > now)).toEqual([])
  })

  it('has audit log events for all calls, leads and appointments', () => {
    const now = new Date('2026-03-11T12:00:00Z')
    const { calls, leads, appointments, events } = sampleRows(now, ZONE, lastNight(HOURS, ZONE, now))
    const of = (action: string) => events.filter((event) => event.action === action).map(({ subjectId }) => subjectId)
    expect(of('call.created')).toEqual(calls.map(({ id }) => id))
    expect(of('lead.created')).toEqual(leads.map(({ id }) => id))
    expect(of('appointment.created')).toEqual(appointments.map(({ id }) => id))
  })
})
