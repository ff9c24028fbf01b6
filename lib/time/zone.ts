import { tzOffset } from '@date-fns/tz/tzOffset'

/*
 * Days and times in the zone of a business. A day is written as its key, such as 2026-03-08, so that it is the same on the
 * server and in every browser; a moment is a Date or its text in ISO 8601. Zones have their names of the IANA, such as
 * America/New_York; one that is not known is a RangeError.
 */

/** A day of the calendar, as in ISO 8601: 2026-03-08. */
export type DayKey = string

/** A point in time. */
export type Moment = Date | string | number

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Whether a text names a zone that can be calculated with here. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    // The only thing that a formatter can find wrong with it.
    return false
  }
}

/** What a clock in the zone shows, as if it were UTC. */
function clockIn(moment: Moment, zone: string): Date {
  const date = new Date(moment)
  return new Date(date.getTime() + tzOffset(zone, date) * MINUTE)
}

/** The day of a moment in a zone. */
export const dayKey = (moment: Moment, zone: string): DayKey => clockIn(moment, zone).toISOString().slice(0, 10)

/** The time of day of a moment in a zone, as 08:30. */
export const timeKey = (moment: Moment, zone: string): string => clockIn(moment, zone).toISOString().slice(11, 16)

/** Minutes that a clock in the zone shows after midnight: 510 at 8:30, on every day of the year. */
export function minutesIn(moment: Moment, zone: string): number {
  const clock = clockIn(moment, zone)
  return clock.getUTCHours() * 60 + clock.getUTCMinutes()
}

/** Whether a text is the key of a day that there is: the 30th of February is none. */
export function isDayKey(text: string): text is DayKey {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day so many days later, or earlier when the number is negative. */
export const addDays = (day: DayKey, days: number): DayKey =>
  new Date(Date.parse(`${day}T00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The seven days of the week that a day is in; Monday is first. */
export function weekOf(day: DayKey): DayKey[] {
  const daysSinceMonday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, position) => addDays(day, position - daysSinceMonday))
}

/** The moments at which clocks in a zone show this day and time, earliest first: one, or none or two when clocks change. */
function momentsOf(day: DayKey, time: string, zone: string): Date[] {
  const clock = Date.parse(`${day}T${time}Z`)
  const offsets = new Set([clock - DAY, clock + DAY].map((near) => tzOffset(zone, new Date(near))))
  return [...offsets]
    .map((offset) => new Date(clock - offset * MINUTE))
    .filter((moment) => clockIn(moment, zone).getTime() === clock)
    .toSorted((one, other) => one.getTime() - other.getTime())
}

/**
 * The moment at which clocks in a zone show a time such as 08:30 on a day. Of a time that they show twice it is the first.
 * @returns undefined for a time that is skipped on that day, because clocks are put forward over it
 */
export const atTimeIn = (day: DayKey, time: string, zone: string): Date | undefined => momentsOf(day, time, zone)[0]

/** The first moment of a day in a zone. It is not midnight where clocks are put forward at midnight. */
export function startOfDayIn(day: DayKey, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`)
  // Skipped, it is when the clocks were changed: midnight by the clock of before.
  return momentsOf(day, '00:00', zone)[0] ?? new Date(midnight - tzOffset(zone, new Date(midnight - DAY)) * MINUTE)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What a formatter writes, the same everywhere: some browsers have a narrow space before AM, others a plain one. */
function written(moment: Moment, zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US'): string {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, formatter)
  return formatter.format(new Date(moment)).replaceAll(/[\u202F\u00A0]/g, ' ')
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const SHORT_DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const
const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
const MONTH_DAY = { month: 'short', day: 'numeric' } as const
const DATE = { month: 'short', day: 'numeric', year: 'numeric' } as const

/** Names the zone where clocks show the time a second time, an hour before or after. */
const zoneName = (moment: Moment, zone: string) =>
  momentsOf(dayKey(moment, zone), timeKey(moment, zone), zone).length > 1 ? ({ timeZoneName: 'short' } as const) : {}

/** A time of day: "8:30 AM"; with the name of the zone, "1:30 AM EST", in the hour that a day has twice. */
export const formatTime = (moment: Moment, zone: string): string =>
  written(moment, zone, { ...TIME, ...zoneName(moment, zone) })

/** A day in a list: "Sun, Mar 8". */
export const formatDay = (moment: Moment, zone: string): string => written(moment, zone, SHORT_DAY)

/** A day in Spanish: "domingo, 8 de marzo". */
export const formatSpanishDay = (moment: Moment, zone: string): string =>
  written(moment, zone, { weekday: 'long', day: 'numeric', month: 'long' }, 'es-US')

/** A day with its year: "Mar 8, 2026". */
export const formatDate = (moment: Moment, zone: string): string => written(moment, zone, DATE)

/** A day of this year, or of one that is clear: "Mar 8". */
export const formatMonthDay = (moment: Moment, zone: string): string => written(moment, zone, MONTH_DAY)

/** A day and a time: "Mar 8, 2026, 8:30 AM". */
export const formatDateTime = (moment: Moment, zone: string): string =>
  `${formatDate(moment, zone)}, ${formatTime(moment, zone)}`

/** A day of the calendar in words, "Sun, Mar 8" or, when long, "Sunday, March 8, 2026". */
export const formatDayKey = (day: DayKey, length: 'short' | 'long' = 'short'): string =>
  written(`${day}T00:00Z`, 'UTC', length === 'long' ? LONG_DAY : SHORT_DAY)

/** The time of a window's end or beginning, the full hour without minutes: "8 AM", "8:30 AM". */
const brief = (moment: Moment, zone: string) => formatTime(moment, zone).replace(':00 ', ' ')

/** From when to when, as briefly as it can be said: "8–10 AM", "11:30 AM – 1 PM", and with the second day where it ends on another. */
export function formatWindow(startsAt: Moment, endsAt: Moment, zone: string): string {
  const [from, to] = [brief(startsAt, zone), brief(endsAt, zone)]
  if (dayKey(startsAt, zone) !== dayKey(endsAt, zone)) return `${from} – ${formatDay(endsAt, zone)}, ${to}`
  const [half] = / [AP]M$/.exec(from) ?? []
  return half && to.endsWith(half) ? `${from.slice(0, -half.length)}–${to}` : `${from} – ${to}`
}
