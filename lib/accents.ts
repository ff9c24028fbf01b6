/** Removes the accents of a text. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
