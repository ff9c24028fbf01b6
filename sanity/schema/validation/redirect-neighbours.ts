import type { ValidationContext } from 'sanity'
import { redirectSource } from '../../../lib/paths/redirect-source.ts'
import { publishedId } from '../../document-id.ts'
import { isPageAt, neighboursClient, slugParams } from './dataset.ts'
import { redirectSourceError } from './redirect.ts'

/** The other redirects, as many as the site reads, and the public address of the site. GROQ cannot compare spellings of a path. */
const NEIGHBOURS_QUERY = `{
  "redirects": *[_type == "redirect" && !sanity::versionOf($published)] | order(_id asc)[0...5000]{ source, destination },
  "siteUrl": *[_id == "siteSettings"][0].contact.siteUrl
}`

const PAGE_QUERY = `*[${isPageAt('$source')}][0]{ "title": coalesce(title, name) }`

type Other = { source?: string | null; destination?: string | null }

/** The other redirects of the site. */
type Neighbours = { redirects: Other[]; siteUrl: string | null }

type Page = { title?: string | null } | null

const sourceOf = ({ source }: Other, { siteUrl }: Neighbours) => redirectSource(source ?? '', siteUrl)

/** The canonical path of a destination on this site; undefined for other destinations. */
const targetOf = (destination: string, { siteUrl }: Neighbours) =>
  destination.startsWith('/') || originOf(destination) === originOf(siteUrl ?? '')
    ? redirectSource(destination, siteUrl)
    : undefined

/** The redirects that a visitor of a destination would be sent through, and whether they come back to where they were. */
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

/** What is wrong with a redirect's source among the pages and redirects there are, in words for an editor. */
export function sourceConflict(source: string, page: Page, neighbours: Neighbours): string | undefined {
  if (page) {
    const title = page.title ? `The page “${page.title}”` : 'A page'
    return `${title} is at this path: a redirect from it would never apply. Move the page first, and publish it.`
  }
  const path = redirectSource(source, neighbours.siteUrl)
  const same = neighbours.redirects.find((other) => sourceOf(other, neighbours) === path)
  if (!same) return undefined
  const spelling = same.source === source ? '' : `, written as ${same.source}`
  return `There is a redirect from this path already${spelling}: it leads to ${same.destination ?? 'nowhere yet'}.`
}

/** What is wrong with a redirect's destination among the redirects there are, in words for an editor. */
export function destinationConflict(
  destination: string,
  source: string | undefined,
  neighbours: Neighbours,
): string | undefined {
  const { siteUrl } = neighbours
  if (siteUrl && originOf(destination) === originOf(siteUrl)) {
    const { pathname, search, hash } = new URL(destination)
    return `This is an address of this site: write it as ${pathname}${search}${hash}.`
  }
  const { chain, isLoop } = chainFrom(destination, source && redirectSource(source, siteUrl), neighbours)
  const last = chain.at(-1)
  if (!isLoop) return undefined
  if (!last) return 'This leads back to where it starts.'
  return `The redirect from ${last.source} leads back to ${last.destination}: visitors would go round in circles.`
}

/** A sentence about the redirects between a destination and its end; undefined when it is the end. */
export function chainWarning(
  destination: string,
  source: string | undefined,
  neighbours: Neighbours,
): string | undefined {
  const { chain, isLoop } = chainFrom(destination, source && redirectSource(source, neighbours.siteUrl), neighbours)
  const last = chain.at(-1)
  if (isLoop || !last) return undefined
  return `${destination} is redirected itself. The site sends visitors to ${last.destination} at once: better write that here.`
}

/** True, or a sentence about what is wrong with a redirect's source: its spelling, or the page or redirect that is there. */
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

/** A rule of a destination that needs the other redirects. */
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
