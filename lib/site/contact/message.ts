import { z } from 'zod'
import { isEmail, normalizeEmail } from '../../values/email.ts'
import { removeInvisibleCharacters } from '../../values/invisible.ts'
import { parseDialedPhone } from '../../values/typed-phone.ts'
import { CONTACT_LIMITS, type ContactErrors, type ContactFault, type ContactField } from './fields.ts'

/** Matches characters that would allow header injection or bidirectional text tricks in emails. */
const LINE_CONTROL_PATTERN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const TEXT_CONTROL_PATTERN = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** Minimum number of digits: the length of a local number that omits the area code. */
const MIN_PHONE_DIGITS = 7

/** Normalizes line endings for Postgres and mail libraries. */
const normalizeText = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()

/**
 * Returns whether the text may be a phone number. The check is lenient, because a teammate dials the number manually.
 * The number is stored as typed.
 */
const isPhone = (text: string): boolean =>
  (parseDialedPhone(text)?.dialed ?? text).replaceAll(/\P{Nd}/gu, '').length >= MIN_PHONE_DIGITS

/** Returns its argument. The parameter type rejects unknown error keys, because zod accepts any text. */
const toFault = (name: ContactFault): ContactFault => name

const text = z
  .string({ error: toFault('missing') })
  .transform(normalizeText)
  .pipe(z.string().min(1, toFault('missing')))

const buildTextSchema = (field: ContactField) => z.string().max(CONTACT_LIMITS[field], toFault('long'))

const buildLineSchema = (field: ContactField) =>
  buildTextSchema(field).refine((value) => !LINE_CONTROL_PATTERN.test(value), toFault('control'))

const contactMessageSchema = z.object({
  name: text.pipe(buildLineSchema('name')),
  company: text.pipe(buildLineSchema('company')),
  email: text.transform(normalizeEmail).pipe(buildLineSchema('email').refine(isEmail, toFault('malformed'))),
  phone: z
    .string({ error: toFault('malformed') })
    .optional()
    .transform((value) =>
      value === undefined ? undefined : normalizeText(removeInvisibleCharacters(value)) || undefined,
    )
    .pipe(buildLineSchema('phone').refine(isPhone, toFault('malformed')).optional()),
  message: text.pipe(
    buildTextSchema('message').refine((value) => !TEXT_CONTROL_PATTERN.test(value), toFault('control')),
  ),
})

export type ContactMessage = z.infer<typeof contactMessageSchema>

export type ParseResult<Content> = { content: Content } | { errors: ContactErrors }

function parseFields<Content>(schema: z.ZodType<Content>, fields: Record<string, unknown>): ParseResult<Content> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { content: parsed.data }
  const errors: ContactErrors = {}
  for (const { path, message } of parsed.error.issues) {
    errors[path[0] as ContactField] ??= message as ContactFault
  }
  return { errors }
}

export const parseMessage = (fields: Record<string, unknown>): ParseResult<ContactMessage> =>
  parseFields(contactMessageSchema, fields)

const emailSchema = contactMessageSchema.pick({ email: true })

export const parseEmail = (fields: Record<string, unknown>): ParseResult<{ email: string }> =>
  parseFields(emailSchema, fields)
