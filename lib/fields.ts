import { z } from './zod.ts'

/** Postgres stores no NUL in a text. */
export const isStorable = (text: string): boolean => !text.includes('\0')

export const UNSTORABLE = { error: 'This has a character that cannot be stored' }

const atMost = (max: number) => ({ error: `At most ${max.toLocaleString('en-US')} characters` })

/** A text of at most `max` characters that Postgres stores: without a NUL, and a half of a cut surrogate pair is replaced. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .overwrite((written) => written.toWellFormed())
    .refine(isStorable, UNSTORABLE)

/** A text that is not empty. @param missing what to do when it is */
export const storableText = (max: number, missing?: string) => text(max).min(1, missing)

/** A line that may be empty, which is the same as without it. */
export const optionalLine = (max: number) =>
  text(max)
    .nullable()
    .overwrite((written) => written || null)

/** Ids of people as Clerk gives them, such as user_2abc. */
export const personId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Not the id of a person')

const EARLIEST = Date.UTC(1970)
const LATEST = Date.UTC(3000)

/** Postgres and JavaScript write the years around ours alike. */
export const isUsualTime = (time: string | Date): boolean => {
  const at = new Date(time).getTime()
  return at >= EARLIEST && at < LATEST
}

const UNUSUAL = { error: 'Only times from 1970 to 2999' }

export const moment = z.iso.datetime({ offset: true }).refine(isUsualTime, UNUSUAL)

/** A day in the zone of the business, or a moment. */
export const dayOrMoment = z.union([z.iso.date().refine(isUsualTime, UNUSUAL), moment])
