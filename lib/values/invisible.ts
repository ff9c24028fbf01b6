/** Direction marks, zero-width spaces, byte order marks, soft hyphens, joiners. */
export const removeInvisible = (text: string): string => text.replaceAll(/\p{DI}/gu, '')
