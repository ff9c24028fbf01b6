/** Returns a `mailto:` URL. Escapes characters such as ? and #, which belong to the local part. */
export const buildEmailHref = (address: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
