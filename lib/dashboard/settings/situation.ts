import { isOnCallAt } from './on-call-hours.ts'
import type { SettingsRecord } from './input.ts'
import { type OpeningHours, getWeekday } from '../model/opening-hours.ts'
import type { OnCallList } from '../model/organization-settings.ts'
import { addDays, findMomentAt, type DayKey, toDayKey, getStartOfDay, toTimeKey } from '../../platform/time/zone.ts'

/** State of a company at a given time, such as the start of a call. */
export type Situation = {
  isOpen: boolean
  /** Next closing time if open, otherwise the next opening time; null if no opening hours are set. */
  changesAt: Date | null
  /** Teammates on call at that time, in paging order. */
  onCall: OnCallList
}

/** Number of days to search for the next opening time. */
const LOOKAHEAD_DAYS = 8

/** Converts a local time to UTC. If daylight saving time skips the time, returns the start of the day. */
const toMoment = (day: DayKey, time: string, zone: string): Date =>
  findMomentAt(day, time, zone) ?? getStartOfDay(day, zone)

function findNextOpening(hours: OpeningHours, zone: string, at: Date): Date | null {
  const today = toDayKey(at, zone)
  for (let offset = 0; offset < LOOKAHEAD_DAYS; offset += 1) {
    const day = addDays(today, offset)
    const openHours = hours[getWeekday(day)]
    const opensAt = openHours && toMoment(day, openHours.from, zone)
    if (opensAt && opensAt > at) return opensAt
  }
  return null
}

export function getSituation(
  { hours, timeZone, onCall }: Pick<SettingsRecord, 'hours' | 'timeZone' | 'onCall'>,
  at: Date,
): Situation {
  const todayHours = hours[getWeekday(toDayKey(at, timeZone))]
  const time = toTimeKey(at, timeZone)
  const isOpen = todayHours !== undefined && time >= todayHours.from && time < todayHours.to
  return {
    isOpen,
    changesAt: isOpen
      ? toMoment(toDayKey(at, timeZone), todayHours.to, timeZone)
      : findNextOpening(hours, timeZone, at),
    onCall: onCall.filter((person) => isOnCallAt(person, at, timeZone)),
  }
}
