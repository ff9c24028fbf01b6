import 'server-only'
import { fill } from '@/components/ui/fill.tsx'
import { buildPagePath, getPageRange, type Paging, buildPaging } from '@/lib/values/paging.ts'
import { MAX_TITLE_LENGTH } from '@/lib/site/seo/page-texts.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { Read } from '@/sanity/queries/read.ts'
import { listingIntrosRead } from '@/sanity/queries/site-settings.ts'
import { buildDocumentMetadata } from './document-metadata.ts'
import { getLabels } from './site-data.ts'

export const getListIntros = (options?: { stega?: boolean }) => fetchContent(listingIntrosRead, options)

type Range = ReturnType<typeof getPageRange>

/**
 * Returns a page of a list. A page number beyond the last page returns the first page. Otherwise, arbitrary numbers
 * could fill the cache.
 */
export async function fetchListPage<Answer>(
  read: (range: Range) => Read<Answer>,
  page: number,
  options?: { stega?: boolean },
): Promise<Answer> {
  const first = await fetchContent(read(getPageRange(1)), options)
  const { total } = (first ?? { total: 0 }) as { total: number }
  return page > 1 && buildPaging('', page, total) ? fetchContent(read(getPageRange(page)), options) : first
}

type Listing = Omit<Parameters<typeof buildDocumentMetadata>[0], 'path' | 'shareImagePath' | 'article'> & {
  root: string
  page: number
  total: number
  entries: { title: string | null }[]
}

export const formatPageName = (name: string, page: number, labels: UiCopy['lists']) =>
  page === 1 ? name : fill(labels.numbered, { name, page })

export const formatPosition = ({ page, last }: Paging, labels: UiCopy['lists']) => fill(labels.position, { page, last })

const formatPageText = ({ page, last }: Paging, entries: Listing['entries'], labels: UiCopy['lists']) =>
  fill(labels.numberedText, { page, last, titles: entries.map(({ title }) => title).join(', ') })

/**
 * Builds the metadata of a list page. Returns undefined beyond the last page. Pages after the first have a numbered
 * title and description, and link to the previous and next page.
 */
export async function buildListMetadata({ root, page, total, seo, entries, ...document }: Listing) {
  const pagination = buildPaging(root, page, total)
  if (!pagination) return undefined
  const { previous, next } = pagination
  const address = { path: buildPagePath(root, page), shareImagePath: root }
  const firstPage = { ...document, ...address, seo }
  const { lists: labels } = await getLabels({ stega: false })
  const addPageNumber = (name: string) => formatPageName(name, page, labels)
  const names = [seo?.title, document.title].flatMap((name) => (name ? [addPageNumber(name)] : []))
  const title = names.find((name) => name.length <= MAX_TITLE_LENGTH) ?? names.at(-1)
  const description = formatPageText(pagination, entries, labels)
  const laterPage = { ...firstPage, title, description, seo: seo && { ...seo, title, description } }
  const metadata = await buildDocumentMetadata(page === 1 ? firstPage : laterPage)
  return { ...metadata, pagination: { previous, next } }
}
