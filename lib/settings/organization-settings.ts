import { isStorable, UNSTORABLE } from '../fields.ts'
import { z } from 'zod'
import { phoneNumber } from '../phone-number.ts'
import { isTimeZone } from '../time/zone.ts'
import { timeOfDay } from './opening-hours.ts'

export const MAX_ZIP_CODES = 2_000

/** A text that somebody types. */
export const typedText = z.string().trim().refine(isStorable, UNSTORABLE)

const areaEntry = z.strictObject({
  zip: z.string().regex(/^\d{5}$/, 'A ZIP code has five digits'),
  crew: typedText.max(60),
})

/** ZIP codes that are served, each with the crew that covers it; an empty crew is any. */
export const serviceArea = z
  .array(areaEntry)
  .max(MAX_ZIP_CODES, `At most ${MAX_ZIP_CODES.toLocaleString('en-US')} ZIP codes fit in`)
  .refine((area) => new Set(area.map(({ zip }) => zip)).size === area.length, 'A ZIP code belongs to one crew only')

/** The hours of somebody on call; those of a night go on past midnight, such as 18:00 to 07:00. */
export const onCallHours = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'Choose two times that differ', path: ['to'] })

/** In place of the id of a member who was deleted; the function `forget_on_call` of the database writes it. */
export const FORMER_MEMBER = 'former'

const onCallEntry = z.strictObject({
  name: typedText.min(1, 'Write a name').max(120),
  phone: phoneNumber,
  /** Null is at any time. */
  hours: onCallHours.nullable(),
  /** Clerk's id of the member of the team who it is, or FORMER_MEMBER; nothing for somebody without a sign-in. */
  memberId: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
})

export const MAX_ON_CALL = 10

/** Who is paged in an emergency, in order. */
export const onCallList = z.array(onCallEntry).max(MAX_ON_CALL, 'At most ten people fit in')

export type ServiceArea = z.infer<typeof serviceArea>
export type OnCallList = z.infer<typeof onCallList>

/** Days that each kind of data is kept; 0 days of recordings means that none is kept. */
export const RETENTION_DEFAULTS = { recordings: 30, transcripts: 90, calls: 365, leads: 730 } as const

export type Retained = keyof typeof RETENTION_DEFAULTS

export const RETAINED = Object.keys(RETENTION_DEFAULTS) as Retained[]

/** The longest time that anything is kept: ten years. */
export const MAX_RETENTION_DAYS = 3_650

const days = (least: number) =>
  z
    .int(`Write a whole number of days, from ${least} to ${MAX_RETENTION_DAYS.toLocaleString('en-US')}`)
    .min(least, least === 0 ? 'Write 0 or more' : 'Write 1 day or more')
    .max(MAX_RETENTION_DAYS, `At most ${MAX_RETENTION_DAYS.toLocaleString('en-US')} days, which is ten years`)

/** A call goes with its recording and its transcript, so it stays at least as long as they do. */
export const retention = z
  .strictObject({ recordings: days(0), transcripts: days(1), calls: days(1), leads: days(1) })
  .refine(({ calls, recordings, transcripts }) => calls >= Math.max(recordings, transcripts), {
    error: 'A call goes with its recording and its transcript, so keep calls at least as long as those',
    path: ['calls'],
  })

export type Retention = z.infer<typeof retention>

/** Whether anything is kept for a shorter time than before, and so deleted. */
export const isShorter = (wanted: Retention, before: Retention): boolean =>
  RETAINED.some((kind) => wanted[kind] < before[kind])

export const DEFAULT_TIME_ZONE = 'America/New_York'

/** A zone by its name in the IANA database; an offset such as +05:00 is none. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'There is no such time zone')
