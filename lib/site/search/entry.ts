import type { SearchGroup, SearchKind } from '../ui-copy.ts'

export type SearchEntry = {
  href: string
  kind: SearchKind
  title: string
  summary: string
  headings: string[]
  /** Names of plans that the page sells. They also appear in its headings. */
  plans?: string[]
  /** Distinct words that the text repeats, normalized. */
  often: string
  /** Other distinct words of the text, normalized. */
  words: string
}

/** Content of the search index file: pages and UI copy. */
export type SearchFile = {
  words: Record<'one' | 'many' | 'none' | 'instead' | 'section', string> & { kinds: Record<SearchKind, string> }
  begin: string[]
  entries: SearchEntry[]
}

export const GROUP_BY_KIND: Record<SearchKind, SearchGroup> = {
  documentation: 'help',
  api: 'help',
  post: 'blog',
  category: 'blog',
  author: 'blog',
  page: 'product',
  integration: 'product',
  city: 'cities',
  press: 'other',
  legal: 'other',
}
