/** The `tel:` address of a telephone number as people write it. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`
