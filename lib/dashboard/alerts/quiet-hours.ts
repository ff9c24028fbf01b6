import { millisecondsInMinute } from 'date-fns/constants'
import { isOnCallAt } from '../settings/on-call-hours.ts'

/** Search limit in minutes: a day, plus two hours for daylight saving time changes. */
const MAX_SEARCH_MINUTES = 26 * 60

export type QuietHours = { from: string; to: string }

/**
 * Returns the end of the current quiet hours, or undefined outside them. Searches minute by minute to handle daylight
 * saving time changes.
 * @param zone IANA time zone
 */
export function findQuietEnd(hours: QuietHours | null, at: Date, zone: string): Date | undefined {
  if (!hours || !isOnCallAt({ hours }, at, zone)) return undefined
  const minute = Math.floor(at.getTime() / millisecondsInMinute)
  for (let minutesAhead = 1; minutesAhead <= MAX_SEARCH_MINUTES; minutesAhead += 1) {
    const next = new Date((minute + minutesAhead) * millisecondsInMinute)
    if (!isOnCallAt({ hours }, next, zone)) return next
  }
  return undefined
}
