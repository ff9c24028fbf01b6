export const removeAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')
