import { UserError } from '../../../scripts/support/progress.ts'
import { stack } from '../../support/stack/addresses.ts'

const PAGE_PATTERNS = {
  Home: /^\/$/,
  'A city': /^\/hvac-ai-sdr\/./,
  Pricing: /^\/pricing$/,
  Blog: /^\/blog$/,
  'A post': /^\/blog\/(?!author\/|category\/|page\/)./,
  Documentation: /^\/documentation\/./,
}

export type Kind = keyof typeof PAGE_PATTERNS

export type Pages = Record<Kind, string>

const parseLocations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

const fetchText = async (address: string) => (await fetch(address)).text()

/** Returns all paths of the sitemap. Follows a sitemap index. */
export async function fetchSitemapPaths(): Promise<string[]> {
  const xml = await fetchText(`${stack.env.siteUrl}/sitemap.xml`)
  const files = xml.includes('<sitemapindex') ? await Promise.all(parseLocations(xml).map(fetchText)) : [xml]
  return files.flatMap(parseLocations).map((address) => new URL(address).pathname)
}

/** Finds one page of each kind in the sitemap. @throws {UserError} if the sitemap lacks a kind */
export async function findPages(): Promise<Pages> {
  const paths = await fetchSitemapPaths()
  const entries = Object.entries(PAGE_PATTERNS).map(([kind, pattern]) => {
    const path = paths.find((path) => pattern.test(path))
    if (path === undefined) throw new UserError(`The sitemap has no page of the kind "${kind}".`)
    return [kind, path]
  })
  return Object.fromEntries(entries) as Pages
}
