import { NEAR_PAGES } from '../lib/dom-contract.ts'
import { queryIn } from '../lib/site/search/text.ts'
import { hasMatch, type SearchIndex, textLink } from './search-index.ts'

const MOST = 3

function lostWords(): string {
  const last = location.pathname.split('/').findLast(Boolean)
  return queryIn(last?.replace(/(?:%..|[^a-z0-9])+/gi, ' '))
}

function linksFor(query: string, { find, near }: SearchIndex): Node[] {
  const exact = find(query)
  const hits = exact.length > 0 ? exact : near(query).hits
  const named = hits.filter((hit) => hasMatch(hit.entry.title, hit))
  return named.slice(0, MOST).map(({ entry }) => textLink(entry.href, 'touch-link', entry.title))
}

export async function startNearPages(load: () => Promise<SearchIndex>): Promise<void> {
  const place = document.querySelector(`[${NEAR_PAGES}]`)
  const query = lostWords()
  if (!place || !query) return
  try {
    const links = linksFor(query, await load())
    for (const link of links) place.querySelector('ul')?.appendChild(document.createElement('li')).append(link)
    place.toggleAttribute(NEAR_PAGES, links.length === 0)
  } catch {
    // The 404 page works without suggestions.
  }
}
