import { z } from 'zod'
import { addDays, formatDayKey, isDayKey } from '../../platform/time/zone.ts'
import { isStorable, UNSTORABLE_ERROR } from '../../values/fields.ts'
import { timeOfDay } from './opening-hours.ts'

export const MAX_CLOSED_DAYS = 100

export const MAX_CLOSED_DAY_NAME_LENGTH = 60

/** Longest range in days, such as a seasonal closure. */
const MAX_RANGE_DAYS = 366

/** Kinds of days that differ from the weekly hours, with their labels. */
export const CLOSED_DAY_KINDS = { closed: 'Closed', hours: 'Different hours', 'on-call': 'Emergencies only' } as const

export type ClosedDayKind = keyof typeof CLOSED_DAY_KINDS

const date = z.iso.date('Enter a date')

type Range = { from: string; to: string }

/** Zod also runs the refinements of a range whose dates are invalid. Those have their own error. */
const hasDates = ({ from, to }: Range): boolean => isDayKey(from) && isDayKey(to)

const closedDay = z
  .strictObject({
    from: date,
    to: date,
    kind: z.enum(Object.keys(CLOSED_DAY_KINDS) as ClosedDayKind[]),
    /** Opening hours; required for the kind `hours`, null otherwise. */
    hours: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
    name: z
      .string()
      .trim()
      .max(MAX_CLOSED_DAY_NAME_LENGTH, `Use ${MAX_CLOSED_DAY_NAME_LENGTH} characters or fewer`)
      .refine(isStorable, UNSTORABLE_ERROR),
  })
  .refine((range) => !hasDates(range) || range.from <= range.to, {
    error: 'The last day must not be before the first day',
    path: ['to'],
  })
  .refine((range) => !hasDates(range) || range.to < addDays(range.from, MAX_RANGE_DAYS), {
    error: 'Choose a year or less',
    path: ['to'],
  })
  .refine(({ kind, hours }) => (kind === 'hours') === (hours !== null), {
    error: 'Enter the hours',
    path: ['hours'],
  })
  .refine(({ hours }) => !hours || hours.from < hours.to, {
    error: 'Closing time must be after opening time',
    path: ['hours', 'to'],
  })

type ClosedDay = z.infer<typeof closedDay>

const formatEntry = ({ from, to, name }: ClosedDay): string => {
  const days = from === to ? formatDayKey(from) : `${formatDayKey(from)} to ${formatDayKey(to)}`
  return name ? `“${name}” (${days})` : days
}

/** Dates that differ from the weekly hours, in the company's time zone. Both dates are included. */
export const closedDays = z
  .array(closedDay)
  .max(MAX_CLOSED_DAYS, `Add up to ${MAX_CLOSED_DAYS} entries`)
  .superRefine((entries, context) => {
    for (const [position, entry] of entries.entries()) {
      const overlap = entries.slice(0, position).find((earlier) => earlier.from <= entry.to && entry.from <= earlier.to)
      if (!overlap || !hasDates(overlap) || !hasDates(entry)) continue
      const message = `Overlaps with ${formatEntry(overlap)}. Change one of the two.`
      context.addIssue({ code: 'custom', path: [position, 'from'], message })
    }
  })

export type ClosedDays = z.infer<typeof closedDays>
