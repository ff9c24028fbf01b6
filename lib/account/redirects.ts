import { ownPath } from '../own-path.ts'

/** Parameters in which Clerk's forms take the address that follows, such as `sign_in_force_redirect_url`. */
const NAMES = /redirect_?url$/i

type Query = Record<string, string | string[] | undefined>

/** A first page to go to: its path as a browser reads it, or undefined for any other site and for what is no page. */
function pathOf(value: string, siteUrl: string): string | undefined {
  const path = ownPath(value, siteUrl)
  return path === '/' ? undefined : path
}

/**
 * Sorts out where a form may lead.
 * @returns the query with addresses on this site only, whether that changed it, and the first page asked for
 */
export function ownRedirects(query: Query, siteUrl: string): { kept: string; isChanged: boolean; target?: string } {
  const kept = new URLSearchParams()
  let isChanged = false
  let target: string | undefined
  for (const [name, value] of Object.entries(query)) {
    for (const single of [value ?? []].flat()) {
      if (!NAMES.test(name)) {
        kept.append(name, single)
        continue
      }
      const path = pathOf(single, siteUrl)
      if (path) kept.append(name, single)
      else isChanged = true
      if (name === 'redirect_url') target ??= path
    }
  }
  return { kept: kept.toString(), isChanged, ...(target && { target }) }
}
