import { headingIds } from '../heading-ids.ts'
import type { SearchKind } from '../ui-copy.ts'
import type { SearchEntry } from './entry.ts'

const LINKED = new Set<SearchKind>(['documentation', 'post', 'press', 'legal'])

/** `href` is the page if its sections have no ids. */
export type SectionFound = { heading: string; href: string }

/** The first heading with the query words missing from the page's name and summary. @param has whether a text has one */
export function sectionFound(entry: SearchEntry, has: (text: string) => boolean): SectionFound | undefined {
  const { href, kind, title, summary, headings } = entry
  if (has(title) || has(summary)) return undefined
  const position = headings.findIndex(has)
  const heading = headings[position]
  if (heading === undefined) return undefined
  const isLinked = LINKED.has(kind)
  return { heading, href: isLinked ? `${href}#${headingIds(headings)[position]}` : href }
}
