import { describe, expect, it } from 'vitest'
import type { OpeningHours } from '../../../lib/dashboard/model/opening-hours.ts'
import { findPeriodSinceClose } from '../../../lib/dashboard/today/since-close.ts'
import { createSampleRows } from '../../../scripts/support/sample-data/rows.ts'
import { buildSchedule } from '../../support/schedule.ts'

const TIME_ZONE = 'America/Chicago'
const WEEKDAY_HOURS = { from: '08:00', to: '17:00' }
const OPENING_HOURS: OpeningHours = {
  mon: WEEKDAY_HOURS,
  tue: WEEKDAY_HOURS,
  wed: WEEKDAY_HOURS,
  thu: WEEKDAY_HOURS,
  fri: WEEKDAY_HOURS,
}

describe('sample company', () => {
  it.each([
    ['on a Wednesday morning', '2026-03-11T12:00:00Z'],
    ['on a Monday morning, after a weekend', '2026-03-16T12:00:00Z'],
    ['on a Sunday evening', '2026-03-15T23:00:00Z'],
    ['in the afternoon', '2026-07-08T20:00:00Z'],
    ['on the day when daylight saving time starts', '2026-03-08T15:00:00Z'],
  ])('has six calls since closing, three booked and one that needs attention, %s', (_when, text) => {
    const now = new Date(text)
    const night = findPeriodSinceClose(buildSchedule(OPENING_HOURS), TIME_ZONE, now)
    const rows = createSampleRows(now, TIME_ZONE, night)
    const nightCalls = rows.calls.filter(({ startedAt }) => startedAt >= night.from && startedAt <= now)
    expect(nightCalls.map(({ outcome }) => outcome).filter((outcome) => outcome === 'booked')).toHaveLength(3)
    expect(nightCalls).toHaveLength(6)
    expect(rows.calls.filter(({ attention, attentionEndedAt }) => attention && !attentionEndedAt)).toHaveLength(1)
    expect(rows.leads).toHaveLength(200)
    expect(rows.calls.filter(({ attentionEndedAt }) => attentionEndedAt && attentionEndedAt > now)).toEqual([])
  })

  it('has audit log events for all calls, leads and appointments', () => {
    const now = new Date('2026-03-11T12:00:00Z')
    const { calls, leads, appointments, events } = createSampleRows(
      now,
      TIME_ZONE,
      findPeriodSinceClose(buildSchedule(OPENING_HOURS), TIME_ZONE, now),
    )
    const listSubjectIds = (action: string) =>
      events.filter((event) => event.action === action).map(({ subjectId }) => subjectId)
    expect(listSubjectIds('call.created')).toEqual(calls.map(({ id }) => id))
    expect(listSubjectIds('lead.created')).toEqual(leads.map(({ id }) => id))
    expect(listSubjectIds('appointment.created')).toEqual(appointments.map(({ id }) => id))
  })
})
