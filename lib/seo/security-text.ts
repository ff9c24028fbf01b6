import { CONTACT_PATH } from '../routes.ts'

/** Where security.txt is, by RFC 9116. */
const SECURITY_TEXT_PATH = '/.well-known/security.txt'

/** Days for which an answer holds. RFC 9116 wants less than a year, so that nobody trusts a file that was forgotten. */
const DAYS = 180

const DAY_MS = 24 * 60 * 60 * 1000

type SecurityContact = {
  /** Public origin of the site. */
  siteUrl: string
  /** Address that the site shows; without one the contact form is all there is. */
  email: string | null | undefined
  now: Date
}

/** The text of security.txt, in the form of https://www.rfc-editor.org/rfc/rfc9116. */
export function securityText({ siteUrl, email, now }: SecurityContact): string {
  const fields = [
    ...(email ? [['Contact', new URL(`mailto:${email.trim()}`).href]] : []),
    ['Contact', siteUrl + CONTACT_PATH],
    ['Expires', new Date(now.getTime() + DAYS * DAY_MS).toISOString()],
    ['Preferred-Languages', 'en'],
    ['Canonical', siteUrl + SECURITY_TEXT_PATH],
  ]
  return `${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`
}
