import type { OpeningHours } from '../model/opening-hours.ts'
import { findMomentAt, type DayKey } from '../../platform/time/zone.ts'

/* The demo is fixed at one morning. Its phone numbers are reserved for fiction (555-0100 to 555-0199). */

export const COMPANY = 'Sample Heating & Cooling'

export const TIME_ZONE = 'America/Chicago'

/** A Tuesday in January, the busiest month for heating. */
export const TODAY: DayKey = '2026-01-13'

/** Ids for the query cache. The demo has no signed-in user. */
export const DEMO_USER = { organizationId: 'sample', userId: 'demo-visitor' }

export const OPENING_HOURS: OpeningHours = {
  mon: { from: '08:00', to: '17:00' },
  tue: { from: '08:00', to: '17:00' },
  wed: { from: '08:00', to: '17:00' },
  thu: { from: '08:00', to: '17:00' },
  fri: { from: '08:00', to: '17:00' },
  sat: { from: '09:00', to: '13:00' },
}

export const TECHNICIANS = ['Alex', 'Jordan', 'Sasha']

export const PEOPLE = {
  sample_sam: 'Sam',
  sample_alex: 'Alex',
  sample_jordan: 'Jordan',
  sample_sasha: 'Sasha',
} as const

export function toTimestamp(day: DayKey, time: string): string {
  const moment = findMomentAt(day, time, TIME_ZONE)
  if (!moment) throw new Error(`There is no ${time} on ${day}`)
  return moment.toISOString()
}

export const NOW = toTimestamp(TODAY, '07:40')

const ID_PREFIXES = { call: '0001', lead: '0002', visit: '0003', alert: '0004', entry: '0005' } as const

export const buildId = (kind: keyof typeof ID_PREFIXES, number: number): string =>
  `00000000-${ID_PREFIXES[kind]}-4000-8000-${String(number).padStart(12, '0')}`
