/** Returns a `mailto:` URL. Escapes characters such as ? and #, which belong to the local part. */
export const emailHref = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
