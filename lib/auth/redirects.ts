import { ownPath } from '../http/own-path.ts'

type Query = Record<string, string | string[] | undefined>

/**
 * The page that somebody asked for before they had to sign in, from Clerk's query parameter `redirect_url`.
 * @returns a path with its query; undefined for any other site and for what is no page
 */
export function requestedPage({ redirect_url: address }: Query, siteUrl: string): string | undefined {
  const paths = [address ?? []].flat().map((single) => ownPath(single, siteUrl))
  return paths.find((path) => path !== '/')
}
