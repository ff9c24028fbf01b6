import type { ValidationContext } from 'sanity'
import { isPageAt, neighboursClient, slugParams } from './dataset.ts'
import { pathOf } from './redirect.ts'
import { publishedId } from '../../document-id.ts'
import { leadsTo } from '../../redirects/moved-page.ts'

const OTHERS = '*[_type == "redirect" && !sanity::versionOf($published)]'

/** Whatever stands at the source, and the other redirects that begin or end there. */
const SOURCE_QUERY = `{
  "page": *[${isPageAt('$source')}][0]{ "title": coalesce(title, name) },
  "same": ${OTHERS}[source == $source][0]{ source, destination },
  "inward": ${OTHERS}[${leadsTo('$source')}][0]{ source, destination }
}`

/** The other redirect that begins where this one ends, and the public address of the site. */
const DESTINATION_QUERY = `{
  "onward": ${OTHERS}[source == $target][0]{ source, destination },
  "siteUrl": *[_id == "siteSettings"][0].contact.siteUrl
}`

type Neighbour = { source: string; destination?: string } | null

/** What is known about the path a redirect starts from. */
export type SourceFacts = { page: { title?: string } | null; same: Neighbour; inward: Neighbour }

/** What is known about the place a redirect leads to. */
export type DestinationFacts = { onward: Neighbour; siteUrl: string | null }

/** What is wrong with a redirect's source among the pages and redirects there are, in words for an editor. */
export function sourceConflict({ page, same, inward }: SourceFacts): string | undefined {
  if (page) {
    const title = page.title ? `The page “${page.title}”` : 'A page'
    return `${title} is at this path: a redirect from it would never apply. Move the page first, and publish it.`
  }
  if (same) return `There is a redirect from this path already: it leads to ${same.destination ?? 'nowhere yet'}.`
  if (inward) return `The redirect from ${inward.source} leads here. Let that one lead to the new place directly.`
  return undefined
}

/** What is wrong with a redirect's destination among the redirects there are, in words for an editor. */
export function destinationConflict(facts: DestinationFacts, destination: string, source?: string): string | undefined {
  const { onward, siteUrl } = facts
  if (siteUrl && originOf(destination) === originOf(siteUrl)) {
    const { pathname, search, hash } = new URL(destination)
    return `This is an address of this site: write it as ${pathname}${search}${hash}.`
  }
  if (!onward) return undefined
  if (onward.destination && pathOf(onward.destination) === source) {
    return `The redirect from ${onward.source} leads back to ${source}: visitors would go round in circles.`
  }
  return `${onward.source} is redirected itself. Let this one lead to ${onward.destination ?? 'its destination'} directly.`
}

/** True, or a sentence about the page or redirect that a redirect's source collides with. */
export async function freeRedirectSource(
  source: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  if (!source || !context.document) return true
  const facts = await ask<SourceFacts>(context, SOURCE_QUERY, { source, ...slugParams(source) })
  return sourceConflict(facts) ?? true
}

/** True, or a sentence about the redirect that takes over where this one ends. */
export async function finalRedirectDestination(
  destination: string | undefined,
  context: ValidationContext,
): Promise<true | string> {
  if (!destination || !context.document) return true
  const source = typeof context.document.source === 'string' ? context.document.source : undefined
  const facts = await ask<DestinationFacts>(context, DESTINATION_QUERY, { target: pathOf(destination) })
  return destinationConflict(facts, destination, source) ?? true
}

function ask<Facts>(context: ValidationContext, query: string, params: Record<string, unknown>): Promise<Facts> {
  return neighboursClient(context).fetch<Facts>(query, {
    ...params,
    published: publishedId(context.document?._id ?? ''),
  })
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}
