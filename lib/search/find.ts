import MiniSearch from 'minisearch'
import type { SearchKind } from '../words.ts'
import type { SearchEntry } from './entry.ts'
import { tellingWords, wordsOf } from './text.ts'

/** An entry that was found, and which words of it are those that were looked for. */
export type Hit<Entry> = { entry: Entry; matched: string[] }

/** Letters that may differ in a word of some length: one mistyped letter is a word of four, two are one of six. */
const MOST_TYPOS = 2
const typosIn = (word: string) => Math.min(MOST_TYPOS, Math.round(word.length / 4))

/** Entries that are read without a pause: a slow phone takes some 10 milliseconds for them. */
const AT_ONCE = 4

/** How much a match counts in pages of a kind: what explains something counts more than what only mentions it. */
const WEIGHTS: { [Kind in SearchKind]?: number } = { documentation: 4, post: 1.5, category: 0.7, city: 0.4 }

/** Kinds that come after others, the last ones last, unless their title has a word that was looked for. */
const LATE: { [Kind in SearchKind]?: number } = { category: 2, author: 2, city: 2, press: 3, legal: 3 }

/** Whether what is looked for begins with the name of a plan, or is the beginning of it: `night`, not `line`. */
function isNamed(plan: string, asked: string[]): boolean {
  const shared = wordsOf(plan).slice(0, asked.length)
  return shared.every((word, position) => word === asked[position])
}

/**
 * First, -1, where a plan is sold that is asked for; then, 0, a title with every word that was looked for; last a page of the
 * late kinds with none of them in its title.
 */
function placeOf({ entry: { kind, title, plans = [] }, matched }: Hit<SearchEntry>, asked: string[]): number {
  if (plans.some((plan) => isNamed(plan, asked))) return -1
  const count = wordsOf(title).filter((word) => matched.includes(word)).length
  if (count >= asked.length) return 0
  return (count === 0 && LATE[kind]) || 1
}

const hasLetters = (word: string) => /\p{L}/u.test(word)

/** Letters that may differ where a search has found nothing, and what is near it is looked for. */
const MOST_GUESSED = 3
const guessesIn = (word: string) => Math.min(MOST_GUESSED, Math.ceil(word.length * 0.4))

/** What there is near a query that finds nothing. */
export type Near<Entry> = {
  /** Words of the entries that finds something together, each as near as there is one to a word of the query. */
  query: string | undefined
  /** Entries with at least one of these words, the best one first. */
  hits: Hit<Entry>[]
}

export type Searcher<Entry> = {
  /**
   * Finds entries: each has to have every telling word of a query, as it stands or as the beginning of a word, or, where
   * no entry has it so, as it may have been meant. The best entry is the first.
   */
  find: (query: string) => Hit<Entry>[]
  /** For a query that finds nothing. */
  near: (query: string) => Near<Entry>
}

/** Gets entries ready to be searched. Others have their turn meanwhile. */
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
  /** The word itself where entries have it; otherwise one of what they are about. */
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
