import { scan } from './concepts.ts'
import type { Said } from './phrases.ts'

type Language = 'en' | 'es'

/** Words of Spanish that a line has at least, when its speaker speaks it. */
const MIN_SPANISH = 2

function languageIn(text: string): Language | undefined {
  const { words, mentions: all } = scan(text)
  const count = (concept: string) => all.filter((mention) => mention.concept === concept).length
  const spanish = count('spanish')
  if (/[¿¡ñ]/.test(text) || spanish >= MIN_SPANISH || count('onlyspanish') > 0) return 'es'
  return spanish === 0 && words.length > 3 && count('english') > 0 ? 'en' : undefined
}

/** The language that the caller speaks, of those that the assistant speaks; the first one until another is heard. */
export function findLanguage(lines: readonly Pick<Said, 'text'>[], languages: readonly Language[]): Language {
  const spoken = lines.map(({ text }) => languageIn(text))
  return spoken.findLast((language) => language !== undefined && languages.includes(language)) ?? languages[0] ?? 'en'
}
