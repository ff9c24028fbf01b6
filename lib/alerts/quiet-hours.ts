import { isOnCallAt } from '../settings/on-call-hours.ts'

const MINUTE = 60_000

/** Minutes of the longest day with its night: clocks are put back by an hour, or by half of one. */
const LONGEST = 26 * 60

export type QuietHours = { from: string; to: string }

/**
 * When somebody with these quiet hours may be told next; undefined for at once. Hours that end earlier than they begin go
 * over midnight. It is looked for minute by minute, so that it is right where clocks change.
 * @param zone of the business, as in the IANA database
 */
export function quietUntil(hours: QuietHours | null, at: Date, zone: string): Date | undefined {
  if (!hours || !isOnCallAt({ hours }, at, zone)) return undefined
  const minute = Math.floor(at.getTime() / MINUTE)
  for (let ahead = 1; ahead <= LONGEST; ahead += 1) {
    const next = new Date((minute + ahead) * MINUTE)
    if (!isOnCallAt({ hours }, next, zone)) return next
  }
  return undefined
}
