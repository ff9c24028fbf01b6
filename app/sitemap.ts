import type { MetadataRoute } from 'next'
import { env } from '@/lib/env.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { cityPath } from '@/sanity/paths.ts'
import { sitemapRead } from '@/sanity/queries/site-map.ts'

/** Rendered from cached content, not at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { siteUrl } = env()
  const { pages, cities } = await fetchPublished(sitemapRead)
  const documents = [
    ...pages.map(({ path, _updatedAt }) => ({ path: path ?? '/', _updatedAt })),
    ...cities.map(({ slug, _updatedAt }) => ({ path: cityPath(slug ?? ''), _updatedAt })),
  ]
  return documents.map(({ path, _updatedAt }) => ({ url: new URL(path, siteUrl).href, lastModified: _updatedAt }))
}
