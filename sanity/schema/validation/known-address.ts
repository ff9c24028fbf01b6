import type { ValidationContext } from 'sanity'
import { ANSWERED_SEGMENTS, HOME_PATH } from '../../../lib/routes.ts'
import { isPageAt, rawClient, slugParams } from './dataset.ts'
import { ANSWERED_PATHS, pathOf } from './redirect.ts'

const KNOWN_PATHS = new Set([...ANSWERED_PATHS, HOME_PATH, '/llms.txt'])

/** Further pages of a list are there as long as the list is. */
const FURTHER_PAGE = /\/page\/\d+$/

/** Whether a page or a redirect is at a path, published or not. */
const IS_KNOWN = `count(*[${isPageAt('$path')} || (_type == "redirect" && source == $path)]) > 0`

/** The path of an address on this site; undefined for other addresses. */
function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !/^\/(?!\/)/.test(address)) return undefined
  return pathOf(address).replace(FURTHER_PAGE, '')
}

/** True, or a sentence that says that an address of this site leads nowhere (yet). */
export async function unknownAddress(address: unknown, context: ValidationContext): Promise<true | string> {
  const path = ownPath(address)
  if (path === undefined || KNOWN_PATHS.has(path)) return true
  // A redirect to itself is refused already.
  if (context.document?.source === path) return true
  if (ANSWERED_SEGMENTS.has(path.split('/')[1] ?? '')) return true
  const isKnown = await rawClient(context).fetch<boolean>(IS_KNOWN, { path, ...slugParams(path) })
  return isKnown || `No page of this site is at ${path} yet: whoever follows this finds nothing.`
}
