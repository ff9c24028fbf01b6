import { z } from './zod.ts'
import { formatNumber } from './format.ts'

/** Returns whether Postgres can store the text. A text column cannot contain NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0')

export const UNSTORABLE = { error: 'Contains an unsupported character' }

const atMost = (max: number) => ({ error: `Use ${formatNumber(max)} characters or fewer` })

/** Schema for at most `max` characters without NUL. Unpaired surrogates are replaced. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .overwrite((written) => written.toWellFormed())
    .refine(isStorable, UNSTORABLE)

/** Schema for a text that is not empty. @param missing error message */
export const storableText = (max: number, missing?: string) => text(max).min(1, missing)

/** Schema for a single line. Empty input becomes undefined. */
export const optionalLine = (max: number) =>
  text(max)
    .nullable()
    .overwrite((written) => written || null)

/** Schema for Clerk user ids, such as user_2abc. */
export const personId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Not a valid user ID')

const EARLIEST = Date.UTC(1970)
const LATEST = Date.UTC(3000)

/** Returns whether Postgres and JavaScript format the year alike. */
export const isUsualTime = (time: string | Date): boolean => {
  const at = new Date(time).getTime()
  return at >= EARLIEST && at < LATEST
}

const UNUSUAL = { error: 'Use a date between 1970 and 2999' }

export const timestamp = z.iso.datetime()

export const moment = z.iso.datetime({ offset: true }).refine(isUsualTime, UNUSUAL)

/** Schema for a day in the business's time zone, or a moment. */
export const dayOrMoment = z.union([z.iso.date().refine(isUsualTime, UNUSUAL), moment])
