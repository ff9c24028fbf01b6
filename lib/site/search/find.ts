import MiniSearch from 'minisearch'
import type { SearchKind } from '../ui-copy.ts'
import type { SearchEntry } from './entry.ts'
import { tellingWords, wordsOf } from './text.ts'

/** Search result. `matched` are the entry's words that match the query. */
export type Hit<Entry> = { entry: Entry; matched: string[] }

/** Maximum edit distance by word length: one from four letters, two from six. */
const MOST_TYPOS = 2
const typosIn = (word: string) => Math.min(MOST_TYPOS, Math.round(word.length / 4))

/** Number of entries per batch. A batch takes about 10 ms on a slow phone. */
const AT_ONCE = 4

/** Weight of a match by page kind. Pages that explain a topic rank above pages that mention it. */
const WEIGHTS: { [Kind in SearchKind]?: number } = { documentation: 4, post: 1.5, category: 0.7, city: 0.4 }

/** Page kinds that rank after others unless their title matches. The highest number is last. */
const LATE: { [Kind in SearchKind]?: number } = { category: 2, author: 2, city: 2, press: 3, legal: 3 }

/** Returns whether the query starts with a plan's name, or is a prefix of it: `night`, not `line`. */
function isNamed(plan: string, asked: string[]): boolean {
  const shared = wordsOf(plan).slice(0, asked.length)
  return shared.every((word, position) => word === asked[position])
}

/**
 * Returns the rank. -1 means that the page sells a plan of the query, 0 that the title has every query word; kinds in
 * `LATE` without a title match are last.
 */
function placeOf({ entry: { kind, title, plans = [] }, matched }: Hit<SearchEntry>, asked: string[]): number {
  if (plans.some((plan) => isNamed(plan, asked))) return -1
  const count = wordsOf(title).filter((word) => matched.includes(word)).length
  if (count >= asked.length) return 0
  return (count === 0 && LATE[kind]) || 1
}

const hasLetters = (word: string) => /\p{L}/u.test(word)

/** Maximum edit distance of suggestions. */
const MOST_GUESSED = 3
const guessesIn = (word: string) => Math.min(MOST_GUESSED, Math.ceil(word.length * 0.4))

/** Alternatives for a query without results. */
export type Near<Entry> = {
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
  near: (query: string) => Near<Entry>
}

/** Prepares entries for searching. Yields to other work between batches. */
export async function searcher<Entry extends SearchEntry>(entries: Entry[]): Promise<Searcher<Entry>> {
  const byAddress = new Map(entries.map((entry) => [entry.href, entry]))
  const index = new MiniSearch<Entry>({
    idField: 'href',
    fields: ['title', 'headings', 'summary', 'often', 'words'],
    extractField: (entry, field) => {
      const value = entry[field as keyof SearchEntry]
      return typeof value === 'string' ? value : (value ?? []).join(' ')
    },
    tokenize: wordsOf,
    processTerm: (word) => word,
  })
  await index.addAllAsync([...byAddress.values()], { chunkSize: AT_ONCE })
  const isThere = (word: string) => index.search(word, { prefix: true }).length > 0
  const search = (query: string, combineWith: 'AND' | 'OR') => {
    const asked = tellingWords(query)
    return index
      .search(query, {
        tokenize: tellingWords,
        combineWith,
        prefix: true,
        fuzzy: (word) => (word.length > 3 && hasLetters(word) && !isThere(word) ? typosIn(word) : false),
        boost: { title: 6, headings: 3, summary: 3, often: 2 },
        boostDocument: (href: string) => WEIGHTS[byAddress.get(href)?.kind ?? 'page'] ?? 1,
      })
      .flatMap(({ id, terms }) => {
        const entry = byAddress.get(id as string)
        return entry ? { entry, matched: terms } : []
      })
      .toSorted((a, b) => placeOf(a, asked) - placeOf(b, asked))
  }
  const find = (query: string) => search(query, 'AND')
  /** Returns the word itself if it is indexed, otherwise the nearest frequent word. */
  const nearest = (word: string) => {
    if (isThere(word)) return word
    const fields = ['title', 'headings', 'summary']
    return index.search(word, { fields, fuzzy: hasLetters(word) && guessesIn(word) })[0]?.terms[0]
  }
  const near = (query: string) => {
    const known = tellingWords(query).flatMap((word) => nearest(word) ?? [])
    const spelled = known.join(' ')
    return { query: find(spelled).length > 0 ? spelled : undefined, hits: search(spelled, 'OR') }
  }
  return { find, near }
}
