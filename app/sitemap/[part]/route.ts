import { sitemapXml } from '@/lib/seo/sitemap.ts'
import { sitemapEntries, sitemapParts, xmlResponse } from '../../sitemap.xml/entries.ts'

type Context = { params: Promise<{ part: string }> }

export const dynamic = 'force-dynamic'

/** One file of a sitemap that has several: `1.xml` is the first. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const number = Number(/^([1-9]\d{0,4})\.xml$/.exec((await params).part)?.[1])
  // A number that no file has must cost no read of its own.
  if (!(number <= (await sitemapParts()))) return new Response('There is no such part.\n', { status: 404 })
  return xmlResponse(sitemapXml(await sitemapEntries(number - 1)))
}
