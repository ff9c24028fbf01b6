import { buildSitemapXml } from '@/lib/site/seo/sitemap.ts'
import { getSitemapEntries, countSitemapParts, buildXmlResponse } from '../../sitemap.xml/entries.ts'

type Context = { params: Promise<{ part: string }> }

export const dynamic = 'force-dynamic'

/** Returns one sitemap file. The first file is `1.xml`. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const number = Number(/^([1-9]\d{0,4})\.xml$/.exec((await params).part)?.[1])
  // The number is checked first, so that an unknown number costs no query.
  if (!(number <= (await countSitemapParts()))) return new Response('Sitemap not found.\n', { status: 404 })
  return buildXmlResponse(buildSitemapXml(await getSitemapEntries(number - 1)))
}
