import 'server-only'
import type { Metadata } from 'next'
import { pageAddress, type Paging } from '@/lib/paging.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { listingIntrosRead } from '@/sanity/queries/listing.ts'
import { documentMetadata } from './content.ts'

/** What the settings say above the lists; null where nobody wrote it yet. */
export const getIntros = (options?: { stega?: boolean }) => fetchContent(listingIntrosRead, options)

type Listing = Omit<Parameters<typeof documentMetadata>[0], 'path'> & { root: string; paging: Paging }

/** Metadata of one page of a list: further pages say their number, and each names its neighbours. */
export async function listingMetadata({ root, paging, title, seo, ...document }: Listing): Promise<Metadata> {
  const { page, previous, next } = paging
  const name = seo?.title ?? title
  const numbered = page === 1 ? name : `${name}, page ${page}`
  const metadata = await documentMetadata({
    ...document,
    path: pageAddress(root, page),
    title: numbered,
    seo: seo && { ...seo, title: numbered },
  })
  return { ...metadata, pagination: { previous, next } }
}
