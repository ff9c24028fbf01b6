import { z } from 'zod'
import { type DayKey, listWeekDays } from '../../platform/time/zone.ts'

/** Weekdays in display order. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export const WEEKDAY_NAMES: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export const getWeekday = (day: DayKey): Weekday => WEEKDAYS[listWeekDays(day).indexOf(day)] ?? 'mon'

/** Converts a time to minutes after midnight: 510 for 08:30. */
export const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Converts minutes after midnight to a time: 08:30 for 510. */
export const formatMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:00')

/** Opening hours by weekday, in the company's time zone. The business is closed on missing days. */
export const openingHours = z.partialRecord(
  z.enum(WEEKDAYS),
  z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from < to, { error: 'Closing time must be after opening time', path: ['to'] }),
)

export type OpeningHours = z.infer<typeof openingHours>
