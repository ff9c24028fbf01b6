import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from './constants.ts'
import { removeInvisible } from './invisible.ts'

const isUnicodeDomain = (domain: string): boolean => /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /\P{ASCII}/u.test(domain)

/** `<input type=email>` sends the domain in Punycode; programs send what a person typed. */
function toAsciiDomain(address: string): string {
  const [, local = '', domain = ''] = address.match(/^([^@]*)@([^@]*)$/) ?? []
  if (!isUnicodeDomain(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? `${local}@${new URL(url).hostname}` : address
}

/** An address without the spaces and invisible marks around and in it, and with its domain in ASCII. */
export const normalizeEmail = (written: string): string => toAsciiDomain(removeInvisible(written).trim())

/** The rule of `<input type=email>`, for a normalized address. */
export const isEmail = (address: string): boolean => z.regexes.html5Email.test(address)

/** An email address, as strict as `<input type=email>` in browsers. @param error for what is no address */
export const emailAddress = (error?: string) =>
  z
    .string()
    .overwrite(normalizeEmail)
    .max(MAX_EMAIL_LENGTH, `At most ${MAX_EMAIL_LENGTH} characters`)
    .check(z.email({ pattern: z.regexes.html5Email, ...(error && { error }) }))
