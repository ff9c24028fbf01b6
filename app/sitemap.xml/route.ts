import { env } from '@/lib/env.ts'
import { sitemapIndexXml, sitemapXml } from '@/lib/seo/sitemap.ts'
import { sitemapEntries, sitemapParts, xmlResponse } from './entries.ts'

/** Rendered from cached content, not at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

/** The sitemap, or, when it has more than one file, the index of its files. */
export async function GET(): Promise<Response> {
  const parts = await sitemapParts()
  if (parts === 1) return xmlResponse(sitemapXml(await sitemapEntries(0)))
  const { siteUrl } = env()
  return xmlResponse(
    sitemapIndexXml(Array.from({ length: parts }, (_part, index) => `${siteUrl}/sitemap/${index + 1}.xml`)),
  )
}
