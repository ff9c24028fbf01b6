import { NEAR_PAGES_ATTRIBUTE } from '../lib/dom-contract.ts'
import { parseQuery } from '../lib/site/search/text.ts'
import { hasMatch, type SearchIndex, createTextLink } from './search-index.ts'

const MAX_LINKS = 3

function getPathQuery(): string {
  const last = location.pathname.split('/').findLast(Boolean)
  return parseQuery(last?.replace(/(?:%..|[^a-z0-9])+/gi, ' '))
}

function findLinks(query: string, { find, suggest }: SearchIndex): Node[] {
  const exactHits = find(query)
  const hits = exactHits.length > 0 ? exactHits : suggest(query).hits
  const titleHits = hits.filter((hit) => hasMatch(hit.entry.title, hit))
  return titleHits.slice(0, MAX_LINKS).map(({ entry }) => createTextLink(entry.href, 'touch-link', entry.title))
}

export async function startNearPages(load: () => Promise<SearchIndex>): Promise<void> {
  const container = document.querySelector(`[${NEAR_PAGES_ATTRIBUTE}]`)
  const query = getPathQuery()
  if (!container || !query) return
  try {
    const links = findLinks(query, await load())
    for (const link of links) container.querySelector('ul')?.appendChild(document.createElement('li')).append(link)
    container.toggleAttribute(NEAR_PAGES_ATTRIBUTE, links.length === 0)
  } catch {
    // The 404 page works without suggestions.
  }
}
