import { getSharedState } from '../../platform/process/shared-state.ts'
import { createCounter } from '../../platform/telemetry/instruments.ts'
import type { SearchEntry } from './entry.ts'
import { type Searcher, createSearcher } from './find.ts'
import { buildSearchEntries, type SearchPage } from './index-file.ts'

export type SearchIndex = { search: Searcher<SearchEntry>; texts: ReadonlyMap<string, string> }

const getIndexes = () => getSharedState('search-indexes', () => new WeakMap<object, Promise<SearchIndex>>())

const buildCounter = createCounter('ductwise.search.indexes', 'Search index builds')

async function buildIndex(pages: SearchPage[]): Promise<SearchIndex> {
  buildCounter.add(1)
  const search = await createSearcher(buildSearchEntries(pages))
  return { search, texts: new Map(pages.map(({ href, text }) => [href, text])) }
}

/**
 * Returns a search index that all requests share, because building it takes about 100 ms. The index is released with
 * the content object, which a publish replaces.
 */
export function getSharedIndex<Content extends object>(
  content: Content,
  getPages: (content: Content) => SearchPage[],
): Promise<SearchIndex> {
  const cachedIndex = getIndexes().get(content)
  if (cachedIndex) return cachedIndex
  const index = buildIndex(getPages(content))
  getIndexes().set(content, index)
  return index
}
