import type { OpeningHours } from '../settings/opening-hours.ts'
import { atTimeIn, type DayKey } from '../time/zone.ts'

/*
 * The company of the sample dashboard. All of it is made up, and stands still at one morning: what is shown is the same on
 * every day. Numbers are those that are kept for fiction (555-0100 to 555-0199).
 */

export const COMPANY = 'Sample Heating & Cooling'

export const ZONE = 'America/Chicago'

/** A Tuesday in January, which has the most calls of the year. */
export const TODAY: DayKey = '2026-01-13'

/** Nobody is signed in: this only names the answers in the cache. */
export const READER = { organizationId: 'sample', userId: 'nobody' }

export const HOURS: OpeningHours = {
  mon: { from: '08:00', to: '17:00' },
  tue: { from: '08:00', to: '17:00' },
  wed: { from: '08:00', to: '17:00' },
  thu: { from: '08:00', to: '17:00' },
  fri: { from: '08:00', to: '17:00' },
  sat: { from: '09:00', to: '13:00' },
}

export const TECHNICIANS = ['Alex', 'Jordan', 'Sasha']

/** People of the company, by id. */
export const PEOPLE = {
  sample_sam: 'Sam',
  sample_alex: 'Alex',
  sample_jordan: 'Jordan',
  sample_sasha: 'Sasha',
} as const

/** A moment by the clock of the company. */
export function at(day: DayKey, time: string): string {
  const moment = atTimeIn(day, time, ZONE)
  if (!moment) throw new Error(`There is no ${time} on ${day}`)
  return moment.toISOString()
}

export const NOW = at(TODAY, '07:40')

const KINDS = { call: '0001', lead: '0002', visit: '0003', alert: '0004', entry: '0005' } as const

/** An id that is the same each time. */
export const idOf = (kind: keyof typeof KINDS, number: number): string =>
  `00000000-${KINDS[kind]}-4000-8000-${String(number).padStart(12, '0')}`
