import { webUrlError } from './href.ts'

/** As long as a page's path may be, and longer for addresses of an earlier site. */
const MAX_SOURCE = 240
const MAX_DESTINATION = 500

const PATH = /^(\/[a-z0-9._~%!$&'()*+,;=:@-]+)+$/i

/** First segments of paths that are no pages, and that a redirect could break or never reach. */
const UNREACHABLE_SEGMENTS = new Set(['_next', 'api', 'dashboard', 'login', 'register', 'studio'])

/** What is wrong with the path a redirect starts from, in words for an editor; undefined when nothing is. */
export function redirectSourceError(source: string | undefined): string | undefined {
  if (!source) return undefined
  if (!source.startsWith('/')) return 'Start the path with a /.'
  if (/[?#]/.test(source)) return 'Leave out the part from ? or # on: a redirect applies with any query and keeps it.'
  if (source === '/') return 'The home page cannot be redirected.'
  if (source.endsWith('/')) return 'Leave out the / at the end.'
  if (source.length > MAX_SOURCE) return `Keep the path within ${MAX_SOURCE} characters.`
  if (!PATH.test(source) || hasDotSegment(source))
    return 'Write a path of this site as a browser shows it: /old-pricing.'
  const first = source.split('/')[1]?.toLowerCase() ?? ''
  if (UNREACHABLE_SEGMENTS.has(first)) return `Paths below /${first} cannot be redirected.`
  return undefined
}

/** What is wrong with the place a redirect leads to (an own path or an http(s) address); undefined when nothing is. */
export function redirectDestinationError(
  destination: string | undefined,
  source: string | undefined,
): string | undefined {
  if (!destination) return undefined
  if (destination.length > MAX_DESTINATION) return `Keep the address within ${MAX_DESTINATION} characters.`
  if (!destination.startsWith('/') || destination.startsWith('//')) return webUrlError(destination)
  if (ownPathError(destination)) return ownPathError(destination)
  if (pathOf(destination) === source) return 'This leads back to where it starts.'
  return undefined
}

/** The path of an own address, without query and fragment. */
function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function ownPathError(address: string): string | undefined {
  const path = pathOf(address)
  if (path === '/') return undefined
  if (path.endsWith('/')) return 'Leave out the / at the end.'
  if (!PATH.test(path) || hasDotSegment(path) || /[\s\\\p{Cc}\p{Cf}]/u.test(address))
    return 'Write a path of this site as a browser shows it: /pricing.'
  return undefined
}

function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
}
