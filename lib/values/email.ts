import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../constants.ts'
import { removeInvisibleCharacters } from './invisible.ts'

const isUnicodeDomain = (domain: string): boolean => /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /\P{ASCII}/u.test(domain)

/** Converts the domain to Punycode, like `<input type=email>`. API clients send the domain as typed. */
function toAsciiDomain(address: string): string {
  const [, local = '', domain = ''] = address.match(/^([^@]*)@([^@]*)$/) ?? []
  if (!isUnicodeDomain(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : address
}

/** Removes spaces and invisible characters, and converts the domain to ASCII. */
export const normalizeEmail = (input: string): string => toAsciiDomain(removeInvisibleCharacters(input).trim())

/** Checks a normalized address by the rule of `<input type=email>`. */
export const isEmail = (address: string): boolean => z.regexes.html5Email.test(address)

/** Schema for an email address, as strict as `<input type=email>`. @param error message for an invalid address */
export const buildEmailSchema = (error?: string) =>
  z
    .string()
    .overwrite(normalizeEmail)
    .max(MAX_EMAIL_LENGTH, `Use ${MAX_EMAIL_LENGTH} characters or fewer`)
    .check(z.email({ pattern: z.regexes.html5Email, ...(error && { error }) }))
