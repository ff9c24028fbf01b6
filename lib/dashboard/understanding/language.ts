import type { Language } from '../model/instructions.ts'
import { scanText } from './concepts.ts'
import type { SpokenLine } from './phrases.ts'

const MIN_SPANISH_MENTIONS = 2

function detectLanguage(text: string): Language | undefined {
  const { words, mentions: allMentions } = scanText(text)
  const count = (concept: string) => allMentions.filter((mention) => mention.concept === concept).length
  const spanishCount = count('spanish')
  if (/[¿¡ñ]/.test(text) || spanishCount >= MIN_SPANISH_MENTIONS || count('onlyspanish') > 0) return 'es'
  return spanishCount === 0 && words.length > 3 && count('english') > 0 ? 'en' : undefined
}

/**
 * Returns the language that the caller last used, if the assistant speaks it, or else the assistant's first language.
 */
export function findLanguage(lines: readonly Pick<SpokenLine, 'text'>[], languages: readonly Language[]): Language {
  const lineLanguages = lines.map(({ text }) => detectLanguage(text))
  return (
    lineLanguages.findLast((language) => language !== undefined && languages.includes(language)) ?? languages[0] ?? 'en'
  )
}
