import type { SearchGroup, SearchKind } from '../words.ts'

/** What the kinds of pages are narrowed to by. */
const GROUPS: Record<SearchKind, SearchGroup> = {
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

/** The choice that pages of a kind are in. */
export const groupOf = (kind: SearchKind): SearchGroup => GROUPS[kind]
