import { headingIds } from '../heading-ids.ts'
import type { SearchKind } from '../words.ts'
import type { SearchEntry } from './entry.ts'

/** Kinds of pages whose headings can be linked to: articles. */
const LINKED = new Set<SearchKind>(['documentation', 'post', 'press', 'legal'])

/** A section of a page, and where a link to it leads: to the page, if its sections have no addresses. */
export type SectionFound = { heading: string; href: string }

/** The first section whose heading has the words that the name and the summary of a page have not. @param has whether a text has one */
export function sectionFound(entry: SearchEntry, has: (text: string) => boolean): SectionFound | undefined {
  const { href, kind, title, summary, headings } = entry
  if (has(title) || has(summary)) return undefined
  const position = headings.findIndex(has)
  const heading = headings[position]
  if (heading === undefined) return undefined
  const isLinked = LINKED.has(kind)
  return { heading, href: isLinked ? `${href}#${headingIds(headings)[position]}` : href }
}
