import type { APIRequestContext } from '@playwright/test'

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

/** Every path of the sitemap, read through its index when it has one: the tests find the pages themselves. */
export async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const read = async (address: string) => (await request.get(address)).text()
  const xml = await read('/sitemap.xml')
  const files = xml.includes('<sitemapindex') ? await Promise.all(locations(xml).map(read)) : [xml]
  return files.flatMap(locations).map((address) => new URL(address).pathname)
}
