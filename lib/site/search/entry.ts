import type { SearchGroup, SearchKind } from '../ui-copy.ts'

export type SearchEntry = {
  href: string
  kind: SearchKind
  title: string
  summary: string
  headings: string[]
  /** Names of plans sold on the page; also in its headings. */
  plans?: string[]
  /** Distinct repeated words of the text, normalized. */
  often: string
  /** Other distinct words of the text, normalized. */
  words: string
}

/** Search index file: pages and UI copy. */
export type SearchFile = {
  words: Record<'one' | 'many' | 'none' | 'instead' | 'section', string> & { kinds: Record<SearchKind, string> }
  begin: string[]
  entries: SearchEntry[]
}

export const GROUP_OF: Record<SearchKind, SearchGroup> = {
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
