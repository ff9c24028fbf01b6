import { SEARCH_FILE_PATH } from '../lib/routes.ts'
import type { SearchEntry, SearchFile } from '../lib/search/entry.ts'
import { type Hit, type Searcher, searcher } from '../lib/search/find.ts'
import { wordsOf } from '../lib/search/text.ts'

/** The pages of the site, ready to be searched, with the editors' words for what is found. */
export type SearchIndex = SearchFile & Searcher<SearchEntry>

/** Asks each time whether the pages are still the same, since an editor may have published; the answer is short then. */
async function loadIndex(): Promise<SearchIndex> {
  const response = await fetch(SEARCH_FILE_PATH, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The list of pages: ${response.status}`)
  const file = (await response.json()) as SearchFile
  return { ...file, ...(await searcher(file.entries)) }
}

/** Whether a text has one of the words that were looked for. */
export const hasMatch = (text: string, { matched }: Hit<SearchEntry>): boolean =>
  wordsOf(text).some((word) => matched.includes(word))

/** A link as running text has it. */
export function textLink(href: string, className: string, text: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href, className, textContent: text })
}

/** What loads the index once, whoever asks for it. */
export function indexLoader(): () => Promise<SearchIndex> {
  let index: Promise<SearchIndex> | undefined
  return () => {
    index ??= loadIndex()
    // Whoever asks hears of the error; who asks next is another try.
    index.catch(() => (index = undefined))
    return index
  }
}
