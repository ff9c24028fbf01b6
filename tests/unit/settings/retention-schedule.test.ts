import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRetentionCutoff, findNextRun } from '../../../lib/dashboard/retention/schedule.ts'
import { retention } from '../../../lib/dashboard/model/organization-settings.ts'
import { toDayKey, toTimeKey } from '../../../lib/platform/time/zone.ts'

const getNextRun = (moment: string, zone = 'America/New_York') => findNextRun(new Date(moment), zone).toISOString()
const getCutoff = (moment: string, days: number, zone = 'America/New_York') =>
  findRetentionCutoff(new Date(moment), days, zone).toISOString()

const zones = fc.constantFrom(
  'America/New_York',
  'America/Phoenix',
  'America/Havana',
  'Europe/Athens',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'UTC',
)
const moments = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

describe('nightly run', () => {
  it('starts at 3 AM in the business time zone', () => {
    expect(getNextRun('2026-01-15T12:00:00Z')).toBe('2026-01-16T08:00:00.000Z')
    expect(getNextRun('2026-01-16T07:59:59.999Z')).toBe('2026-01-16T08:00:00.000Z')
    expect(getNextRun('2026-01-16T08:00:00Z')).toBe('2026-01-17T08:00:00.000Z')
    expect(getNextRun('2026-01-15T12:00:00Z', 'Asia/Kolkata')).toBe('2026-01-15T21:30:00.000Z')
  })

  it('starts exactly once on days when daylight saving time starts or ends', () => {
    expect(getNextRun('2026-03-07T08:00:00Z')).toBe('2026-03-08T07:00:00.000Z')
    expect(getNextRun('2026-03-08T07:00:00Z')).toBe('2026-03-09T07:00:00.000Z')
    expect(getNextRun('2026-10-31T07:00:00Z')).toBe('2026-11-01T08:00:00.000Z')
    // In Athens, daylight saving time skips the hour from 3 a.m. in spring and repeats it in fall.
    expect(getNextRun('2026-03-28T12:00:00Z', 'Europe/Athens')).toBe('2026-03-29T01:00:00.000Z')
    expect(getNextRun('2026-10-24T12:00:00Z', 'Europe/Athens')).toBe('2026-10-25T00:00:00.000Z')
    expect(getNextRun('2026-10-25T00:00:00Z', 'Europe/Athens')).toBe('2026-10-26T01:00:00.000Z')
  })

  it('starts once on every calendar day', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const first = findNextRun(moment, zone)
        const second = findNextRun(first, zone)
        expect(first.getTime()).toBeGreaterThan(moment.getTime())
        expect(['03:00', '04:00']).toContain(toTimeKey(first, zone))
        const [firstDay, secondDay] = [first, second].map((run) => Date.parse(toDayKey(run, zone)))
        expect((secondDay ?? 0) - (firstDay ?? 0)).toBe(24 * 3_600_000)
      }),
    )
  })
})

describe('retention cutoff', () => {
  it('keeps the time of day and goes back the given number of days', () => {
    expect(getCutoff('2026-01-16T08:00:00Z', 30)).toBe('2025-12-17T08:00:00.000Z')
    expect(getCutoff('2026-01-16T08:00:12.345Z', 1)).toBe('2026-01-15T08:00:12.345Z')
    expect(getCutoff('2026-01-16T08:00:12.345Z', 0)).toBe('2026-01-16T08:00:12.345Z')
  })

  it('accounts for days of 23 and 25 hours', () => {
    expect(getCutoff('2026-03-09T07:00:00Z', 2)).toBe('2026-03-07T08:00:00.000Z')
    expect(getCutoff('2026-11-02T08:00:00Z', 2)).toBe('2026-10-31T07:00:00.000Z')
  })

  it('is later for shorter periods, and differs from whole 24-hour days only by UTC offset changes', () => {
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 0, max: 3_649 }), (moment, zone, days) => {
        const shortCutoff = findRetentionCutoff(moment, days, zone).getTime()
        const longCutoff = findRetentionCutoff(moment, days + 1, zone).getTime()
        expect(longCutoff).toBeLessThan(shortCutoff)
        expect(Math.abs(moment.getTime() - days * 24 * 3_600_000 - shortCutoff)).toBeLessThan(5 * 3_600_000)
      }),
    )
  })
})

describe('retention periods', () => {
  const periods = { recordings: 30, transcripts: 90, calls: 365, leads: 730 }
  const findProblems = (parts: Partial<typeof periods>) =>
    retention.safeParse({ ...periods, ...parts }).error?.issues.map(({ path }) => path.join('.')) ?? []

  it('are independent, and only recordings can have zero days', () => {
    expect(findProblems({ recordings: 0 })).toEqual([])
    expect(findProblems({ leads: 1 })).toEqual([])
    expect(findProblems({ transcripts: 0 })).toEqual(['transcripts'])
    expect(findProblems({ leads: 3_651 })).toEqual(['leads'])
  })

  it('of calls must not be shorter than those of recordings and transcripts', () => {
    expect(findProblems({ calls: 90 })).toEqual([])
    expect(findProblems({ calls: 89 })).toEqual(['calls'])
    expect(findProblems({ recordings: 366 })).toEqual(['calls'])
  })
})
