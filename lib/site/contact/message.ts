import { z } from 'zod'
import { isEmail, normalizeEmail } from '../../values/email.ts'
import { removeInvisible } from '../../values/invisible.ts'
import { dialPhone } from '../../values/typed-phone.ts'
import { CONTACT_LIMITS, type ContactErrors, type ContactFault, type ContactField } from './fields.ts'

/** Matches characters that would allow header injection or bidirectional text tricks in emails. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const NOT_TEXT = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Minimum number of digits: that of a local number without area code. */
const MIN_PHONE_DIGITS = 7

/** Normalizes line endings for Postgres and mail libraries. */
const tidy = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/**
 * Returns whether the text may be a phone number. The check is lenient, because a person reads the number; it is stored
 * as typed.
 */
const isPhone = (text: string): boolean =>
  (dialPhone(text)?.dialed ?? text).replaceAll(/\P{Nd}/gu, '').length >= MIN_PHONE_DIGITS

/** Returns its argument. It checks the type, because zod accepts any text. */
const fault = (name: ContactFault): ContactFault => name

const text = z
  .string({ error: fault('missing') })
  .transform(tidy)
  .pipe(z.string().min(1, fault('missing')))

const within = (field: ContactField) => z.string().max(CONTACT_LIMITS[field], fault('long'))

const oneLine = (field: ContactField) => within(field).refine((value) => !NOT_ONE_LINE.test(value), fault('control'))

const contactMessage = z.object({
  name: text.pipe(oneLine('name')),
  company: text.pipe(oneLine('company')),
  email: text.transform(normalizeEmail).pipe(oneLine('email').refine(isEmail, fault('malformed'))),
  phone: z
    .string({ error: fault('malformed') })
    .optional()
    .transform((value) => (value === undefined ? undefined : tidy(removeInvisible(value)) || undefined))
    .pipe(oneLine('phone').refine(isPhone, fault('malformed')).optional()),
  message: text.pipe(within('message').refine((value) => !NOT_TEXT.test(value), fault('control'))),
})

export type ContactMessage = z.infer<typeof contactMessage>

export type Parsed<Content> = { content: Content } | { errors: ContactErrors }

function parse<Content>(schema: z.ZodType<Content>, fields: Record<string, unknown>): Parsed<Content> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { content: parsed.data }
  const errors: ContactErrors = {}
  for (const { path, message } of parsed.error.issues) {
    errors[path[0] as ContactField] ??= message as ContactFault
  }
  return { errors }
}

export const parseMessage = (fields: Record<string, unknown>): Parsed<ContactMessage> => parse(contactMessage, fields)

const onlyEmail = contactMessage.pick({ email: true })

export const parseEmail = (fields: Record<string, unknown>): Parsed<{ email: string }> => parse(onlyEmail, fields)
