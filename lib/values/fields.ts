import { z } from './zod.ts'
import { formatNumber } from './format.ts'

/** Postgres text cannot contain NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0')

export const UNSTORABLE = { error: 'This has a character that cannot be stored' }

const atMost = (max: number) => ({ error: `At most ${formatNumber(max)} characters` })

/** At most `max` characters, without NUL; unpaired surrogates are replaced. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .overwrite((written) => written.toWellFormed())
    .refine(isStorable, UNSTORABLE)

/** Non-empty. @param missing error message */
export const storableText = (max: number, missing?: string) => text(max).min(1, missing)

/** An empty line becomes undefined. */
export const optionalLine = (max: number) =>
  text(max)
    .nullable()
    .overwrite((written) => written || null)

/** Clerk user ids, such as user_2abc. */
export const personId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Not the id of a person')

const EARLIEST = Date.UTC(1970)
const LATEST = Date.UTC(3000)

/** Years that Postgres and JavaScript format alike. */
export const isUsualTime = (time: string | Date): boolean => {
  const at = new Date(time).getTime()
  return at >= EARLIEST && at < LATEST
}

const UNUSUAL = { error: 'Only times from 1970 to 2999' }

export const timestamp = z.iso.datetime()

export const moment = z.iso.datetime({ offset: true }).refine(isUsualTime, UNUSUAL)

/** A day in the business's zone, or a moment. */
export const dayOrMoment = z.union([z.iso.date().refine(isUsualTime, UNUSUAL), moment])
