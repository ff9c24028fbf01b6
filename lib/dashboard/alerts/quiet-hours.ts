import { millisecondsInMinute } from 'date-fns/constants'
import { isOnCallAt } from '../settings/on-call-hours.ts'

/** Search limit in minutes: a day, plus two hours for clock changes. */
const LONGEST = 26 * 60

export type QuietHours = { from: string; to: string }

/**
 * Returns the end of the current quiet hours, or undefined outside them. Searches by minute to handle clock changes.
 * @param zone IANA time zone
 */
export function quietUntil(hours: QuietHours | null, at: Date, zone: string): Date | undefined {
  if (!hours || !isOnCallAt({ hours }, at, zone)) return undefined
  const minute = Math.floor(at.getTime() / millisecondsInMinute)
  for (let ahead = 1; ahead <= LONGEST; ahead += 1) {
    const next = new Date((minute + ahead) * millisecondsInMinute)
    if (!isOnCallAt({ hours }, next, zone)) return next
  }
  return undefined
}
