import { ANSWERED_SEGMENTS, DEMO_ROOT, FORMER_SEARCH_PATH, SEARCH_FILE_PATH, SEARCH_PATH } from '../../../lib/routes.ts'
import { feedPaths, listPaths } from '../../content-types.ts'
import { webUrlError } from './href.ts'

/** Longer than a page's path may be: addresses of an earlier site are not ours to shorten. */
const MAX_SOURCE = 240
const MAX_DESTINATION = 500

const PATH = /^(\/[a-z0-9._~%!$&'()*+,;=:@-]+)+$/i

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

/** What is wrong with the path a redirect starts from, in words for an editor; undefined when nothing is. */
export function redirectSourceError(source: string | undefined): string | undefined {
  if (!source) return undefined
  if (!source.startsWith('/')) return 'Start the path with a /.'
  if (/[?#]/.test(source)) return 'Leave out the part from ? or # on: a redirect applies to the path with any query.'
  if (source === '/') return 'The home page cannot be redirected.'
  if (source.endsWith('/')) return 'Leave out the / at the end.'
  if (source.length > MAX_SOURCE) return `Keep the path within ${MAX_SOURCE} characters.`
  if (!isPath(source)) return 'Write a path of this site as a browser shows it: /old-pricing.'
  const first = source.split('/')[1]?.toLowerCase() ?? ''
  if (ANSWERED_SEGMENTS.has(first)) return `Paths below /${first} cannot be redirected.`
  if (ANSWERED_PATHS.has(source)) return `${source} is a page of this site: a redirect from it would never apply.`
  return undefined
}

/** What is wrong with the place a redirect leads to (an own path or an http(s) address); undefined when nothing is. */
export function redirectDestinationError(destination: string | undefined, source?: string): string | undefined {
  if (!destination) return undefined
  if (destination.length > MAX_DESTINATION) return `Keep the address within ${MAX_DESTINATION} characters.`
  if (!destination.startsWith('/') || destination.startsWith('//')) return webUrlError(destination)
  const path = pathOf(destination)
  if (path !== '/' && path.endsWith('/')) return 'Leave out the / at the end.'
  if (path !== '/' && !isPath(path)) return 'Write a path of this site as a browser shows it: /pricing.'
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(destination)) return 'Remove the spaces or invisible characters from this address.'
  if (path === source) return 'This leads back to where it starts.'
  return undefined
}

/** The path of an own address, without query and fragment. */
export function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Segments of dots would be another path to a browser than to whoever reads it. */
function isPath(path: string): boolean {
  return PATH.test(path) && !path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}
