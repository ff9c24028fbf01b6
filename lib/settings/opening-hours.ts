import { z } from 'zod'

/** Days of the week, as they are shown; Monday is first. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write a time such as 08:00')

/** When the company is open, by weekday; a day without an entry is closed. In the company's time zone. */
export const openingHours = z.partialRecord(
  z.enum(WEEKDAYS),
  z
    .strictObject({ from: timeOfDay, to: timeOfDay })
    .refine(({ from, to }) => from < to, { error: 'Closing has to be later than opening', path: ['to'] }),
)

export type OpeningHours = z.infer<typeof openingHours>
