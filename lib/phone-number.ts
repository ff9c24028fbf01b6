import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { dialPhone, toKeypad } from './typed-phone.ts'

/** Longer than any number with its separators, its extension and invisible marks. */
const MAX_LENGTH = 80

/** E.164; a number of North America has ten digits after its country code. */
const E164 = /^\+(?:1\d{10}|[2-9]\d{6,14})$/

/** The shape alone: new area codes are in service before any metadata has them. */
const NORTH_AMERICAN = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/

/** A telephone number that a person typed: its number in E.164, and its extension. */
export type TypedPhone = { number: string; extension: string | undefined }

function readNumber(dialed: string): string | undefined {
  // 00 and 011 are the international prefixes of Europe and of North America.
  const text = dialed.replace(/^(?:00|011)(?=[1-9])/, '+')
  const northAmerican = text.match(NORTH_AMERICAN)?.[1]
  if (northAmerican) return `+1${northAmerican}`
  if (!/^\+[2-9]/.test(text)) return undefined
  const number = parsePhoneNumberFromString(text)
  return number?.isPossible() && E164.test(number.number) ? number.number : undefined
}

/**
 * Reads a telephone number as people type and paste it. Without a country code it is a number of North America.
 * @returns undefined for anything else
 */
export function readPhone(written: string): TypedPhone | undefined {
  const phone = dialPhone(written)
  const number = phone && readNumber(phone.dialed)
  return number ? { number, extension: phone.extension } : undefined
}

/** A telephone number that a person typed, in E.164 and without its extension; undefined for anything else. */
export const toE164 = (written: string): string | undefined => readPhone(written)?.number

/** Twilio reports a withheld number as the keypad digits of these words, with a plus. */
const WITHHELD: ReadonlySet<string> = new Set(
  ['ANONYMOUS', 'RESTRICTED', 'BLOCKED', 'UNKNOWN', 'UNAVAILABLE'].map((word) => `+${toKeypad(word)}`),
)

/**
 * A number that the telephone network reports: unchanged if it has the shape of E.164, and without the scheme and host of
 * a SIP address.
 * @returns undefined for a withheld number
 */
export function readReportedNumber(reported: string | null | undefined): string | undefined {
  const address = (reported ?? '').trim().replace(/^.*<(?=\w+:)/, '')
  const [number = ''] = address.replace(/^(?:sips?|tel|whatsapp):/i, '').split(/[@;>]/)
  if (WITHHELD.has(number)) return undefined
  return E164.test(number) ? number : toE164(number)
}

const MALFORMED = { error: 'Write a phone number such as (212) 555-0142' }

/** A number with its extension as in a `tel:` URI, +12125550142;ext=5, until both are stored apart. */
export function splitExtension(phone: string): TypedPhone {
  const [number = '', extension] = phone.split(';ext=')
  return { number, extension }
}

/** As `phoneNumber`, with an extension that `splitExtension` takes off again. */
export const phoneWithExtension = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .overwrite((written) => {
    const phone = readPhone(written)
    return phone ? phone.number + (phone.extension ? `;ext=${phone.extension}` : '') : written
  })
  .refine((phone) => E164.test(splitExtension(phone).number), MALFORMED)

/** A telephone number in an input: people type it in any way, and it is stored in E.164. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .overwrite((written) => toE164(written) ?? written)
  .refine((number) => E164.test(number), MALFORMED)
