import 'server-only'
import type { Metadata } from 'next'
import { pageAddress, pageRange, type Paging, paging } from '@/lib/paging.ts'
import { fetchContent, type Read } from '@/sanity/fetch.ts'
import { listingIntrosRead } from '@/sanity/queries/listing.ts'
import { documentMetadata } from './document-metadata.ts'

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
}

/** Metadata of one page of a list: further pages say their number, and each names its neighbours. */
export async function listMetadata({ root, paging, title, seo, ...document }: Listing): Promise<Metadata> {
  const { page, previous, next } = paging
  const name = seo?.title ?? title
  const numbered = page === 1 ? name : `${name}, page ${page}`
  const metadata = await documentMetadata({
    ...document,
    path: pageAddress(root, page),
    picturePath: root,
    title: numbered,
    seo: seo && { ...seo, title: numbered },
  })
  return { ...metadata, pagination: { previous, next } }
}
