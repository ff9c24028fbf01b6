import { headingIds } from '../heading-ids.ts'
import type { SearchKind } from '../ui-copy.ts'
import type { SearchEntry } from './entry.ts'

const LINKED = new Set<SearchKind>(['documentation', 'post', 'press', 'legal'])

/** Section that matches a query. `href` is the page itself if its sections have no ids. */
export type SectionFound = { heading: string; href: string }

/**
 * Returns the first heading that contains the query words; undefined if the page's title or summary contains them.
 * @param has returns whether a text contains the query words
 */
export function sectionFound(entry: SearchEntry, has: (text: string) => boolean): SectionFound | undefined {
  const { href, kind, title, summary, headings } = entry
  if (has(title) || has(summary)) return undefined
  const position = headings.findIndex(has)
  const heading = headings[position]
  if (heading === undefined) return undefined
  const isLinked = LINKED.has(kind)
  return { heading, href: isLinked ? `${href}#${headingIds(headings)[position]}` : href }
}
