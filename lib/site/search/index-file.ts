import type { SearchEntry } from './entry.ts'
import { tellingWords, wordsOf } from './text.ts'

export type SearchPage = Omit<SearchEntry, 'often' | 'words'> & { text: string }

/** Maximum numbers of distinct words: in the whole index, so that its file stays below 100 KB, and per page. */
const MOST_WORDS = 24_000
const MOST_OF_A_PAGE = 700

/** Minimum repetitions of a frequent word, and the number of frequent words per page. */
const OFTEN = 3
const MOST_OFTEN = 24

/** Names of fields with visible text. Other text fields hold options. */
const TEXT_FIELDS = new Set(
  'heading headline eyebrow text intro title label value note question summary name quote company role feature features cells columns caption'.split(
    ' ',
  ),
)

/** Returns the visible text of a content value (text, blocks, Portable Text, lists) in reading order. */
export function textsIn(value: unknown, field = ''): string[] {
  if (typeof value === 'string') return TEXT_FIELDS.has(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, field))
  if (typeof value !== 'object' || value === null) return []
  if ('children' in value && Array.isArray(value.children)) {
    return [value.children.map((span: { text?: unknown }) => String(span?.text ?? '')).join('')]
  }
  return Object.entries(value).flatMap(([name, child]) => textsIn(child, name))
}

function oftenIn(words: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const often = [...counts].filter(([word, count]) => count >= OFTEN && word.length > 2)
  return often.toSorted(([, a], [, b]) => b - a).map(([word]) => word)
}

/** Builds index entries. Long texts keep only their first words, and the limit decreases with more pages. */
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
