import { millisecondsInMinute } from 'date-fns/constants'
import { isOnCallAt } from '../settings/on-call-hours.ts'

/** Minutes of the longest day plus its night, with clocks set back by up to an hour. */
const LONGEST = 26 * 60

export type QuietHours = { from: string; to: string }

/** Undefined outside quiet hours. Searches minute by minute, to be correct across clock changes. @param zone IANA name */
export function quietUntil(hours: QuietHours | null, at: Date, zone: string): Date | undefined {
  if (!hours || !isOnCallAt({ hours }, at, zone)) return undefined
  const minute = Math.floor(at.getTime() / millisecondsInMinute)
  for (let ahead = 1; ahead <= LONGEST; ahead += 1) {
    const next = new Date((minute + ahead) * millisecondsInMinute)
    if (!isOnCallAt({ hours }, next, zone)) return next
  }
  return undefined
}
