import { env } from '@/lib/platform/env/env.ts'
import { sitemapIndexXml, sitemapXml } from '@/lib/site/seo/sitemap.ts'
import { sitemapEntries, sitemapParts, xmlResponse } from './entries.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const parts = await sitemapParts()
  if (parts === 1) return xmlResponse(sitemapXml(await sitemapEntries(0)))
  const { siteUrl } = env()
  return xmlResponse(
    sitemapIndexXml(Array.from({ length: parts }, (_part, index) => `${siteUrl}/sitemap/${index + 1}.xml`)),
  )
}
