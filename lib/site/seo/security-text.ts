import { millisecondsInDay } from 'date-fns/constants'
import { CONTACT_PATH } from '../../routes.ts'

const SECURITY_TEXT_PATH = '/.well-known/security.txt'

/** Time until `Expires`. RFC 9116 recommends less than a year. */
const VALIDITY_DAYS = 180

type SecurityContact = {
  siteUrl: string
  email: string | null | undefined
  now: Date
}

/** Builds the security.txt file. Format: https://www.rfc-editor.org/rfc/rfc9116 */
export function buildSecurityText({ siteUrl, email, now }: SecurityContact): string {
  const fields = [
    ...(email ? [['Contact', new URL(`mailto:${email.trim()}`).href]] : []),
    ['Contact', siteUrl + CONTACT_PATH],
    ['Expires', new Date(now.getTime() + VALIDITY_DAYS * millisecondsInDay).toISOString()],
    ['Preferred-Languages', 'en'],
    ['Canonical', siteUrl + SECURITY_TEXT_PATH],
  ]
  return `${fields.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`
}
