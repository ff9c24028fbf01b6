import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { dialPhone, toKeypad } from './typed-phone.ts'

/** Longer than any number with separators, extension and invisible characters. */
const MAX_LENGTH = 80

/** E.164; North American numbers have ten digits after the country code. */
const E164 = /^\+(?:1\d{10}|[2-9]\d{6,14})$/

/** Format only: new area codes are in service before metadata lists them. */
const NORTH_AMERICAN = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/

/** `number` is E.164. */
export type TypedPhone = { number: string; extension: string | undefined }

function readNumber(dialed: string): string | undefined {
  // 00 and 011 are international prefixes in Europe and North America.
  const text = dialed.replace(/^(?:00|011)(?=[1-9])/, '+')
  const northAmerican = text.match(NORTH_AMERICAN)?.[1]
  if (northAmerican) return `+1${northAmerican}`
  if (!/^\+[2-9]/.test(text)) return undefined
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() && E164.test(number.number) ? number.number : undefined
}

/** Parses a typed phone number; North American without a country code. Undefined if invalid. */
export function readPhone(written: string): TypedPhone | undefined {
  const phone = dialPhone(written)
  const number = phone && readNumber(phone.dialed)
  return number ? { number, extension: phone.extension } : undefined
}

/** Parses a typed number without its extension; undefined if invalid. */
export const toE164 = (written: string): string | undefined => readPhone(written)?.number

/** Twilio reports a withheld number as the keypad digits of these words, with a plus. */
const WITHHELD: ReadonlySet<string> = new Set(
  ['ANONYMOUS', 'RESTRICTED', 'BLOCKED', 'UNKNOWN', 'UNAVAILABLE'].map((word) => `+${toKeypad(word)}`),
)

/** Unchanged if it looks like E.164, without SIP scheme and host. Undefined for a withheld number. */
export function readReportedNumber(reported: string | null | undefined): string | undefined {
  const address = (reported ?? '').trim().replace(/^.*<(?=\w+:)/, '')
  const [number = ''] = address.replace(/^(?:sips?|tel|whatsapp):/i, '').split(/[@;>]/)
  if (WITHHELD.has(number)) return undefined
  return E164.test(number) ? number : toE164(number)
}

const MALFORMED = { error: 'Write a phone number such as (212) 555-0142' }

/** Parses the `tel:` form +12125550142;ext=5. */
function splitExtension(phone: string): TypedPhone {
  const [number = '', extension] = phone.split(';ext=')
  return { number, extension }
}

/** Numbers are dialed and matched without their extension. */
export function separateExtension<Values extends { phone?: string | null | undefined }>(
  values: Values,
): { values: Values; extension: string | undefined } {
  if (!values.phone) return { values, extension: undefined }
  const { number, extension } = splitExtension(values.phone)
  return { values: { ...values, phone: number }, extension }
}

/** Like `phoneNumber`, plus an extension for `separateExtension`. */
export const phoneWithExtension = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .overwrite((written) => {
    const phone = readPhone(written)
    return phone ? phone.number + (phone.extension ? `;ext=${phone.extension}` : '') : written
  })
  .refine((phone) => E164.test(splitExtension(phone).number), MALFORMED)

/** Parses any typed format into E.164. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .overwrite((written) => toE164(written) ?? written)
  .refine((number) => E164.test(number), MALFORMED)
