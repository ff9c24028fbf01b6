import { millisecondsInMinute } from 'date-fns/constants'
import type { SettingsRecord } from '../settings/input.ts'
import { weekdayOf } from '../model/opening-hours.ts'
import { addDays, atTimeIn, dayKey } from '../../platform/time/zone.ts'
import { situationAt } from '../settings/situation.ts'

const BEFORE_CLOSING = 10 * millisecondsInMinute

const DAYS_AHEAD = 8

type Clock = Pick<SettingsRecord, 'hours' | 'timeZone' | 'onCall'>

const days = (now: Date, zone: string) =>
  Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(dayKey(now, zone), ahead))

function nextSunday(now: Date, zone: string): Date | undefined {
  return (
    days(now, zone)
      .filter((day) => weekdayOf(day) === 'sun')
      // If a clock change skips 2 AM, use 3 AM.
      .map((day) => atTimeIn(day, '02:00', zone) ?? atTimeIn(day, '03:00', zone))
      .find((moment) => moment !== undefined && moment > now)
  )
}

function nextClosing({ hours, timeZone }: Clock, now: Date): Date | undefined {
  return days(now, timeZone)
    .map((day) => {
      const open = hours[weekdayOf(day)]
      return open && atTimeIn(day, open.to, timeZone)
    })
    .find((closing) => closing !== undefined && closing.getTime() - BEFORE_CLOSING > now.getTime())
}

/** Returns a time when the business is closed. Without opening hours, this is the current time. */
function whileClosed(settings: Clock, now: Date): Date {
  const { isOpen, changesAt } = situationAt(settings, now)
  return isOpen && changesAt ? new Date(changesAt.getTime() + 30 * millisecondsInMinute) : now
}

/**
 * Resolves the simulated time of a test call.
 * @param chosen a preset, or a local day and time
 * @returns an error message if the time does not exist
 */
export function momentOf(chosen: string, settings: Clock, now: Date): Date | { problem: string } {
  const { timeZone } = settings
  if (chosen === 'now') return now
  if (chosen === 'closed') return whileClosed(settings, now)
  if (chosen === 'sunday') return nextSunday(now, timeZone) ?? now
  if (chosen === 'closing') {
    const closing = nextClosing(settings, now)
    return closing ? new Date(closing.getTime() - BEFORE_CLOSING) : { problem: 'No business hours set: Hours & area' }
  }
  const [day = '', time = ''] = chosen.split('T')
  return (
    atTimeIn(day, time, timeZone) ?? { problem: 'This time doesn’t exist on this day because the clocks go forward' }
  )
}
