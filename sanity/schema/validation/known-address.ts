import type { ValidationContext } from 'sanity'
import { ANSWERED_SEGMENTS, DOCUMENTATION_SEARCH, FEED_PATH, HOME_PATH } from '../../../lib/routes.ts'
import { apiVersion } from '../../api-version.ts'
import { documentAt, groqList, listPaths, pathTypes } from '../../content-types.ts'

const FILES = ['/robots.txt', '/sitemap.xml', '/llms.txt']
const ANSWERED_PATHS = new Set<string>([HOME_PATH, ...listPaths, FEED_PATH, DOCUMENTATION_SEARCH, ...FILES])

/** Further pages of a list are there as long as the list is. */
const FURTHER_PAGE = /\/page\/\d+$/

/** Whether a page or a redirect is at a path, published or not. */
export const IS_KNOWN = `count(*[
  (_type in ${groqList(pathTypes)} && path == $path) ||
  (defined($slug) && _type == $type && slug.current == $slug) ||
  (_type == "redirect" && source == $path)
]) > 0`

/** The path of an address on this site; undefined for other addresses. */
function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address)) return undefined
  return address.replace(/[?#].*$/s, '').replace(FURTHER_PAGE, '')
}

/** True, or a sentence that says that an address of this site leads nowhere (yet). */
export async function unknownAddress(address: unknown, context: ValidationContext): Promise<true | string> {
  const path = ownPath(address)
  if (path === undefined || ANSWERED_PATHS.has(path)) return true
  // A redirect to itself is refused already.
  if (context.document?.source === path) return true
  if (ANSWERED_SEGMENTS.has(path.split('/')[1] ?? '')) return true
  const { type = null, slug = null } = documentAt(path) ?? {}
  const client = context.getClient({ apiVersion }).withConfig({ perspective: 'raw' })
  const isKnown = await client.fetch<boolean>(IS_KNOWN, { path, type, slug })
  return isKnown || `No page of this site is at ${path} yet: whoever follows this finds nothing.`
}
