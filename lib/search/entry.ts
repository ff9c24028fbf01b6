/** What kinds of pages a search finds; the editors' names for them are in the words of the search. */
export const SEARCH_KINDS = [
  'page',
  'city',
  'post',
  'documentation',
  'press',
  'legal',
  'api',
  'category',
  'author',
] as const

export type SearchKind = (typeof SEARCH_KINDS)[number]

/** A page of the site as the index has it. */
export type SearchEntry = {
  href: string
  kind: SearchKind
  title: string
  /** What the page is about, in a sentence. */
  summary: string
  headings: string[]
  /** Further words of its text, each once, as they are compared. */
  words: string
}

/** The file that the search of a browser loads: the pages, and the editors' words for what it finds. */
export type SearchFile = {
  words: Record<'one' | 'many' | 'none', string> & { kinds: Record<SearchKind, string> }
  entries: SearchEntry[]
}
