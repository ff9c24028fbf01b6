import type { SearchKind } from '../words.ts'

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
