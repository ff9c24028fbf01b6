import { isOnCallAt } from './on-call-hours.ts'
import type { SettingsRecord } from './input.ts'
import { type OpeningHours, weekdayOf } from '../model/opening-hours.ts'
import type { OnCallList } from '../model/organization-settings.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn, timeKey } from '../../platform/time/zone.ts'

/** State of a company at a given time, such as the start of a call. */
export type Situation = {
  isOpen: boolean
  /** Next closing time if open, otherwise the next opening time; null without opening hours. */
  changesAt: Date | null
  /** People on call at that time, in paging order. */
  onCall: OnCallList
}

/** Days to search for the next opening time. */
const LOOK_AHEAD = 8

/** Converts a local time to UTC. If a clock change skips the time, returns the start of the day. */
const momentOf = (day: DayKey, time: string, zone: string): Date => atTimeIn(day, time, zone) ?? startOfDayIn(day, zone)

function nextOpening(hours: OpeningHours, zone: string, at: Date): Date | null {
  const today = dayKey(at, zone)
  for (let ahead = 0; ahead < LOOK_AHEAD; ahead += 1) {
    const day = addDays(today, ahead)
    const open = hours[weekdayOf(day)]
    const opens = open && momentOf(day, open.from, zone)
    if (opens && opens > at) return opens
  }
  return null
}

export function situationAt(
  { hours, timeZone, onCall }: Pick<SettingsRecord, 'hours' | 'timeZone' | 'onCall'>,
  at: Date,
): Situation {
  const today = hours[weekdayOf(dayKey(at, timeZone))]
  const time = timeKey(at, timeZone)
  const isOpen = today !== undefined && time >= today.from && time < today.to
  return {
    isOpen,
    changesAt: isOpen ? momentOf(dayKey(at, timeZone), today.to, timeZone) : nextOpening(hours, timeZone, at),
    onCall: onCall.filter((person) => isOnCallAt(person, at, timeZone)),
  }
}
