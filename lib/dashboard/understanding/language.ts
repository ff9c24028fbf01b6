import type { Language } from '../model/instructions.ts'
import { scan } from './concepts.ts'
import type { Said } from './phrases.ts'

const MIN_SPANISH = 2

function languageIn(text: string): Language | undefined {
  const { words, mentions: all } = scan(text)
  const count = (concept: string) => all.filter((mention) => mention.concept === concept).length
  const spanish = count('spanish')
  if (/[¿¡ñ]/.test(text) || spanish >= MIN_SPANISH || count('onlyspanish') > 0) return 'es'
  return spanish === 0 && words.length > 3 && count('english') > 0 ? 'en' : undefined
}

/**
 * Returns the language that the caller last used, if the assistant speaks it, or else the assistant's first language.
 */
export function findLanguage(lines: readonly Pick<Said, 'text'>[], languages: readonly Language[]): Language {
  const spoken = lines.map(({ text }) => languageIn(text))
  return spoken.findLast((language) => language !== undefined && languages.includes(language)) ?? languages[0] ?? 'en'
}
