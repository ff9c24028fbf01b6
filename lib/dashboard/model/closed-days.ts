import { z } from 'zod'
import { timeOfDay } from './opening-hours.ts'

export const MAX_CLOSED_DAYS = 100

/** Kinds of days that differ from the weekly hours, with their labels. */
export const CLOSED_DAY_KINDS = { closed: 'Closed', hours: 'Different hours', 'on-call': 'Emergencies only' } as const

export type ClosedDayKind = keyof typeof CLOSED_DAY_KINDS

/** Dates that differ from the weekly hours, in the company's time zone. Both dates are included. */
export const closedDays = z
  .array(
    z
      .strictObject({
        from: z.iso.date('Enter a date'),
        to: z.iso.date('Enter a date'),
        kind: z.enum(Object.keys(CLOSED_DAY_KINDS) as ClosedDayKind[]),
        /** Opening hours; required for the kind `hours`, null otherwise. */
        hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
        name: z.string().trim().max(60, 'Use 60 characters or fewer'),
      })
      .refine(({ from, to }) => from <= to, { error: 'The last day must not be before the first day', path: ['to'] })
      .refine(({ kind, hours }) => (kind === 'hours') === (hours !== null), {
        error: 'Enter the hours',
        path: ['hours'],
      })
      .refine(({ hours }) => !hours || hours.from < hours.to, {
        error: 'Closing time must be after opening time',
        path: ['hours', 'to'],
      }),
  )
  .max(MAX_CLOSED_DAYS, `Add up to ${MAX_CLOSED_DAYS} entries`)

export type ClosedDays = z.infer<typeof closedDays>
