import { millisecondsInMinute } from 'date-fns/constants'
import type { SettingsRecord } from '../settings/input.ts'
import { getWeekday } from '../model/opening-hours.ts'
import { addDays, findMomentAt, toDayKey } from '../../platform/time/zone.ts'
import { getSituation } from '../settings/situation.ts'

const CLOSING_LEAD_MS = 10 * millisecondsInMinute

const DAYS_AHEAD = 8

type ClockSettings = Pick<SettingsRecord, 'hours' | 'timeZone' | 'onCall'>

const listDays = (now: Date, zone: string) =>
  Array.from({ length: DAYS_AHEAD }, (_, offset) => addDays(toDayKey(now, zone), offset))

function findNextSunday(now: Date, zone: string): Date | undefined {
  return (
    listDays(now, zone)
      .filter((day) => getWeekday(day) === 'sun')
      // If daylight saving time skips 2 AM, use 3 AM.
      .map((day) => findMomentAt(day, '02:00', zone) ?? findMomentAt(day, '03:00', zone))
      .find((moment) => moment !== undefined && moment > now)
  )
}

function findNextClosing({ hours, timeZone }: ClockSettings, now: Date): Date | undefined {
  return listDays(now, timeZone)
    .map((day) => {
      const openHours = hours[getWeekday(day)]
      return openHours && findMomentAt(day, openHours.to, timeZone)
    })
    .find((closing) => closing !== undefined && closing.getTime() - CLOSING_LEAD_MS > now.getTime())
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
