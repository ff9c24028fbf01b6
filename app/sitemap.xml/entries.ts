import 'server-only'
import { env } from '@/lib/env.ts'
import type { SitemapEntry } from '@/lib/seo/sitemap.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import {
  pathsOfFilledLists,
  pathOfDocument,
  SITEMAP_PART,
  sitemapPartRead,
  sitemapSizeRead,
} from '@/sanity/queries/site-map.ts'

const XML = { headers: { 'Content-Type': 'application/xml; charset=utf-8' } }

/** An answer of a sitemap route. */
export const xmlResponse = (xml: string) => new Response(xml, XML)

/** How many files the sitemap has; at least one. */
export async function sitemapParts(): Promise<number> {
  const { total } = await fetchPublished(sitemapSizeRead)
  return Math.max(1, Math.ceil(total / SITEMAP_PART))
}

/** Addresses of one file of the sitemap, counted from 0; the first has the lists too. */
export async function sitemapEntries(part: number): Promise<SitemapEntry[]> {
  const { siteUrl } = env()
  const [documents, size] = await Promise.all([fetchPublished(sitemapPartRead(part)), fetchPublished(sitemapSizeRead)])
  const lists = part === 0 ? pathsOfFilledLists(size) : []
  return [
    ...lists.map((path) => ({ url: new URL(path, siteUrl).href })),
    ...documents.map((document) => ({
      url: new URL(pathOfDocument(document), siteUrl).href,
      lastModified: document._updatedAt,
    })),
  ]
}
