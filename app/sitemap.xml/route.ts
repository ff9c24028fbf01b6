import { env } from '@/lib/platform/env/env.ts'
import { buildSitemapIndexXml, buildSitemapXml } from '@/lib/site/seo/sitemap.ts'
import { getSitemapEntries, countSitemapParts, buildXmlResponse } from './entries.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const parts = await countSitemapParts()
  if (parts === 1) return buildXmlResponse(buildSitemapXml(await getSitemapEntries(0)))
  const { siteUrl } = env()
  return buildXmlResponse(
    buildSitemapIndexXml(Array.from({ length: parts }, (_part, index) => `${siteUrl}/sitemap/${index + 1}.xml`)),
  )
}
