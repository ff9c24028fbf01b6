import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { tzOffset } from '@date-fns/tz/tzOffset'

/*
 * Days and times in a time zone. A day is a key such as 2026-03-08, equal on the server and in all browsers. A moment
 * is a Date or ISO 8601 text. Zones are IANA names such as America/New_York; unknown ones throw a RangeError.
 */

/** Day in ISO 8601 format: 2026-03-08 */
export type DayKey = string

export type Moment = Date | string | number

export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    // The only possible error is an unknown zone.
    return false
  }
}

/** Returns the wall-clock time in the zone, as if it were UTC. */
function toZonedClock(moment: Moment, zone: string): Date {
  const date = new Date(moment)
  return new Date(date.getTime() + tzOffset(zone, date) * millisecondsInMinute)
}

export const toDayKey = (moment: Moment, zone: string): DayKey => toZonedClock(moment, zone).toISOString().slice(0, 10)

/** Returns a time such as 08:30. */
export const toTimeKey = (moment: Moment, zone: string): string =>
  toZonedClock(moment, zone).toISOString().slice(11, 16)

/** Returns the wall-clock minutes after midnight. 8:30 is 510 on every day of the year. */
export function getMinutesOfDay(moment: Moment, zone: string): number {
  const clock = toZonedClock(moment, zone)
  return clock.getUTCHours() * 60 + clock.getUTCMinutes()
}

/** Returns whether the text is an existing day; false for February 30. */
export function isDayKey(text: string): text is DayKey {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

export const addDays = (day: DayKey, days: number): DayKey =>
  new Date(Date.parse(`${day}T00:00Z`) + days * millisecondsInDay).toISOString().slice(0, 10)

/** Returns the days of the week that contains the day, Monday first. */
export function listWeekDays(day: DayKey): DayKey[] {
  const daysSinceMonday = (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, position) => addDays(day, position - daysSinceMonday))
}

/**
 * Returns the moments with this wall-clock time, earliest first. There is usually one. When daylight saving time starts
 * or ends, there may be none or two.
 */
function findMoments(day: DayKey, time: string, zone: string): Date[] {
  const clock = Date.parse(`${day}T${time}Z`)
  const offsets = new Set(
    [clock - millisecondsInDay, clock + millisecondsInDay].map((nearby) => tzOffset(zone, new Date(nearby))),
  )
  return [...offsets]
    .map((offset) => new Date(clock - offset * millisecondsInMinute))
    .filter((moment) => toZonedClock(moment, zone).getTime() === clock)
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** Returns the first moment of a wall-clock time such as 08:30; undefined if daylight saving time skips it. */
export const findMomentAt = (day: DayKey, time: string, zone: string): Date | undefined =>
  findMoments(day, time, zone)[0]

/**
 * Returns the start of a day. It is not always midnight, because daylight saving time starts at midnight in some zones.
 */
export function getStartOfDay(day: DayKey, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00Z`)
  // If daylight saving time skips midnight, the day starts with the first hour that exists.
  return (
    findMoments(day, '00:00', zone)[0] ??
    new Date(midnight - tzOffset(zone, new Date(midnight - millisecondsInDay)) * millisecondsInMinute)
  )
}

export const toMoment = (dayOrMoment: string, zone: string, daysLater = 0): Date =>
  isDayKey(dayOrMoment) ? getStartOfDay(addDays(dayOrMoment, daysLater), zone) : new Date(dayOrMoment)

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats a moment and normalizes spaces, because some browsers put a narrow one before AM. */
function formatMoment(moment: Moment, zone: string, options: Intl.DateTimeFormatOptions, locale = 'en-US'): string {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formatters.set(key, formatter)
  return formatter.format(new Date(moment)).replaceAll(/[\u202F\u00A0]/g, ' ')
}

const TIME_FORMAT = { hour: 'numeric', minute: '2-digit' } as const
const SHORT_DAY_FORMAT = { weekday: 'short', month: 'short', day: 'numeric' } as const
const LONG_DAY_FORMAT = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
const MONTH_DAY_FORMAT = { month: 'short', day: 'numeric' } as const
const DATE_FORMAT = { month: 'short', day: 'numeric', year: 'numeric' } as const

/**
 * Returns the format option that adds the zone name if the time occurs twice that day, because daylight saving time
 * ends.
 */
const getZoneNameOption = (moment: Moment, zone: string) =>
  findMoments(toDayKey(moment, zone), toTimeKey(moment, zone), zone).length > 1
    ? ({ timeZoneName: 'short' } as const)
    : {}

/** Formats a time such as "8:30 AM", or "1:30 AM EST" in the hour that repeats when daylight saving time ends. */
export const formatTime = (moment: Moment, zone: string): string =>
  formatMoment(moment, zone, { ...TIME_FORMAT, ...getZoneNameOption(moment, zone) })

/** Formats a day such as "Sun, Mar 8". */
export const formatDay = (moment: Moment, zone: string): string => formatMoment(moment, zone, SHORT_DAY_FORMAT)

/** Formats a Spanish day such as "domingo, 8 de marzo". */
export const formatSpanishDay = (moment: Moment, zone: string): string =>
  formatMoment(moment, zone, { weekday: 'long', day: 'numeric', month: 'long' }, 'es-US')

/** Formats a date such as "Mar 8, 2026". */
export const formatDate = (moment: Moment, zone: string): string => formatMoment(moment, zone, DATE_FORMAT)

/** Formats a day such as "Mar 8". */
export const formatMonthDay = (moment: Moment, zone: string): string => formatMoment(moment, zone, MONTH_DAY_FORMAT)

/** Formats a date with time such as "Mar 8, 2026, 8:30 AM". */
export const formatDateTime = (moment: Moment, zone: string): string =>
  `${formatDate(moment, zone)}, ${formatTime(moment, zone)}`

/** Formats a day key such as "Sun, Mar 8"; long: "Sunday, March 8, 2026". */
export const formatDayKey = (day: DayKey, length: 'short' | 'long' = 'short'): string =>
  formatMoment(`${day}T00:00Z`, 'UTC', length === 'long' ? LONG_DAY_FORMAT : SHORT_DAY_FORMAT)

/** Formats a short time such as "8 AM" or "8:30 AM". */
const formatBriefTime = (moment: Moment, zone: string) => formatTime(moment, zone).replace(':00 ', ' ')

/** Formats a time window such as "8–10 AM" or "11:30 AM – 1 PM". Includes the second day if it differs. */
export function formatWindow(startsAt: Moment, endsAt: Moment, zone: string): string {
  const [from, to] = [formatBriefTime(startsAt, zone), formatBriefTime(endsAt, zone)]
  if (toDayKey(startsAt, zone) !== toDayKey(endsAt, zone)) return `${from} – ${formatDay(endsAt, zone)}, ${to}`
  const [meridiem] = / [AP]M$/.exec(from) ?? []
  return meridiem && to.endsWith(meridiem) ? `${from.slice(0, -meridiem.length)}–${to}` : `${from} – ${to}`
}
