/** The `mailto:` address; characters such as ? and # belong to the name in it. */
export const emailHref = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
