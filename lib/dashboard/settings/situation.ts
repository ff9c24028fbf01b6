import { isOnCallAt } from './on-call-hours.ts'
import type { SettingsRecord } from './input.ts'
import { findClosedDay, getDayHours, MAX_CLOSED_RUN_DAYS, type Schedule, type SpecialDay } from '../model/day-hours.ts'
import type { OnCallList } from '../model/organization-settings.ts'
import { addDays, findMomentAt, type DayKey, toDayKey, getStartOfDay, toTimeKey } from '../../platform/time/zone.ts'

/** State of a company at a given time, such as the start of a call. */
export type Situation = {
  isOpen: boolean
  /** Next closing time if open, otherwise the next opening time; null if there is none within two years. */
  changesAt: Date | null
  /** Why the business is closed all day; null on a regular day. */
  closedDay: SpecialDay | null
  /** Teammates on call at that time, in paging order. */
  onCall: OnCallList
}

/** Converts a local time to UTC. If daylight saving time skips the time, returns the start of the day. */
const toMoment = (day: DayKey, time: string, zone: string): Date =>
  findMomentAt(day, time, zone) ?? getStartOfDay(day, zone)

function findNextOpening(schedule: Schedule, zone: string, at: Date): Date | null {
  const today = toDayKey(at, zone)
  for (let offset = 0; offset < MAX_CLOSED_RUN_DAYS; offset += 1) {
    const day = addDays(today, offset)
    const { openHours } = getDayHours(schedule, day)
    const opensAt = openHours && toMoment(day, openHours.from, zone)
    if (opensAt && opensAt > at) return opensAt
  }
  return null
}

export function getSituation(
  { timeZone, onCall, ...schedule }: Schedule & Pick<SettingsRecord, 'timeZone' | 'onCall'>,
  at: Date,
): Situation {
  const today = toDayKey(at, timeZone)
  const { openHours: todayHours } = getDayHours(schedule, today)
  const time = toTimeKey(at, timeZone)
  const isOpen = todayHours !== null && time >= todayHours.from && time < todayHours.to
  return {
    isOpen,
    changesAt: isOpen ? toMoment(today, todayHours.to, timeZone) : findNextOpening(schedule, timeZone, at),
    closedDay: findClosedDay(schedule, today) ?? null,
    onCall: onCall.filter((person) => isOnCallAt(person, at, timeZone)),
  }
}
