import type { SearchKind } from '../words.ts'

/** A page of the site as the index has it. */
export type SearchEntry = {
  href: string
  kind: SearchKind
  title: string
  /** What the page is about, in a sentence. */
  summary: string
  headings: string[]
  /** What is sold on it, by name; these names are among the headings. */
  plans?: string[]
  /** Words that its text has several times, each once, as they are compared. */
  often: string
  /** Further words of its text, each once, as they are compared. */
  words: string
}

/** The file that the search of a browser loads: the pages, and the editors' words for what it finds. */
export type SearchFile = {
  words: Record<'one' | 'many' | 'none' | 'instead' | 'section', string> & { kinds: Record<SearchKind, string> }
  /** Addresses of the pages that editors offer where nothing is found. */
  begin: string[]
  entries: SearchEntry[]
}
