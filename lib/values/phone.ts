import { parseDialedPhone } from './typed-phone.ts'

export function buildPhoneHref(phone: string): string {
  const { dialed, extension } = parseDialedPhone(phone) ?? { dialed: phone.replaceAll(/[^+\d]/g, '') }
  return `tel:${dialed}${extension ? `;ext=${extension}` : ''}`
}

const AMERICAN_PATTERN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** Formats a number as (212) 555-0142. Numbers outside North America stay unchanged. */
export const formatPhone = (e164: string): string => e164.replace(AMERICAN_PATTERN, '($1) $2-$3')

/** Returns whether the number is between 555-0100 and 555-0199, which are reserved for fiction. */
export const isFictionalPhone = (phone: string): boolean =>
  /^\+?1?\d{3}55501\d\d$/.test(parseDialedPhone(phone)?.dialed ?? '')
