import { resolveSitePath } from '../http/site-path.ts'

type Query = Record<string, string | string[] | undefined>

/**
 * Returns the path with query from Clerk's `redirect_url`; undefined for other sites and for URLs that are not pages.
 */
export function parseRequestedPage({ redirect_url: address }: Query, siteUrl: string): string | undefined {
  const paths = [address ?? []].flat().map((value) => resolveSitePath(value, siteUrl))
  return paths.find((path) => path !== '/')
}
