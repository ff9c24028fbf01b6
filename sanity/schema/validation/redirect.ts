import type { ValidationContext } from 'sanity'
import { canonicalPath } from '../../../lib/platform/http/paths/canonical-path.ts'
import { redirectSource } from '../../../lib/platform/http/paths/redirect-source.ts'
import { ANSWERED_SEGMENTS, DEMO_ROOT, FORMER_SEARCH_PATH, SEARCH_FILE_PATH, SEARCH_PATH } from '../../../lib/routes.ts'
import { feedPaths, listPaths } from '../../content-types.ts'
import { publishedId } from '../../document-id.ts'
import { isPageAt, neighboursClient, slugParams } from './address.ts'
import { webUrlError } from './rules.ts'

/** Maximum source length. Exceeds the page path limit, because sources can be addresses of an earlier site. */
const MAX_SOURCE = 240
const MAX_DESTINATION = 500

/** Paths of routes and files that exist without a document. */
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

const PATH_HINT = 'Enter a path on this site as the browser shows it: /old-pricing.'

function sourceSpellingError(source: string): string {
  if (/^\s*(?:https?:)?\/\//i.test(source)) return 'Redirects start on this site. Enter a path like /old-pricing.'
  if (/%(?![0-9a-f]{2})/i.test(source)) return 'Use % only before two hex digits: %20 is a space.'
  return PATH_HINT
}

/**
 * Returns an editor-facing error for a redirect's source, or undefined if valid.
 * @param siteUrl public origin that the source may include
 */
export function redirectSourceError(source: string | undefined, siteUrl?: string | null): string | undefined {
  if (!source) return undefined
  const path = redirectSource(source, siteUrl)
  if (path === undefined) return sourceSpellingError(source)
  if (path === '/') return 'The home page can’t be redirected.'
  if (decodeURIComponent(path).length > MAX_SOURCE) return `Shorten the path to ${MAX_SOURCE} characters.`
  const first = path.split('/')[1] ?? ''
  if (ANSWERED_SEGMENTS.has(first)) return `Paths below /${first} can’t be redirected.`
  if (ANSWERED_PATHS.has(path)) return `${path} is a page on this site, so a redirect from it would never apply.`
  return undefined
}

/**
 * Returns an editor-facing error for a redirect's destination, or undefined if valid.
 * Accepts a path on this site or an http(s) URL.
 */
export function redirectDestinationError(destination: string | undefined, source?: string): string | undefined {
  if (!destination) return undefined
  if (destination.length > MAX_DESTINATION) return `Shorten the address to ${MAX_DESTINATION} characters.`
  if (!destination.startsWith('/') || destination.startsWith('//')) return webUrlError(destination)
  const path = pathOf(destination)
  if (path !== '/' && path.endsWith('/')) return 'Remove the / at the end.'
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(destination)) return 'Remove the spaces or invisible characters from this address.'
  const canonical = canonicalPath(path)
  if (canonical === undefined) return 'Enter a path on this site as the browser shows it: /pricing.'
  if (source && canonical === redirectSource(source, undefined)) return 'This redirects to itself.'
  return undefined
}

export function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** GROQ query for all redirects, up to the site's limit. GROQ cannot normalize paths, so the code compares them. */
const NEIGHBOURS_QUERY = `{
  "redirects": *[_type == "redirect" && !sanity::versionOf($published)] | order(_id asc)[0...5000]{ source, destination },
  "siteUrl": *[_id == "siteSettings"][0].contact.siteUrl
}`

const PAGE_QUERY = `*[${isPageAt('$source')}][0]{ "title": coalesce(title, name) }`

type Other = { source?: string | null; destination?: string | null }

type Neighbours = { redirects: Other[]; siteUrl: string | null }

type Page = { title?: string | null } | null

const sourceOf = ({ source }: Other, { siteUrl }: Neighbours) => redirectSource(source ?? '', siteUrl)

const targetOf = (destination: string, { siteUrl }: Neighbours) =>
  destination.startsWith('/') || originOf(destination) === originOf(siteUrl ?? '')
    ? redirectSource(destination, siteUrl)
    : undefined

function chainFrom(destination: string, source: string | undefined, neighbours: Neighbours) {
  const bySource = new Map(neighbours.redirects.toReversed().map((other) => [sourceOf(other, neighbours), other]))
  const chain: Other[] = []
  const visited = new Set([source])
  for (let path = targetOf(destination, neighbours); path !== undefined;) {
    if (visited.has(path)) return { chain, isLoop: true }
    visited.add(path)
    const next = bySource.get(path)
    if (!next) break
    chain.push(next)
    path = targetOf(next.destination ?? '', neighbours)
  }
  return { chain, isLoop: false }
}

/** Returns an error if a page or another redirect already uses the source. */
export function sourceConflict(source: string, page: Page, neighbours: Neighbours): string | undefined {
  if (page) {
    const title = page.title ? `The page “${page.title}”` : 'A page'
    return `${title} is at this path, so the redirect would never apply. Move the page and publish it first.`
  }
  const path = redirectSource(source, neighbours.siteUrl)
  const same = neighbours.redirects.find((other) => sourceOf(other, neighbours) === path)
  if (!same) return undefined
  const spelling = same.source === source ? '' : `, written as ${same.source}`
  return `There is already a redirect from this path${spelling}. Destination: ${same.destination ?? 'none yet'}.`
}

export function destinationConflict(
  destination: string,
  source: string | undefined,
  neighbours: Neighbours,
): string | undefined {
  const { siteUrl } = neighbours
  if (siteUrl && originOf(destination) === originOf(siteUrl)) {
    const { pathname, search, hash } = new URL(destination)
    return `This address is on this site. Enter it as ${pathname}${search}${hash}.`
  }
  const { chain, isLoop } = chainFrom(destination, source && redirectSource(source, siteUrl), neighbours)
  const last = chain.at(-1)
  if (!isLoop) return undefined
  if (!last) return 'This redirects to itself.'
  return `The redirect from ${last.source} leads back to ${last.destination}, which creates a loop.`
}

/** Returns a warning if the destination is itself redirected, or undefined if not. */
export function chainWarning(
  destination: string,
  source: string | undefined,
  neighbours: Neighbours,
): string | undefined {
  const { chain, isLoop } = chainFrom(destination, source && redirectSource(source, neighbours.siteUrl), neighbours)
  const last = chain.at(-1)
  if (isLoop || !last) return undefined
  return `${destination} also redirects. Visitors go straight to ${last.destination}, so enter that here.`
}

export async function redirectSourceRule(
  source: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  if (!source) return true
  const neighbours = await neighboursOf(context)
  const problem = redirectSourceError(source, neighbours.siteUrl)
  if (problem || !context.document) return problem ?? true
  const path = redirectSource(source, neighbours.siteUrl) ?? ''
  const page = await neighboursClient(context).fetch<Page>(PAGE_QUERY, { source: path, ...slugParams(path) })
  return sourceConflict(source, page, neighbours) ?? true
}

type DestinationCheck = typeof destinationConflict

export const destinationRule =
  (check: DestinationCheck) =>
  async (destination: string | undefined, context: ValidationContext): Promise<true | string> => {
    if (!destination || !context.document) return true
    const source = typeof context.document.source === 'string' ? context.document.source : undefined
    return check(destination, source, await neighboursOf(context)) ?? true
  }

const neighboursOf = (context: ValidationContext): Promise<Neighbours> =>
  neighboursClient(context).fetch<Neighbours>(NEIGHBOURS_QUERY, { published: publishedId(context.document?._id ?? '') })

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
