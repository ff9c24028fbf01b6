import 'server-only'
import { env } from '@/lib/platform/env/env.ts'
import { DEMO_ROOT } from '@/lib/routes.ts'
import type { SitemapEntry } from '@/lib/site/seo/sitemap.ts'
import type { ListName } from '@/sanity/content-types.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import {
  findFilledLists,
  findLastChange,
  getDocumentPath,
  SITEMAP_PART_SIZE,
  sitemapListsRead,
  buildSitemapPartRead,
  sitemapSizeRead,
} from '@/sanity/queries/site-map.ts'

const XML_RESPONSE_INIT = { headers: { 'Content-Type': 'application/xml; charset=utf-8' } }

export const buildXmlResponse = (xml: string) => new Response(xml, XML_RESPONSE_INIT)

export async function countSitemapParts(): Promise<number> {
  const { total } = await fetchPublished(sitemapSizeRead)
  return Math.max(1, Math.ceil(total / SITEMAP_PART_SIZE))
}

/** Returns the URLs of one sitemap file. The first `part` is 0; it also contains the lists and the sample dashboard. */
export async function getSitemapEntries(part: number): Promise<SitemapEntry[]> {
  const { siteUrl } = env()
  const [documents, size, changes] = await Promise.all([
    fetchPublished(buildSitemapPartRead(part)),
    fetchPublished(sitemapSizeRead),
    fetchPublished(sitemapListsRead),
  ])
  const lists = part === 0 ? findFilledLists(size) : []
  const getLastModified = (name: ListName) => {
    const lastModified = (changes as Partial<Record<ListName, string | null>>)[name]
    return lastModified ? { lastModified } : {}
  }
  return [
    ...lists.map(({ name, path }) => ({ url: new URL(path, siteUrl).href, ...getLastModified(name) })),
    ...documents.map((document) => ({
      url: new URL(getDocumentPath(document), siteUrl).href,
      lastModified: findLastChange(document),
    })),
    // The sample dashboard has no `lastModified`, because only a deployment changes it.
    ...(part === 0 ? [{ url: new URL(DEMO_ROOT, siteUrl).href }] : []),
  ]
}
