import { describe, expect, it } from 'vitest'
import { windowDoubts } from '../../../lib/appointments/doubts.ts'
import { windowIn } from '../../../lib/appointments/window.ts'
import type { OpeningHours } from '../../../lib/settings/opening-hours.ts'

const ZONE = 'America/Chicago'
const DAY = { from: '08:00', to: '17:30' }
const HOURS: OpeningHours = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY }

/** A Wednesday at noon in Chicago. */
const NOW = new Date('2026-03-11T17:00:00Z')

function doubts(day: string, from: string, to: string, hours = HOURS) {
  const window = windowIn({ day, from, to }, ZONE)
  if ('problem' in window) throw new Error(window.problem.message)
  return windowDoubts(window, { now: NOW, hours, timeZone: ZONE })
}

describe('what is asked back before a visit is saved', () => {
  it.each([
    ['the next day, within the hours', '2026-03-12', '08:00', '10:00', []],
    ['until closing', '2026-03-12', '15:00', '17:30', []],
    ['a window that has begun', '2026-03-11', '11:00', '13:00', []],
    [
      'a window that is over',
      '2026-03-11',
      '09:00',
      '11:00',
      ['That is Wednesday, March 11, 2026, and it is over already.'],
    ],
    ['the day before', '2026-03-10', '09:00', '11:00', ['That is Tuesday, March 10, 2026, 1 day ago.']],
    ['some months ago', '2025-12-04', '09:00', '11:00', ['That is Thursday, December 4, 2025, 3 months ago.']],
    [
      'another year, on a Sunday',
      '2020-03-08',
      '09:00',
      '11:00',
      ['That is Sunday, March 8, 2020, 6 years ago.', 'You are closed on Sundays.'],
    ],
    ['ten years ahead', '2036-03-11', '09:00', '11:00', ['That is Tuesday, March 11, 2036, in 10 years.']],
    ['almost a year ahead', '2027-03-10', '09:00', '11:00', []],
    ['three on a closed Sunday', '2026-03-15', '15:00', '17:00', ['You are closed on Sundays.']],
    ['before opening', '2026-03-12', '07:30', '09:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
    ['after closing', '2026-03-12', '17:00', '18:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
    ['over midnight', '2026-03-12', '23:00', '01:00', ['On Thursdays you are open from 8 AM to 5:30 PM.']],
  ])('%s', (_when, day, from, to, expected) => {
    expect(doubts(day, from, to)).toEqual(expected)
  })

  it('is nothing of the hours while a company has not said when it is open', () => {
    expect(doubts('2026-03-15', '03:00', '05:00', {})).toEqual([])
  })
})
