import type { ValidationContext } from 'sanity'
import { canonicalizePath } from '../../../lib/platform/http/paths/canonical-path.ts'
import { parseRedirectSource } from '../../../lib/platform/http/paths/redirect-source.ts'
import { SYSTEM_SEGMENTS, DEMO_ROOT, LEGACY_SEARCH_PATH, SEARCH_FILE_PATH, SEARCH_PATH } from '../../../lib/routes.ts'
import { feedPaths, listPaths } from '../../content-types.ts'
import { toPublishedId } from '../../document-id.ts'
import { buildPageFilter, getReleaseClient, getSlugParams } from './address.ts'
import { getWebUrlError } from './rules.ts'

/** Maximum source length. Exceeds the page path limit, because sources can be addresses of an earlier site. */
const MAX_SOURCE_LENGTH = 240
const MAX_DESTINATION_LENGTH = 500

/** Paths of routes and files that have no document. */
export const RESERVED_PATHS = new Set<string>([
  ...listPaths,
  ...feedPaths,
  DEMO_ROOT,
  SEARCH_PATH,
  SEARCH_FILE_PATH,
  LEGACY_SEARCH_PATH,
  '/robots.txt',
  '/sitemap.xml',
])

const PATH_HINT = 'Enter a path on this site as the browser shows it: /old-pricing.'

function getSourceSpellingError(source: string): string {
  if (/^\s*(?:https?:)?\/\//i.test(source)) return 'Redirects start on this site. Enter a path like /old-pricing.'
  if (/%(?![0-9a-f]{2})/i.test(source)) return 'Use % only before two hex digits: %20 is a space.'
  return PATH_HINT
}

/**
 * Returns an editor-facing error for a redirect's source, or undefined if valid.
 * @param siteUrl public origin that the source may include
 */
export function getRedirectSourceError(source: string | undefined, siteUrl?: string | null): string | undefined {
  if (!source) return undefined
  const path = parseRedirectSource(source, siteUrl)
  if (path === undefined) return getSourceSpellingError(source)
  if (path === '/') return 'The home page can’t be redirected.'
  if (decodeURIComponent(path).length > MAX_SOURCE_LENGTH) return `Shorten the path to ${MAX_SOURCE_LENGTH} characters.`
  const first = path.split('/')[1] ?? ''
  if (SYSTEM_SEGMENTS.has(first)) return `Paths below /${first} can’t be redirected.`
  if (RESERVED_PATHS.has(path)) return `${path} is a page on this site, so a redirect from it would never apply.`
  return undefined
}

/**
 * Returns an editor-facing error for a redirect's destination, or undefined if valid.
 * Accepts a path on this site or an http(s) URL.
 */
export function getRedirectDestinationError(destination: string | undefined, source?: string): string | undefined {
  if (!destination) return undefined
  if (destination.length > MAX_DESTINATION_LENGTH) return `Shorten the address to ${MAX_DESTINATION_LENGTH} characters.`
  if (!destination.startsWith('/') || destination.startsWith('//')) return getWebUrlError(destination)
  const path = removeQuery(destination)
  if (path !== '/' && path.endsWith('/')) return 'Remove the / at the end.'
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(destination)) return 'Remove the spaces or invisible characters from this address.'
  const normalizedPath = canonicalizePath(path)
  if (normalizedPath === undefined) return 'Enter a path on this site as the browser shows it: /pricing.'
  if (source && normalizedPath === parseRedirectSource(source, undefined)) return 'This redirects to itself.'
  return undefined
}

export function removeQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** GROQ query for all redirects, up to the site's limit. GROQ cannot normalize paths, so the code compares them. */
const REDIRECTS_QUERY = `{
  "redirects": *[_type == "redirect" && !sanity::versionOf($published)] | order(_id asc)[0...5000]{ source, destination },
  "siteUrl": *[_id == "siteSettings"][0].contact.siteUrl
}`

const PAGE_QUERY = `*[${buildPageFilter('$source')}][0]{ "title": coalesce(title, name) }`

type RedirectEntry = { source?: string | null; destination?: string | null }

type RedirectSet = { redirects: RedirectEntry[]; siteUrl: string | null }

type Page = { title?: string | null } | null

