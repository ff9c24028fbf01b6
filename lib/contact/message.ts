import { z } from 'zod'
import { CONTACT_LIMITS, type ContactErrors, type ContactField } from './fields.ts'

/** What a visitor wrote, ready to be stored. */
export type ContactMessage = {
  name: string
  email: string
  company: string
  phone?: string | undefined
  message: string
}

/** Control characters could end a line of a mail's header; format characters could turn a text around. */
const NOT_ONE_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const NOT_TEXT = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u
const PHONE = /^[+(]?\d[\d\s().,/+x#-]*$/i
const MIN_DIGITS = 7

/** Line ends as Postgres and mail libraries expect them, and nothing that is no character. */
const tidy = (text: string) => text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim()

const text = (empty: string) => z.string({ error: empty }).transform(tidy).pipe(z.string().min(1, empty))

const within = (field: ContactField, label: string) =>
  z.string().max(CONTACT_LIMITS[field], `Shorten ${label} to ${CONTACT_LIMITS[field]} characters`)

const oneLine = (field: ContactField, label: string) =>
  within(field, label).refine(
    (value) => !NOT_ONE_LINE.test(value),
    `Write ${label} on one line, without control characters`,
  )

const EMAIL_HINT = 'Check the e-mail address: it should look like name@example.com'
const PHONE_HINT = 'Check the phone number: digits, spaces and + ( ) - are fine'

const contactMessage = z.object({
  name: text('Enter your name').pipe(oneLine('name', 'your name')),
  company: text('Enter the name of your company').pipe(oneLine('company', "your company's name")),
  email: text('Enter your e-mail address, so that we can answer')
    .pipe(oneLine('email', 'the e-mail address'))
    .pipe(z.email(EMAIL_HINT)),
  phone: z
    .string()
    .optional()
    .transform((value) => (value === undefined ? undefined : tidy(value) || undefined))
    .pipe(
      oneLine('phone', 'the phone number')
        .regex(PHONE, PHONE_HINT)
        .refine((value) => value.replaceAll(/\D/g, '').length >= MIN_DIGITS, PHONE_HINT)
        .optional(),
    ),
  message: text('Write your message').pipe(
    within('message', 'your message').refine(
      (value) => !NOT_TEXT.test(value),
      'Remove the control characters from your message',
    ),
  ),
})

/** Checks the fields of a form; each wrong field has one sentence that says what to do. */
export function parseMessage(fields: Record<string, unknown>): { message: ContactMessage } | { errors: ContactErrors } {
  const parsed = contactMessage.safeParse(fields)
  if (parsed.success) return { message: parsed.data }
  const errors: ContactErrors = {}
  for (const { path, message } of parsed.error.issues) errors[path[0] as ContactField] ??= message
  return { errors }
}
