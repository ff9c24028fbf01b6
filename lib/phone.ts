/** The `tel:` address of a telephone number as people write it. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

const AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A number in E.164 as it is shown: (212) 555-0142; one of another continent as it is. */
export const formatPhone = (e164: string): string => e164.replace(AMERICAN, '($1) $2-$3')