const getSourcePath = ({ source }: RedirectEntry, { siteUrl }: RedirectSet) =>
  parseRedirectSource(source ?? '', siteUrl)

const getTargetPath = (destination: string, { siteUrl }: RedirectSet) =>
  destination.startsWith('/') || getOrigin(destination) === getOrigin(siteUrl ?? '')
    ? parseRedirectSource(destination, siteUrl)
    : undefined

function followChain(destination: string, source: string | undefined, redirectSet: RedirectSet) {
  const redirectsBySource = new Map(
    redirectSet.redirects.toReversed().map((redirect) => [getSourcePath(redirect, redirectSet), redirect]),
  )
  const chain: RedirectEntry[] = []
  const visited = new Set([source])
  for (let path = getTargetPath(destination, redirectSet); path !== undefined;) {
    if (visited.has(path)) return { chain, isLoop: true }
    visited.add(path)
    const next = redirectsBySource.get(path)
    if (!next) break
    chain.push(next)
    path = getTargetPath(next.destination ?? '', redirectSet)
  }
  return { chain, isLoop: false }
}

/** Returns an error if a page or another redirect already uses the source. */
export function findSourceConflict(source: string, page: Page, redirectSet: RedirectSet): string | undefined {
  if (page) {
    const title = page.title ? `The page “${page.title}”` : 'A page'
    return `${title} is at this path, so the redirect would never apply. Move the page and publish it first.`
  }
  const path = parseRedirectSource(source, redirectSet.siteUrl)
  const existing = redirectSet.redirects.find((redirect) => getSourcePath(redirect, redirectSet) === path)
  if (!existing) return undefined
  const spellingNote = existing.source === source ? '' : `, written as ${existing.source}`
  return `There is already a redirect from this path${spellingNote}. Destination: ${existing.destination ?? 'none yet'}.`
}

export function findDestinationConflict(
  destination: string,
  source: string | undefined,
  redirectSet: RedirectSet,
): string | undefined {
  const { siteUrl } = redirectSet
  if (siteUrl && getOrigin(destination) === getOrigin(siteUrl)) {
    const { pathname, search, hash } = new URL(destination)
    return `This address is on this site. Enter it as ${pathname}${search}${hash}.`
  }
  const { chain, isLoop } = followChain(destination, source && parseRedirectSource(source, siteUrl), redirectSet)
  const last = chain.at(-1)
  if (!isLoop) return undefined
  if (!last) return 'This redirects to itself.'
  return `The redirect from ${last.source} leads back to ${last.destination}, which creates a loop.`
}

/** Returns a warning if the destination is itself redirected, or undefined if not. */
export function findChainWarning(
  destination: string,
  source: string | undefined,
  redirectSet: RedirectSet,
): string | undefined {
  const { chain, isLoop } = followChain(
    destination,
    source && parseRedirectSource(source, redirectSet.siteUrl),
    redirectSet,
  )
  const last = chain.at(-1)
  if (isLoop || !last) return undefined
  return `${destination} also redirects. Visitors go straight to ${last.destination}, so enter that here.`
}

export async function validateRedirectSource(
  source: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  if (!source) return true
  const redirectSet = await fetchRedirectSet(context)
  const problem = getRedirectSourceError(source, redirectSet.siteUrl)
  if (problem || !context.document) return problem ?? true
  const path = parseRedirectSource(source, redirectSet.siteUrl) ?? ''
  const page = await getReleaseClient(context).fetch<Page>(PAGE_QUERY, { source: path, ...getSlugParams(path) })
  return findSourceConflict(source, page, redirectSet) ?? true
}

type DestinationCheck = typeof findDestinationConflict

export const createDestinationRule =
  (check: DestinationCheck) =>
  async (destination: string | undefined, context: ValidationContext): Promise<true | string> => {
    if (!destination || !context.document) return true
    const source = typeof context.document.source === 'string' ? context.document.source : undefined
    return check(destination, source, await fetchRedirectSet(context)) ?? true
  }

const fetchRedirectSet = (context: ValidationContext): Promise<RedirectSet> =>
  getReleaseClient(context).fetch<RedirectSet>(REDIRECTS_QUERY, {
    published: toPublishedId(context.document?._id ?? ''),
  })

function getOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
