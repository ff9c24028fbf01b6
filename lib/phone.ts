import { dialPhone } from './typed-phone.ts'

/** The `tel:` address of a telephone number as people write it. */
export function phoneHref(phone: string): string {
  const { dialed, extension } = dialPhone(phone) ?? { dialed: phone.replaceAll(/[^+\d]/g, '') }
  return `tel:${dialed}${extension ? `;ext=${extension}` : ''}`
}

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A number in E.164 as it is shown: (212) 555-0142; one of another continent as it is. */
export const formatPhone = (e164: string): string => e164.replace(AMERICAN, '($1) $2-$3')

/** Whether an American number is one of those kept for samples and films, 555-0100 to 555-0199, which reach nobody. */
export const isFictional = (phone: string): boolean => /^\+?1?\d{3}55501\d\d$/.test(dialPhone(phone)?.dialed ?? '')
