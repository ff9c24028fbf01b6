import type { Mutation } from '@sanity/client'
import { publicPath } from '../../sanity/content-types.ts'

/** A page has been given another address. */
export type Move = { from: string; to: string }

export type StoredRedirect = { _id: string; source?: string | null; destination?: string | null }

type Page = { _type: string; path?: unknown; slug?: unknown } | null

/** The move of a page when its draft is published; undefined when its address stays, or it had none. */
export function moveOf(published: Page, draft: Page): Move | undefined {
  const from = published && publicPath(published)
  const to = draft && publicPath(draft)
  return from && to && from !== to ? { from, to } : undefined
}

/** Redirects, drafts of them included, that begin or end at one of the two addresses. */
export const REDIRECTS_AROUND = `*[_type == "redirect" && !(_id in path("versions.**")) && (
  source in [$from, $to] || destination == $from ||
  string::startsWith(destination, $from + "?") || string::startsWith(destination, $from + "#")
)]{ _id, source, destination }`

/** What follows a path in an address: query and fragment. Undefined when the address is at another path. */
function restAfter(path: string, address: string | null | undefined): string | undefined {
  if (!address?.startsWith(path)) return undefined
  const rest = address.slice(path.length)
  return /^([?#]|$)/.test(rest) ? rest : undefined
}

/**
 * What makes the old address of a page lead to the new one. Redirects that led to the old address lead to the new one
 * directly, and one from the new address, where the page is now, is taken away: visitors are sent once, and never in circles.
 * @param id of the redirect that is made when there is none from the old address
 */
export function redirectsForMove({ from, to }: Move, around: StoredRedirect[], id: string): Mutation[] {
  const [ended, kept] = [around.filter(({ source }) => source === to), around.filter(({ source }) => source !== to)]
  const own = kept.filter(({ source }) => source === from)
  const inward = kept.flatMap(({ _id, source, destination }) => {
    const rest = source === from ? undefined : restAfter(from, destination)
    return rest === undefined ? [] : [{ patch: { id: _id, set: { destination: to + rest } } }]
  })
  const target = { destination: to, permanent: true }
  const isPublished = own.some(({ _id }) => !_id.startsWith('drafts.'))
  return [
    ...ended.map(({ _id }) => ({ delete: { id: _id } })),
    ...inward,
    ...own.map(({ _id }) => ({ patch: { id: _id, set: target } })),
    ...(isPublished ? [] : [{ create: { _id: id, _type: 'redirect', source: from, ...target } }]),
  ]
}
