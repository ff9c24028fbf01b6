import { dialPhone } from './typed-phone.ts'

export function phoneHref(phone: string): string {
  const { dialed, extension } = dialPhone(phone) ?? { dialed: phone.replaceAll(/[^+\d]/g, '') }
  return `tel:${dialed}${extension ? `;ext=${extension}` : ''}`
}

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** (212) 555-0142; unchanged outside North America. */
export const formatPhone = (e164: string): string => e164.replace(AMERICAN, '($1) $2-$3')

/** 555-0100 to 555-0199, which are reserved for fiction. */
export const isFictional = (phone: string): boolean => /^\+?1?\d{3}55501\d\d$/.test(dialPhone(phone)?.dialed ?? '')
