export const wordsOf = (text: string): string[] => text.trim().split(/\s+/)
