import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { parseDialedPhone, toKeypad } from './typed-phone.ts'

/** Maximum length of input. It exceeds any number with separators, extension and invisible characters. */
const MAX_INPUT_LENGTH = 80

/** Format of E.164 numbers. North American numbers have ten digits after the country code. */
const E164_PATTERN = /^\+(?:1\d{10}|[2-9]\d{6,14})$/

/**
 * Format of North American numbers. The area code is not checked, because new ones are in service before metadata lists
 * them.
 */
const NORTH_AMERICAN_PATTERN = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/

/** Parsed phone number. `number` is E.164. */
export type ParsedPhone = { number: string; extension: string | undefined }

function parseNumber(dialed: string): string | undefined {
  // 00 and 011 are international prefixes in Europe and North America.
  const text = dialed.replace(/^(?:00|011)(?=[1-9])/, '+')
  const northAmerican = text.match(NORTH_AMERICAN_PATTERN)?.[1]
  if (northAmerican) return `+1${northAmerican}`
  if (!/^\+[2-9]/.test(text)) return undefined
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() && E164_PATTERN.test(number.number) ? number.number : undefined
}

/**
 * Parses a typed phone number. A number that has no country code counts as North American. Returns undefined if it is
 * invalid.
 */
export function parsePhone(input: string): ParsedPhone | undefined {
  const phone = parseDialedPhone(input)
  const number = phone && parseNumber(phone.dialed)
  return number ? { number, extension: phone.extension } : undefined
}

/** Parses a typed number and drops its extension. Returns undefined if it is invalid. */
export const toE164 = (input: string): string | undefined => parsePhone(input)?.number

/** Keypad digits of words such as "anonymous", with a plus. Twilio reports a withheld number in this form. */
const WITHHELD_NUMBERS: ReadonlySet<string> = new Set(
  ['ANONYMOUS', 'RESTRICTED', 'BLOCKED', 'UNKNOWN', 'UNAVAILABLE'].map((word) => `+${toKeypad(word)}`),
)

/**
 * Returns a reported number in E.164 format. Removes the SIP scheme and host. Does not validate a number that already
 * looks like E.164. Returns undefined for a withheld number.
 */
export function parseReportedNumber(reportedNumber: string | null | undefined): string | undefined {
  const address = (reportedNumber ?? '').trim().replace(/^.*<(?=\w+:)/, '')
  const [number = ''] = address.replace(/^(?:sips?|tel|whatsapp):/i, '').split(/[@;>]/)
  if (WITHHELD_NUMBERS.has(number)) return undefined
  return E164_PATTERN.test(number) ? number : toE164(number)
}

const MALFORMED_ERROR = { error: 'Enter a phone number such as (212) 555-0142' }

/** Splits a number in the `tel:` form, such as +12125550142;ext=5. */
function splitExtension(phone: string): ParsedPhone {
  const [number = '', extension] = phone.split(';ext=')
  return { number, extension }
}

/** Separates the extension from the phone number, because dialing and matching use only the number. */
export function separateExtension<Values extends { phone?: string | null | undefined }>(
  values: Values,
): { values: Values; extension: string | undefined } {
  if (!values.phone) return { values, extension: undefined }
  const { number, extension } = splitExtension(values.phone)
  return { values: { ...values, phone: number }, extension }
}

/** Like `phoneNumber`, but keeps the extension. `separateExtension` splits it off. */
export const phoneWithExtension = z
  .string()
  .trim()
  .max(MAX_INPUT_LENGTH)
  .overwrite((value) => {
    const phone = parsePhone(value)
    return phone ? phone.number + (phone.extension ? `;ext=${phone.extension}` : '') : value
  })
  .refine((phone) => E164_PATTERN.test(splitExtension(phone).number), MALFORMED_ERROR)

/** Schema that parses any typed format into E.164. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_INPUT_LENGTH)
  .overwrite((value) => toE164(value) ?? value)
  .refine((number) => E164_PATTERN.test(number), MALFORMED_ERROR)
