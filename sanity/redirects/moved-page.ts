import { publicPath } from '../content-types.ts'
import { pathOf } from '../schema/validation/redirect.ts'

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

/** GROQ: whether a redirect leads to the path in a parameter, with any query and fragment. */
export const leadsTo = (path: `$${string}`) =>
  `(destination == ${path} || string::startsWith(destination, ${path} + "?") || string::startsWith(destination, ${path} + "#"))`

/** GROQ: whether a document is a redirect that begins at one of the addresses of a move, or leads to the first. */
export const isRedirectAround = `_type == "redirect" && (source in [$from, $to] || ${leadsTo('$from')})`

type NewRedirect = { _id: string; _type: 'redirect'; source: string; destination: string; permanent: boolean }

export type RedirectMutation =
  | { create: NewRedirect }
  | { patch: { id: string; set: { destination: string; permanent?: boolean } } }
  | { delete: { id: string } }

/** What follows a path in an address: query and fragment. Undefined when the address is at another path. */
function restAfter(path: string, address: string | null | undefined): string | undefined {
  return address && pathOf(address) === path ? address.slice(path.length) : undefined
}

/**
 * What makes the old address of a page lead to the new one. Redirects that led to the old address lead to the new one
 * directly, and one from the new address, where the page is now, is taken away: visitors are sent once, and never in circles.
 * @param id of the redirect that is made when there is none from the old address
 * @param passed an address that the page was meant to get, and does not
 */
export function redirectsForMove(
  { from, to }: Move,
  around: StoredRedirect[],
  id: string,
  passed = from,
): RedirectMutation[] {
  const [ended, kept] = [around.filter(({ source }) => source === to), around.filter(({ source }) => source !== to)]
  const own = kept.filter(({ source }) => source === from)
  const inward = kept.flatMap(({ _id, source, destination }) => {
    const rest = source === from ? undefined : (restAfter(from, destination) ?? restAfter(passed, destination))
    return rest === undefined ? [] : [{ patch: { id: _id, set: { destination: to + rest } } }]
  })
  const target = { destination: to, permanent: true }
  const isPublished = own.some(({ _id }) => !_id.startsWith('drafts.'))
  return [
    ...ended.map(({ _id }) => ({ delete: { id: _id } })),
    ...inward,
    ...own.map(({ _id }) => ({ patch: { id: _id, set: target } })),
    ...(isPublished ? [] : [{ create: { _id: id, _type: 'redirect' as const, source: from, ...target } }]),
  ]
}
