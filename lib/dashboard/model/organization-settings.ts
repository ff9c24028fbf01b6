import { isStorable, UNSTORABLE_ERROR } from '../../values/fields.ts'
import { z } from 'zod'
import { phoneNumber } from '../../values/phone-number.ts'
import { isTimeZone } from '../../platform/time/zone.ts'
import { timeOfDay } from './opening-hours.ts'
import { formatNumber } from '../../values/format.ts'

export const MAX_ZIP_CODES = 2_000

export const userText = z.string().trim().refine(isStorable, UNSTORABLE_ERROR)

const areaEntry = z.strictObject({
  zip: z.string().regex(/^\d{5}$/, 'Enter a five-digit ZIP code'),
  crew: userText.max(60),
})

/** ZIP codes, each with its crew. An empty crew name means that any crew may take the visit. */
export const serviceArea = z
  .array(areaEntry)
  .max(MAX_ZIP_CODES, `Enter up to ${formatNumber(MAX_ZIP_CODES)} ZIP codes`)
  .refine((area) => new Set(area.map(({ zip }) => zip)).size === area.length, 'A ZIP code can belong to only one crew')

/** Hours of a day. They may span midnight, such as 18:00 to 07:00. */
export const onCallHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'Choose two different times', path: ['to'] })

/** Placeholder for the id of a deleted member. The database function `forget_on_call` writes it. */
export const FORMER_MEMBER_ID = 'former'

const onCallEntry = z.strictObject({
  name: userText.min(1, 'Enter a name').max(120),
  phone: phoneNumber,
  /** Hours when the teammate is on call; null means always. */
  hours: onCallHours.nullable(),
  /** Clerk user id or `FORMER_MEMBER_ID`. Absent if the teammate has no user account. */
  memberId: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
})

export const MAX_ON_CALL = 10

/** Teammates on call, in paging order. */
export const onCallList = z.array(onCallEntry).max(MAX_ON_CALL, 'Add up to ten people')

export type ServiceArea = z.infer<typeof serviceArea>
export type OnCallList = z.infer<typeof onCallList>

/** Default retention periods in days. With 0 days, recordings are not stored at all. */
export const RETENTION_DEFAULTS = { recordings: 30, transcripts: 90, calls: 365, leads: 730 } as const

export type RetainedKind = keyof typeof RETENTION_DEFAULTS

export const RETAINED_KINDS = Object.keys(RETENTION_DEFAULTS) as RetainedKind[]

export const MAX_RETENTION_DAYS = 3_650

const buildDaysSchema = (minimum: number) =>
  z
    .int(`Enter a whole number of days, from ${minimum} to ${formatNumber(MAX_RETENTION_DAYS)}`)
    .min(minimum, minimum === 0 ? 'Enter 0 or more' : 'Enter 1 day or more')
    .max(MAX_RETENTION_DAYS, `Enter ${formatNumber(MAX_RETENTION_DAYS)} days or fewer (ten years)`)

/**
 * Retention periods in days. Deleting a call also deletes its recording and transcript, so calls need the longest
 * period of the three.
 */
export const retention = z
  .strictObject({
    recordings: buildDaysSchema(0),
    transcripts: buildDaysSchema(1),
    calls: buildDaysSchema(1),
    leads: buildDaysSchema(1),
  })
  .refine(({ calls, recordings, transcripts }) => calls >= Math.max(recordings, transcripts), {
    error: 'Keep calls at least as long as their recordings and transcripts',
    path: ['calls'],
  })

export type Retention = z.infer<typeof retention>

/** Returns whether any period gets shorter, which deletes data. */
export const isShorterRetention = (next: Retention, before: Retention): boolean =>
  RETAINED_KINDS.some((kind) => next[kind] < before[kind])

export const DEFAULT_TIME_ZONE = 'America/New_York'

/** IANA time zone name. Offsets such as +05:00 are rejected. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'Unknown time zone')
