import MiniSearch from 'minisearch'
import type { SearchKind } from '../ui-copy.ts'
import type { SearchEntry } from './entry.ts'
import { extractSignificantWords, extractWords } from './text.ts'

/** Search result. `matched` are the entry's words that match the query. */
export type Hit<Entry> = { entry: Entry; matched: string[] }

/** Maximum edit distance by word length: one from four letters, two from six. */
const MAX_TYPOS = 2
const getMaxTypos = (word: string) => Math.min(MAX_TYPOS, Math.round(word.length / 4))

/** Number of entries per batch. A batch takes about 10 ms on a slow phone. */
const BATCH_SIZE = 4

/** Weight of a match by page kind. Pages that explain a topic rank above pages that mention it. */
const KIND_WEIGHTS: { [Kind in SearchKind]?: number } = { documentation: 4, post: 1.5, category: 0.7, city: 0.4 }

/** Page kinds that rank after others unless their title matches. The highest number ranks last. */
const LATE_RANKS: { [Kind in SearchKind]?: number } = { category: 2, author: 2, city: 2, press: 3, legal: 3 }

/** Returns whether the query starts with a plan's name, or is a prefix of it: `night`, not `line`. */
function matchesPlanName(plan: string, queryWords: string[]): boolean {
  const nameWords = extractWords(plan).slice(0, queryWords.length)
  return nameWords.every((word, position) => word === queryWords[position])
}

/**
 * Returns the rank. -1: the page sells a plan that the query names. 0: the title has every query word. Kinds in
 * `LATE_RANKS` come last if no query word is in the title.
 */
function computeRank({ entry: { kind, title, plans = [] }, matched }: Hit<SearchEntry>, queryWords: string[]): number {
  if (plans.some((plan) => matchesPlanName(plan, queryWords))) return -1
  const count = extractWords(title).filter((word) => matched.includes(word)).length
  if (count >= queryWords.length) return 0
  return (count === 0 && LATE_RANKS[kind]) || 1
}

const hasLetters = (word: string) => /\p{L}/u.test(word)

/** Maximum edit distance of suggestions. */
const MAX_SUGGESTION_TYPOS = 3
const getMaxSuggestionTypos = (word: string) => Math.min(MAX_SUGGESTION_TYPOS, Math.ceil(word.length * 0.4))

/** Alternatives for a query that has no results. */
export type Suggestion<Entry> = {
  /** Nearest query that has results. */
  query: string | undefined
  hits: Hit<Entry>[]
}

export type Searcher<Entry> = {
  /**
   * Returns the best results first. An entry must match every significant word, exactly, by prefix or, if no entry
   * does, with typos.
   */
  find: (query: string) => Hit<Entry>[]
  suggest: (query: string) => Suggestion<Entry>
}

/** Prepares entries for searching. Yields to other work between batches. */
export async function createSearcher<Entry extends SearchEntry>(entries: Entry[]): Promise<Searcher<Entry>> {
  const entriesByHref = new Map(entries.map((entry) => [entry.href, entry]))
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'headings', 'summary', 'often', 'words'],
    extractField: (entry, field) => {
      const value = entry[field as keyof SearchEntry]
      return typeof value === 'string' ? value : (value ?? []).join(' ')
    },
    tokenize: extractWords,
    processTerm: (word) => word,
  })
  await index.addAllAsync([...entriesByHref.values()], { chunkSize: BATCH_SIZE })
  const isIndexed = (word: string) => index.search(word, { prefix: true }).length > 0
  const search = (query: string, combineWith: 'AND' | 'OR') => {
    const queryWords = extractSignificantWords(query)
    return index
      .search(query, {
        tokenize: extractSignificantWords,
        combineWith,
        prefix: true,
        fuzzy: (word) => (word.length > 3 && hasLetters(word) && !isIndexed(word) ? getMaxTypos(word) : false),
        boost: { title: 6, headings: 3, summary: 3, often: 2 },
        boostDocument: (href: string) => KIND_WEIGHTS[entriesByHref.get(href)?.kind ?? 'page'] ?? 1,
      })
      .flatMap(({ id, terms }) => {
        const entry = entriesByHref.get(id as string)
        return entry ? { entry, matched: terms } : []
      })
      .toSorted((a, b) => computeRank(a, queryWords) - computeRank(b, queryWords))
  }
  const find = (query: string) => search(query, 'AND')
  /** Returns the word itself if it is indexed, otherwise the nearest frequent word. */
  const findNearestWord = (word: string) => {
    if (isIndexed(word)) return word
    const fields = ['title', 'headings', 'summary']
    return index.search(word, { fields, fuzzy: hasLetters(word) && getMaxSuggestionTypos(word) })[0]?.terms[0]
  }
  const suggest = (query: string) => {
    const suggestedWords = extractSignificantWords(query).flatMap((word) => findNearestWord(word) ?? [])
    const suggestedQuery = suggestedWords.join(' ')
    return { query: find(suggestedQuery).length > 0 ? suggestedQuery : undefined, hits: search(suggestedQuery, 'OR') }
  }
  return { find, suggest }
}
