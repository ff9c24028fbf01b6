import { millisecondsInHour } from 'date-fns/constants'
import type { SettingsRecord } from '../settings/input.ts'
import { weekdayOf } from '../model/opening-hours.ts'
import type { Urgency } from '../model/lead.ts'
import { addDays, atTimeIn, type DayKey, dayKey } from '../../platform/time/zone.ts'

export type VisitWindow = { startsAt: Date; endsAt: Date }

export const WINDOW_HOURS = 2

/** Maximum number of windows per offer. Callers do not remember more on the phone. */
const OFFERED = 3

export const DAYS_AHEAD = 14

/** Days from the call to the first offered window. Less urgent visits leave the early windows free. */
const FIRST_DAY: Record<Urgency, number> = { now: 0, today: 0, soon: 1, later: 3 }

/** Converts a local time to UTC. A time that a clock change skips moves one hour later. */
function momentOf(day: DayKey, time: string, zone: string): Date | undefined {
  const later = `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`
  return atTimeIn(day, time, zone) ?? atTimeIn(day, later, zone)
}

function windowsOn({ hours, timeZone }: Pick<SettingsRecord, 'hours' | 'timeZone'>, day: DayKey): VisitWindow[] {
  const open = hours[weekdayOf(day)]
  const [from, to] = open ? [momentOf(day, open.from, timeZone), momentOf(day, open.to, timeZone)] : []
  if (!from || !to) return []
  const count = Math.max(0, Math.floor((to.getTime() - from.getTime()) / (WINDOW_HOURS * millisecondsInHour)))
  return Array.from({ length: count }, (_, index) => {
    const startsAt = new Date(from.getTime() + index * WINDOW_HOURS * millisecondsInHour)
    return { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_HOURS * millisecondsInHour) }
  })
}

type Offer = {
  settings: Pick<SettingsRecord, 'hours' | 'timeZone'>
  urgency: Urgency
  at: Date
  taken: readonly VisitWindow[]
  /** Preferences in order. Only the first one that matches a free window applies. */
  wishes?: readonly ((window: VisitWindow) => boolean)[]
}

/** Returns free windows within the opening hours, soonest first. */
export function windowsToOffer({ settings, urgency, at, taken, wishes = [() => true] }: Offer): VisitWindow[] {
  const today = dayKey(at, settings.timeZone)
  const isFree = ({ startsAt, endsAt }: VisitWindow) =>
    startsAt > at && !taken.some((other) => other.startsAt < endsAt && other.endsAt > startsAt)
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(today, FIRST_DAY[urgency] + ahead))
  const free = days.flatMap((day) => windowsOn(settings, day)).filter(isFree)
  const wish = wishes.find((isWanted) => free.some(isWanted))
  return wish ? free.filter(wish).slice(0, OFFERED) : []
}
