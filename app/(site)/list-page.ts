import 'server-only'
import type { Metadata } from 'next'
import { fill } from '@/components/ui/fill.tsx'
import { pageAddress, pageRange, type Paging, paging } from '@/lib/paging.ts'
import { MAX_TITLE } from '@/lib/seo/page-texts.ts'
import type { Words } from '@/lib/words.ts'
import { fetchContent, type Read } from '@/sanity/fetch.ts'
import { listingIntrosRead } from '@/sanity/queries/listing.ts'
import { documentMetadata } from './document-metadata.ts'
import { getWords } from './site-data.ts'

/** What the settings say above the lists; null where nobody wrote it yet. */
export const getListIntros = (options?: { stega?: boolean }) => fetchContent(listingIntrosRead, options)

type Range = ReturnType<typeof pageRange>

/**
 * The entries on a page of a list, counted from 1, and how many the whole list has. A page is asked for only when the
 * list is that long, so that visitors cannot fill a cache with numbers: beyond the last, the answer is the first page.
 */
export async function fetchListPage<Answer>(
  read: (range: Range) => Read<Answer>,
  page: number,
  options?: { stega?: boolean },
): Promise<Answer> {
  const first = await fetchContent(read(pageRange(1)), options)
  const { total } = (first ?? { total: 0 }) as { total: number }
  return page > 1 && paging('', page, total) ? fetchContent(read(pageRange(page)), options) : first
}

type Listing = Omit<Parameters<typeof documentMetadata>[0], 'path' | 'picturePath' | 'article'> & {
  root: string
  paging: Paging
  /** Those on the page. */
  entries: { title: string | null }[]
}

/** What a page of a list is called: further pages have a number. */
export const pageName = (name: string, page: number, words: Words['lists']) =>
  page === 1 ? name : fill(words.numbered, { name, page })

/** Which page of a list one is on. */
export const positionText = ({ page, last }: Paging, words: Words['lists']) => fill(words.position, { page, last })

/** What a further page says of itself: which one it is, and what is on it. */
const pageText = ({ page, last }: Paging, entries: Listing['entries'], words: Words['lists']) =>
  fill(words.numberedText, { page, last, titles: entries.map(({ title }) => title).join(', ') })

/** Metadata of one page of a list: further pages have a title and a text of their own, and each names its neighbours. */
export async function listMetadata({ root, paging, seo, entries, ...document }: Listing): Promise<Metadata> {
  const { page, previous, next } = paging
  const address = { path: pageAddress(root, page), picturePath: root }
  const own = { ...document, ...address, seo }
  const { lists: words } = await getWords({ stega: false })
  const numbered = (name: string) => pageName(name, page, words)
  const names = [seo?.title, document.title].flatMap((name) => (name ? [numbered(name)] : []))
  const title = names.find((name) => name.length <= MAX_TITLE) ?? names.at(-1)
  const description = pageText(paging, entries, words)
  const further = { ...own, title, description, seo: seo && { ...seo, title, description } }
  const metadata = await documentMetadata(page === 1 ? own : further)
  return { ...metadata, pagination: { previous, next } }
}
