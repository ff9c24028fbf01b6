import { SEARCH_FILE_PATH } from '../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../lib/site/search/entry.ts'
import { type Hit, type Searcher, createSearcher } from '../lib/site/search/find.ts'
import { extractWords } from '../lib/site/search/text.ts'

export type SearchIndex = SearchFile & Searcher<SearchEntry>

/** Loads the search index. Revalidates it each time; the response is short if nothing changed. */
async function loadIndex(): Promise<SearchIndex> {
  const response = await fetch(SEARCH_FILE_PATH, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The list of pages: ${response.status}`)
  const file = (await response.json()) as SearchFile
  return { ...file, ...(await createSearcher(file.entries)) }
}

export const hasMatch = (text: string, { matched }: Hit<SearchEntry>): boolean =>
  extractWords(text).some((word) => matched.includes(word))

export function createTextLink(href: string, className: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, className, textContent: text })
}

export function createIndexLoader(): () => Promise<SearchIndex> {
  let index: Promise<SearchIndex> | undefined
  return () => {
    index ??= loadIndex()
    // After a failure, the caller gets the error and the next call retries.
    index.catch(() => (index = undefined))
    return index
  }
}
