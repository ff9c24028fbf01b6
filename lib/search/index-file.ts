import type { SearchKind } from '../words.ts'
import type { SearchEntry } from './entry.ts'
import { tellingWords, wordsOf } from './text.ts'

/** A page of the site with all its text. */
export type SearchPage = {
  href: string
  kind: SearchKind
  title: string
  summary: string
  headings: string[]
  /** See `SearchEntry`. */
  plans?: string[]
  text: string
}

/** Different words of texts in the whole index, which keeps its file below some 100 KB, and those of one page. */
const MOST_WORDS = 24_000
const MOST_OF_A_PAGE = 700

/** How often a text has a word that it is about, and how many such words are kept. */
const OFTEN = 3
const MOST_OFTEN = 24

/** Fields of blocks, cities and what they show that hold words for visitors; what else is text there names a choice. */
const TEXT_FIELDS = new Set(
  'heading headline eyebrow text intro title label value note question summary name quote company role feature features cells columns caption'.split(
    ' ',
  ),
)

/** The words for visitors in a value of the content: texts, blocks, Portable Text and lists of them, in reading order. */
export function textsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return TEXT_FIELDS.has(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field))
  if (typeof value !== 'object' || value === null) return []
  if ('children' in value && Array.isArray(value.children)) {
    return [value.children.map((span: { text?: unknown }) => String(span?.text ?? '')).join('')]
  }
  return Object.entries(value).flatMap(([name, child]) => textsIn(child, name))
}

/** The words that a text has several times. */
function oftenIn(words: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const often = [...counts].filter(([word, count]) => count >= OFTEN && word.length > 2)
  return often.toSorted(([, a], [, b]) => b - a).map(([word]) => word)
}

/** The pages as the index has them: of long texts the words that come first, fewer the more pages there are. */
export function searchEntries(pages: SearchPage[]): SearchEntry[] {
  const most = Math.min(MOST_OF_A_PAGE, Math.floor(MOST_WORDS / Math.max(pages.length, 1)))
  return pages.map(({ text, ...page }) => {
    const shown = new Set(wordsOf([page.title, page.summary, ...page.headings].join(' ')))
    const telling = tellingWords(text)
    const further = new Set(telling.filter((word) => word.length > 1 && !shown.has(word)))
    return {
      ...page,
      often: oftenIn(telling).slice(0, Math.min(most, MOST_OFTEN)).join(' '),
      words: [...further].slice(0, most).join(' '),
    }
  })
}
