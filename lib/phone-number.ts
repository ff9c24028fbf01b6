import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'

/** Numbers without a country code are read as ones of this country. */
const COUNTRY = 'US'

/** Longer than any number with its separators and an extension. */
const MAX_LENGTH = 40

/**
 * A telephone number as people write it, such as (212) 555-0142, in E.164; an extension is left out.
 * @returns undefined for what is no number
 */
export function toE164(written: string): string | undefined {
  const number = parsePhoneNumberFromString(written, { defaultCountry: COUNTRY, extract: false })
  return number?.isValid() ? number.number : undefined
}

/** A telephone number in an input: whatever people write, in E.164 once it has been read. */
export const phoneNumber = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .overwrite((written) => toE164(written) ?? written)
  .refine((number) => toE164(number) === number, { error: 'Write a phone number such as (212) 555-0142' })
