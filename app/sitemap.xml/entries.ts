import 'server-only'
import { env } from '@/lib/env.ts'
import { DEMO_ROOT } from '@/lib/routes.ts'
import type { SitemapEntry } from '@/lib/seo/sitemap.ts'
import type { ListName } from '@/sanity/content-types.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import {
  filledLists,
  lastChange,
  pathOfDocument,
  SITEMAP_PART,
  sitemapListsRead,
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

/** Addresses of one file of the sitemap, counted from 0; the first has the lists and the sample dashboard too. */
export async function sitemapEntries(part: number): Promise<SitemapEntry[]> {
  const { siteUrl } = env()
  const [documents, size, changes] = await Promise.all([
    fetchPublished(sitemapPartRead(part)),
    fetchPublished(sitemapSizeRead),
    fetchPublished(sitemapListsRead),
  ])
  const lists = part === 0 ? filledLists(size) : []
  const changeOf = (name: ListName) => {
    const lastModified = (changes as Partial<Record<ListName, string | null>>)[name]
    return lastModified ? { lastModified } : {}
  }
  return [
    ...lists.map(({ name, path }) => ({ url: new URL(path, siteUrl).href, ...changeOf(name) })),
    ...documents.map((document) => ({
      url: new URL(pathOfDocument(document), siteUrl).href,
      lastModified: lastChange(document),
    })),
    // It has no document, and changes with the site's code alone.
    ...(part === 0 ? [{ url: new URL(DEMO_ROOT, siteUrl).href }] : []),
  ]
}
