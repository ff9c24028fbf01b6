import { z } from './zod.ts'
import { formatNumber } from './format.ts'

/** Returns whether Postgres can store the text. A text column cannot contain NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0')

export const UNSTORABLE_ERROR = { error: 'Contains an unsupported character' }

const buildMaxLengthError = (max: number) => ({ error: `Use ${formatNumber(max)} characters or fewer` })

/** Schema for at most `max` characters. Rejects NUL and replaces unpaired surrogates. */
const buildTextSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max, buildMaxLengthError(max))
    .overwrite((value) => value.toWellFormed())
    .refine(isStorable, UNSTORABLE_ERROR)

/** Schema for a text that is not empty. @param missing error message */
export const buildStorableTextSchema = (max: number, missing?: string) => buildTextSchema(max).min(1, missing)

/** Schema for a single line. Empty input becomes undefined. */
export const buildOptionalLineSchema = (max: number) =>
  buildTextSchema(max)
    .nullable()
    .overwrite((value) => value || null)

/** Schema for Clerk user ids, such as user_2abc. */
export const personId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Not a valid user ID')

const MIN_TIME_MS = Date.UTC(1970)
const MAX_TIME_MS = Date.UTC(3000)

/** Returns whether Postgres and JavaScript format the year alike. */
export const isSupportedTime = (time: string | Date): boolean => {
  const timeMs = new Date(time).getTime()
  return timeMs >= MIN_TIME_MS && timeMs < MAX_TIME_MS
}

const UNSUPPORTED_TIME_ERROR = { error: 'Use a date between 1970 and 2999' }

export const timestamp = z.iso.datetime()

export const offsetTimestamp = z.iso.datetime({ offset: true }).refine(isSupportedTime, UNSUPPORTED_TIME_ERROR)

/** Schema for a day in the business's time zone, or a moment. */
export const dayOrTimestamp = z.union([z.iso.date().refine(isSupportedTime, UNSUPPORTED_TIME_ERROR), offsetTimestamp])
