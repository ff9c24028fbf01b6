import type { SettingsRecord } from '../settings/input.ts'
import { type Weekday, WEEKDAYS } from '../settings/opening-hours.ts'
import type { Urgency } from '../leads/lead.ts'
import { addDays, atTimeIn, type DayKey, dayKey, weekOf } from '../time/zone.ts'

/** A window of a visit, as moments. */
export type VisitWindow = { startsAt: Date; endsAt: Date }

const HOUR = 3_600_000

/** How long a window is. */
export const WINDOW_HOURS = 2

/** Windows that a caller is offered at once: more cannot be kept in mind on the phone. */
const OFFERED = 3

/** Days that are looked ahead for windows. */
export const DAYS_AHEAD = 14

/** Days from the call on which the first window is, by urgency: what can wait leaves the next days to what cannot. */
const FIRST_DAY: Record<Urgency, number> = { now: 0, today: 0, soon: 1, later: 3 }

const weekdayOf = (day: DayKey): Weekday => WEEKDAYS[weekOf(day).indexOf(day)] ?? 'mon'

/** The moment of a time of day; one that is skipped because clocks are put forward is an hour later. */
function momentOf(day: DayKey, time: string, zone: string): Date | undefined {
  const later = `${String((Number(time.slice(0, 2)) + 1) % 24).padStart(2, '0')}${time.slice(2)}`
  return atTimeIn(day, time, zone) ?? atTimeIn(day, later, zone)
}

function windowsOn({ hours, timeZone }: Pick<SettingsRecord, 'hours' | 'timeZone'>, day: DayKey): VisitWindow[] {
  const open = hours[weekdayOf(day)]
  const [from, to] = open ? [momentOf(day, open.from, timeZone), momentOf(day, open.to, timeZone)] : []
  if (!from || !to) return []
  const count = Math.max(0, Math.floor((to.getTime() - from.getTime()) / (WINDOW_HOURS * HOUR)))
  return Array.from({ length: count }, (_, index) => {
    const startsAt = new Date(from.getTime() + index * WINDOW_HOURS * HOUR)
    return { startsAt, endsAt: new Date(startsAt.getTime() + WINDOW_HOURS * HOUR) }
  })
}

type Offer = {
  settings: Pick<SettingsRecord, 'hours' | 'timeZone'>
  urgency: Urgency
  /** The moment of the call. */
  at: Date
  /** Times that are taken: visits, and what a connected calendar has as busy. */
  taken: readonly VisitWindow[]
  /** Which windows the caller would take, the closest wish first; the first that a free window meets counts. */
  wishes?: readonly ((window: VisitWindow) => boolean)[]
}

/** The windows that a caller is offered, the soonest first: of two hours, within opening hours, and not taken. */
export function windowsToOffer({ settings, urgency, at, taken, wishes = [() => true] }: Offer): VisitWindow[] {
  const today = dayKey(at, settings.timeZone)
  const isFree = ({ startsAt, endsAt }: VisitWindow) =>
    startsAt > at && !taken.some((other) => other.startsAt < endsAt && other.endsAt > startsAt)
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(today, FIRST_DAY[urgency] + ahead))
  const free = days.flatMap((day) => windowsOn(settings, day)).filter(isFree)
  const wish = wishes.find((isWanted) => free.some(isWanted))
  return wish ? free.filter(wish).slice(0, OFFERED) : []
}
