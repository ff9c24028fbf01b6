import 'server-only'
import { fill } from '@/components/ui/fill.tsx'
import { pageAddress, pageRange, type Paging, paging } from '@/lib/values/paging.ts'
import { MAX_TITLE } from '@/lib/site/seo/page-texts.ts'
import type { Words } from '@/lib/site/ui-copy.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { Read } from '@/sanity/queries/read.ts'
import { listingIntrosRead } from '@/sanity/queries/site-settings.ts'
import { documentMetadata } from './document-metadata.ts'
import { getWords } from './site-data.ts'

export const getListIntros = (options?: { stega?: boolean }) => fetchContent(listingIntrosRead, options)

type Range = ReturnType<typeof pageRange>

/**
 * Returns a page of a list. A page number beyond the last returns the first page, so that arbitrary numbers cannot fill
 * the cache.
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
  page: number
  total: number
  entries: { title: string | null }[]
}

export const pageName = (name: string, page: number, words: Words['lists']) =>
  page === 1 ? name : fill(words.numbered, { name, page })

export const positionText = ({ page, last }: Paging, words: Words['lists']) => fill(words.position, { page, last })

const pageText = ({ page, last }: Paging, entries: Listing['entries'], words: Words['lists']) =>
  fill(words.numberedText, { page, last, titles: entries.map(({ title }) => title).join(', ') })

/**
 * Builds the metadata of a list page. Returns undefined beyond the last page. Pages after the first have a numbered
 * title and description, and link to the previous and next page.
 */
export async function listMetadata({ root, page, total, seo, entries, ...document }: Listing) {
  const at = paging(root, page, total)
  if (!at) return undefined
  const { previous, next } = at
  const address = { path: pageAddress(root, page), picturePath: root }
  const own = { ...document, ...address, seo }
  const { lists: words } = await getWords({ stega: false })
  const numbered = (name: string) => pageName(name, page, words)
  const names = [seo?.title, document.title].flatMap((name) => (name ? [numbered(name)] : []))
  const title = names.find((name) => name.length <= MAX_TITLE) ?? names.at(-1)
  const description = pageText(at, entries, words)
  const further = { ...own, title, description, seo: seo && { ...seo, title, description } }
  const metadata = await documentMetadata(page === 1 ? own : further)
  return { ...metadata, pagination: { previous, next } }
}
