import { buildHeadingIds } from '../heading-ids.ts'
import type { SearchKind } from '../ui-copy.ts'
import type { SearchEntry } from './entry.ts'

const LINKED_KINDS = new Set<SearchKind>(['documentation', 'post', 'press', 'legal'])

/** Section that matches a query. `href` is the page itself if its sections have no ids. */
export type SectionMatch = { heading: string; href: string }

/**
 * Returns the first heading that contains the query words; undefined if the page's title or summary contains them.
 * @param matchesQuery returns whether a text contains the query words
 */
export function findSection(entry: SearchEntry, matchesQuery: (text: string) => boolean): SectionMatch | undefined {
  const { href, kind, title, summary, headings } = entry
  if (matchesQuery(title) || matchesQuery(summary)) return undefined
  const position = headings.findIndex(matchesQuery)
  const heading = headings[position]
  if (heading === undefined) return undefined
  const isLinked = LINKED_KINDS.has(kind)
  return { heading, href: isLinked ? `${href}#${buildHeadingIds(headings)[position]}` : href }
}
