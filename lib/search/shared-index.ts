import { sharedState } from '../shared-state.ts'
import { counter } from '../telemetry/instruments.ts'
import type { SearchEntry } from './entry.ts'
import { type Searcher, searcher } from './find.ts'
import { searchEntries, type SearchPage } from './index-file.ts'

/** What a search needs of the site: where to look, and the text of each page by its address. */
export type SearchIndex = { search: Searcher<SearchEntry>; texts: ReadonlyMap<string, string> }

const indexes = () => sharedState('search-indexes', () => new WeakMap<object, Promise<SearchIndex>>())

const made = counter('ductwise.search.indexes', 'Indexes that were made for searches')

async function makeIndex(pages: SearchPage[]): Promise<SearchIndex> {
  made.add(1)
  const search = await searcher(searchEntries(pages))
  return { search, texts: new Map(pages.map(({ href, text }) => [href, text])) }
}

/**
 * The index of some content, made once for all who search in it: it takes some hundred milliseconds. It goes with the content, of
 * which the cache of answers has another object as soon as something was published.
 * @param pagesOf what is in the content
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
