import { millisecondsInMinute } from 'date-fns/constants'
import type { SettingsRecord } from '../settings/input.ts'
import { findClosedDay, getDayHours, MAX_CLOSED_RUN_DAYS, type Schedule } from '../model/day-hours.ts'
import { getWeekday } from '../model/opening-hours.ts'
import { addDays, findMomentAt, toDayKey } from '../../platform/time/zone.ts'
import { getSituation } from '../settings/situation.ts'

const CLOSING_LEAD_MS = 10 * millisecondsInMinute

type ClockSettings = Schedule & Pick<SettingsRecord, 'timeZone' | 'onCall'>

const listDays = (now: Date, zone: string, count = MAX_CLOSED_RUN_DAYS) =>
  Array.from({ length: count }, (_, offset) => addDays(toDayKey(now, zone), offset))

function findNextSunday(now: Date, zone: string): Date | undefined {
  return (
    listDays(now, zone, 8)
      .filter((day) => getWeekday(day) === 'sun')
      // If daylight saving time skips 2 AM, use 3 AM.
      .map((day) => findMomentAt(day, '02:00', zone) ?? findMomentAt(day, '03:00', zone))
      .find((moment) => moment !== undefined && moment > now)
  )
}

function findNextClosing({ timeZone, ...schedule }: ClockSettings, now: Date): Date | undefined {
  for (const day of listDays(now, timeZone)) {
    const { openHours } = getDayHours(schedule, day)
    const closing = openHours && findMomentAt(day, openHours.to, timeZone)
    if (closing && closing.getTime() - CLOSING_LEAD_MS > now.getTime()) return closing
  }
  return undefined
}

/** Returns 10 AM of the current or next day on which the business is closed for a holiday or an entry. */
function findNextClosedDay({ timeZone, ...schedule }: ClockSettings, now: Date): Date | undefined {
  for (const day of listDays(now, timeZone)) {
    const moment = findClosedDay(schedule, day) && findMomentAt(day, '10:00', timeZone)
    if (moment && moment > now) return moment
  }
  return undefined
}

/** Returns a time when the business is closed. If no opening hours are set, this is the current time. */
function findClosedMoment(settings: ClockSettings, now: Date): Date {
  const { isOpen, changesAt } = getSituation(settings, now)
  return isOpen && changesAt ? new Date(changesAt.getTime() + 30 * millisecondsInMinute) : now
}

/**
 * Resolves the simulated time of a test call.
 * @param choice a preset, or a local day and time
 * @returns an error message if the time does not exist
 */
export function resolveMoment(choice: string, settings: ClockSettings, now: Date): Date | { problem: string } {
  const { timeZone } = settings
  if (choice === 'now') return now
  if (choice === 'closed') return findClosedMoment(settings, now)
  if (choice === 'sunday') return findNextSunday(now, timeZone) ?? now
  if (choice === 'closed-day')
    return findNextClosedDay(settings, now) ?? { problem: 'No closed days set. Add them in Settings, Hours & area.' }
  if (choice === 'closing') {
    const closing = findNextClosing(settings, now)
    return closing
      ? new Date(closing.getTime() - CLOSING_LEAD_MS)
      : { problem: 'No business hours set. Set them in Settings, Hours & area.' }
  }
  const [day = '', time = ''] = choice.split('T')
  return (
    findMomentAt(day, time, timeZone) ?? {
      problem: 'This time doesn’t exist on this day because daylight saving time starts',
    }
  )
}
