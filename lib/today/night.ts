import type { OpeningHours, Weekday } from '../settings/organization-settings.ts'
import { WEEKDAYS } from '../settings/organization-settings.ts'
import { addDays, atTimeIn, type DayKey, dayKey, startOfDayIn, weekOf } from '../time/zone.ts'

/** The time since the company closed: both as moments, and the day on which it closed. */
export type Night = { from: Date; to: Date; closedOn: DayKey }

/** Hours of a company that has not said when it is open. */
const USUAL = { from: '08:00', to: '17:00' }

/** Days that are looked back for the last one on which the company was open. */
const LOOK_BACK = 7

const weekdayOf = (day: DayKey): Weekday => WEEKDAYS[weekOf(day).indexOf(day)] ?? 'mon'

const hoursOn = (hours: OpeningHours, day: DayKey) => (Object.keys(hours).length === 0 ? USUAL : hours[weekdayOf(day)])

/**
 * The night that an owner reads about in the morning: from the last closing before today until the opening today, or until now
 * when that is earlier or the company stays closed today. After a Sunday it began on Saturday.
 */
export function lastNight(hours: OpeningHours, zone: string, now: Date): Night {
  const today = dayKey(now, zone)
  let closedOn = addDays(today, -1)
  for (let back = 1; back < LOOK_BACK && !hoursOn(hours, closedOn); back += 1) closedOn = addDays(closedOn, -1)
  // A time that is skipped because clocks change counts from the start of its day.
  const moment = (day: DayKey, time: string) => atTimeIn(day, time, zone) ?? startOfDayIn(day, zone)
  const from = moment(closedOn, hoursOn(hours, closedOn)?.to ?? USUAL.to)
  const opening = hoursOn(hours, today)
  const opened = opening && moment(today, opening.from)
  return { from, to: opened && opened < now ? opened : now, closedOn }
}
