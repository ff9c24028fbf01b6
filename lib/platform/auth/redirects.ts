import { ownPath } from '../http/own-path.ts'

type Query = Record<string, string | string[] | undefined>

/** Path with query from Clerk's `redirect_url`; undefined for other sites and for non-pages. */
export function requestedPage({ redirect_url: address }: Query, siteUrl: string): string | undefined {
  const paths = [address ?? []].flat().map((single) => ownPath(single, siteUrl))
  return paths.find((path) => path !== '/')
}
