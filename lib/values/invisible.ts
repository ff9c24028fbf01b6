/** Removes invisible characters: direction marks, zero-width spaces, byte order marks, soft hyphens and joiners. */
export const removeInvisibleCharacters = (text: string): string => text.replaceAll(/\p{DI}/gu, '')
