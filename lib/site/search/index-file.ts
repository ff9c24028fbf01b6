import type { SearchEntry } from './entry.ts'
import { extractSignificantWords, extractWords } from './text.ts'

export type SearchPage = Omit<SearchEntry, 'often' | 'words'> & { text: string }

/** Maximum numbers of distinct words: in the whole index, so that its file stays below 100 KB, and per page. */
const MAX_INDEX_WORDS = 24_000
const MAX_PAGE_WORDS = 700

/** Minimum repetitions of a frequent word, and the number of frequent words per page. */
const MIN_REPETITIONS = 3
const MAX_FREQUENT_WORDS = 24

/** Names of fields with visible text. Other text fields hold options. */
const TEXT_FIELDS = new Set(
  'heading headline eyebrow text intro title label value note question summary name quote company role feature features cells columns caption'.split(
    ' ',
  ),
)

/** Returns the visible text of a content value (text, blocks, Portable Text, lists) in reading order. */
export function extractTexts(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return TEXT_FIELDS.has(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => extractTexts(item, field))
  if (typeof value !== 'object' || value === null) return []
  if ('children' in value && Array.isArray(value.children)) {
    return [value.children.map((span: { text?: unknown }) => String(span?.text ?? '')).join('')]
  }
  return Object.entries(value).flatMap(([name, child]) => extractTexts(child, name))
}

function findFrequentWords(words: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequentCounts = [...counts].filter(([word, count]) => count >= MIN_REPETITIONS && word.length > 2)
  return frequentCounts.toSorted(([, a], [, b]) => b - a).map(([word]) => word)
}

/** Builds index entries. Long texts keep only their first words, and the limit decreases with more pages. */
export function buildSearchEntries(pages: SearchPage[]): SearchEntry[] {
  const maxWords = Math.min(MAX_PAGE_WORDS, Math.floor(MAX_INDEX_WORDS / Math.max(pages.length, 1)))
  return pages.map(({ text, ...page }) => {
    const shownWords = new Set(extractWords([page.title, page.summary, ...page.headings].join(' ')))
    const significantWords = extractSignificantWords(text)
    const otherWords = new Set(significantWords.filter((word) => word.length > 1 && !shownWords.has(word)))
    return {
      ...page,
      often: findFrequentWords(significantWords).slice(0, Math.min(maxWords, MAX_FREQUENT_WORDS)).join(' '),
      words: [...otherWords].slice(0, maxWords).join(' '),
    }
  })
}
