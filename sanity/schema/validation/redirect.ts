import { ANSWERED_SEGMENTS, DEMO_ROOT, FORMER_SEARCH_PATH, SEARCH_FILE_PATH, SEARCH_PATH } from '../../../lib/routes.ts'
import { canonicalPath } from '../../../lib/paths/canonical-path.ts'
import { redirectSource } from '../../../lib/paths/redirect-source.ts'
import { feedPaths, listPaths } from '../../content-types.ts'
import { webUrlError } from './href.ts'

/** Characters, longer than a page's path may be: addresses of an earlier site are not ours to shorten. */
const MAX_SOURCE = 240
const MAX_DESTINATION = 500

/** Pages and files that are there without a document at their path. */
export const ANSWERED_PATHS = new Set<string>([
  ...listPaths,
  ...feedPaths,
  DEMO_ROOT,
  SEARCH_PATH,
  SEARCH_FILE_PATH,
  FORMER_SEARCH_PATH,
  '/robots.txt',
  '/sitemap.xml',
])

const PATH_HINT = 'Write a path of this site as a browser shows it: /old-pricing.'

/** Why a source is no path of this site. */
function sourceSpellingError(source: string): string {
  if (/^\s*(?:https?:)?\/\//i.test(source)) return 'A redirect starts at this site: write a path like /old-pricing.'
  if (/%(?![0-9a-f]{2})/i.test(source)) return 'Write a % only as browsers do, before two digits: %20 is a space.'
  return PATH_HINT
}

/**
 * What is wrong with the path a redirect starts from, in words for an editor; undefined when nothing is.
 * @param siteUrl public address of the site, which a source may start with
 */
export function redirectSourceError(source: string | undefined, siteUrl?: string | null): string | undefined {
  if (!source) return undefined
  const path = redirectSource(source, siteUrl)
  if (path === undefined) return sourceSpellingError(source)
  if (path === '/') return 'The home page cannot be redirected.'
  if (decodeURIComponent(path).length > MAX_SOURCE) return `Keep the path within ${MAX_SOURCE} characters.`
  const first = path.split('/')[1] ?? ''
  if (ANSWERED_SEGMENTS.has(first)) return `Paths below /${first} cannot be redirected.`
  if (ANSWERED_PATHS.has(path)) return `${path} is a page of this site: a redirect from it would never apply.`
  return undefined
}

/** What is wrong with the place a redirect leads to (an own path or an http(s) address); undefined when nothing is. */
export function redirectDestinationError(destination: string | undefined, source?: string): string | undefined {
  if (!destination) return undefined
  if (destination.length > MAX_DESTINATION) return `Keep the address within ${MAX_DESTINATION} characters.`
  if (!destination.startsWith('/') || destination.startsWith('//')) return webUrlError(destination)
  const path = pathOf(destination)
  if (path !== '/' && path.endsWith('/')) return 'Leave out the / at the end.'
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(destination)) return 'Remove the spaces or invisible characters from this address.'
  const canonical = canonicalPath(path)
  if (canonical === undefined) return 'Write a path of this site as a browser shows it: /pricing.'
  if (source && canonical === redirectSource(source, undefined)) return 'This leads back to where it starts.'
  return undefined
}

/** The path of an own address, without query and fragment. */
export function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}
