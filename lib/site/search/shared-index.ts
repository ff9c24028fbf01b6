import { sharedState } from '../../platform/process/shared-state.ts'
import { counter } from '../../platform/telemetry/instruments.ts'
import type { SearchEntry } from './entry.ts'
import { type Searcher, searcher } from './find.ts'
import { searchEntries, type SearchPage } from './index-file.ts'

export type SearchIndex = { search: Searcher<SearchEntry>; texts: ReadonlyMap<string, string> }

const indexes = () => sharedState('search-indexes', () => new WeakMap<object, Promise<SearchIndex>>())

const made = counter('ductwise.search.indexes', 'Search index builds')

async function makeIndex(pages: SearchPage[]): Promise<SearchIndex> {
  made.add(1)
  const search = await searcher(searchEntries(pages))
  return { search, texts: new Map(pages.map(({ href, text }) => [href, text])) }
}

/**
 * Returns a search index that all requests share, because building it takes about 100 ms. The index is released with
 * the content object, which a publish replaces.
 */
export function sharedIndex<Content extends object>(
  content: Content,
  pagesOf: (content: Content) => SearchPage[],
): Promise<SearchIndex> {
  const known = indexes().get(content)
  if (known) return known
  const index = makeIndex(pagesOf(content))
  indexes().set(content, index)
  return index
}
