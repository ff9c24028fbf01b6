import type { APIRequestContext } from '@playwright/test'

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

/** Returns all paths of the sitemap. Follows a sitemap index. */
export async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const read = async (address: string) => (await request.get(address)).text()
  const xml = await read('/sitemap.xml')
  const files = xml.includes('<sitemapindex') ? await Promise.all(locations(xml).map(read)) : [xml]
  return files.flatMap(locations).map((address) => new URL(address).pathname)
}

/** Returns one path per template: the last page of each folder, and every page at the root. */
export const onePerTemplate = (paths: string[]): string[] => [
  ...new Map(paths.map((path) => [path.replace(/(?<=.)\/[^/]+$/, '/*'), path])).values(),
]
