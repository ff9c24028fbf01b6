import MiniSearch from 'minisearch'
import type { SearchEntry } from './entry.ts'
import { tellingWords, wordsOf } from './text.ts'

/** An entry that was found, and which words of it are those that were looked for. */
export type Hit<Entry> = { entry: Entry; matched: string[] }

/** Letters that may differ in a word of some length: one mistyped letter is a word of four, two are one of six. */
const MOST_TYPOS = 2
const typosIn = (word: string) => Math.min(MOST_TYPOS, Math.round(word.length / 4))

/** Entries that are read without a pause: a slow phone takes some 10 milliseconds for them. */
const AT_ONCE = 4

const hasLetters = (word: string) => /\p{L}/u.test(word)

/**
 * Searches entries: each has to have every telling word of a query, as it stands or as the beginning of a word, or, where
 * no entry has it so, as it may have been meant. The best entry is the first. Others have their turn while it gets ready.
 */
export async function searcher<Entry extends SearchEntry>(entries: Entry[]): Promise<(query: string) => Hit<Entry>[]> {
  const byAddress = new Map(entries.map((entry) => [entry.href, entry]))
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'headings', 'summary', 'words'],
    extractField: (entry, field) => {
      const value = entry[field as keyof SearchEntry]
      return typeof value === 'string' ? value : value.join(' ')
    },
    tokenize: wordsOf,
    processTerm: (word) => word,
  })
  await index.addAllAsync([...byAddress.values()], { chunkSize: AT_ONCE })
  const isThere = (word: string) => index.search(word, { prefix: true }).length > 0
  return (query) =>
    index
      .search(query, {
        tokenize: tellingWords,
        combineWith: 'AND',
        prefix: true,
        fuzzy: (word) => (word.length > 3 && hasLetters(word) && !isThere(word) ? typosIn(word) : false),
        boost: { title: 6, headings: 2, summary: 3 },
      })
      .flatMap(({ id, terms }) => {
        const entry = byAddress.get(id as string)
        return entry ? { entry, matched: terms } : []
      })
}
