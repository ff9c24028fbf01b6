import type { SanityClient } from '@sanity/client'
import { redirectSource } from '../../lib/platform/http/paths/redirect-source.ts'
import { publicPath } from '../content-types.ts'
import { pathOf } from '../schema/validation/redirect.ts'

export type Move = { from: string; to: string }

export type StoredRedirect = { _id: string; source?: string | null; destination?: string | null }

type Page = { _type: string; path?: unknown; slug?: unknown } | null

export function moveOf(published: Page, draft: Page): Move | undefined {
  const from = published && publicPath(published)
  const to = draft && publicPath(draft)
  return from && to && from !== to ? { from, to } : undefined
}

/** Returns a GROQ filter for redirects to a path, with any query and fragment. */
export const leadsTo = (path: `$${string}`) =>
  `(destination == ${path} || string::startsWith(destination, ${path} + "?") || string::startsWith(destination, ${path} + "#"))`

/** GROQ filter for redirects from the old or new path of a move, or to the old path. */
export const isRedirectAround = `_type == "redirect" && (source in [$from, $to] || ${leadsTo('$from')})`

type NewRedirect = { _id: string; _type: 'redirect'; source: string; destination: string; permanent: boolean }

export type RedirectMutation =
  | { create: NewRedirect }
  | { patch: { id: string; set: { destination: string; permanent?: boolean } } }
  | { delete: { id: string } }

/** Returns query and fragment of an address, or undefined if its path differs. */
function restAfter(path: string, address: string | null | undefined): string | undefined {
  return address && pathOf(address) === path ? address.slice(path.length) : undefined
}

/**
 * Returns the redirect changes for a moved page. Updates existing redirects to the old path.
 * Deletes redirects from the new path, so there are no chains or loops.
 * @param around existing redirects from or to the paths of the move
 * @param id id of the new redirect, if none exists
 * @param passed previously planned path that is no longer used
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

/** GROQ query that includes drafts, because publishing a draft redirect later would undo the move. */
const AROUND = `*[${isRedirectAround} && !(_id in path("versions.**"))]{ _id, source, destination }`
const REDIRECTS = '*[_type == "redirect" && !(_id in path("versions.**"))]{ _id, source }'

export async function keepLinks(client: SanityClient, move: Move): Promise<void> {
  const around = await client.fetch<StoredRedirect[]>(AROUND, move, { perspective: 'raw', tag: 'moved-page' })
  const mutations = redirectsForMove(move, around, `redirect-${crypto.randomUUID()}`)
  await client.mutate(mutations, { tag: 'moved-page' })
}

/** Deletes redirects from a page's new path. The page would take precedence over them. */
export async function endRedirects(client: SanityClient, path: string): Promise<void> {
  const redirects = await client.fetch<StoredRedirect[]>(REDIRECTS, {}, { perspective: 'raw', tag: 'moved-page' })
  const ids = redirects.filter(({ source }) => redirectSource(source ?? '', undefined) === path).map(({ _id }) => _id)
  if (ids.length === 0) return
  await client.mutate(
    ids.map((id) => ({ delete: { id } })),
    { tag: 'moved-page' },
  )
}
