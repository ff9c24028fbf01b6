import type { APIRequestContext } from '@playwright/test'

const parseLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

/** Returns all paths of the sitemap. Follows a sitemap index. */
export async function fetchSitemapPaths(request: APIRequestContext): Promise<string[]> {
  const fetchText = async (address: string) => (await request.get(address)).text()
  const xml = await fetchText('/sitemap.xml')
  const files = xml.includes('<sitemapindex') ? await Promise.all(parseLocations(xml).map(fetchText)) : [xml]
  return files.flatMap(parseLocations).map((address) => new URL(address).pathname)
}

/** Returns one path per template: the last page of each folder, and every page at the root. */
export const pickOnePerTemplate = (paths: string[]): string[] => [
  ...new Map(paths.map((path) => [path.replace(/(?<=.)\/[^/]+$/, '/*'), path])).values(),
]
