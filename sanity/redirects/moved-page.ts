import type { SanityClient } from '@sanity/client'
import { parseRedirectSource } from '../../lib/platform/http/paths/redirect-source.ts'
import { publicPath } from '../content-types.ts'
import { removeQuery } from '../schema/validation/redirect.ts'

export type Move = { from: string; to: string }

export type StoredRedirect = { _id: string; source?: string | null; destination?: string | null }

type Page = { _type: string; path?: unknown; slug?: unknown } | null

export function findMove(published: Page, draft: Page): Move | undefined {
  const from = published && publicPath(published)
  const to = draft && publicPath(draft)
  return from && to && from !== to ? { from, to } : undefined
}

/** Returns a GROQ filter for redirects to a path, with any query and fragment. */
export const buildDestinationFilter = (path: `$${string}`) =>
  `(destination == ${path} || string::startsWith(destination, ${path} + "?") || string::startsWith(destination, ${path} + "#"))`

/** GROQ filter for redirects from the old or new path of a move, or to the old path. */
export const RELATED_REDIRECT_FILTER = `_type == "redirect" && (source in [$from, $to] || ${buildDestinationFilter('$from')})`

type NewRedirect = { _id: string; _type: 'redirect'; source: string; destination: string; permanent: boolean }

export type RedirectMutation =
  | { create: NewRedirect }
  | { patch: { id: string; set: { destination: string; permanent?: boolean } } }
  | { delete: { id: string } }

/** Returns query and fragment of an address, or undefined if its path differs. */
function getSuffixAfterPath(path: string, address: string | null | undefined): string | undefined {
  return address && removeQuery(address) === path ? address.slice(path.length) : undefined
}

/**
 * Returns the redirect changes for a moved page. Updates existing redirects to the old path.
 * Deletes redirects from the new path, so there are no chains or loops.
 * @param relatedRedirects existing redirects from or to the paths of the move
 * @param id id of the new redirect, if none exists
 * @param previousTarget previously planned path that is no longer used
 */
export function planRedirects(
  { from, to }: Move,
  relatedRedirects: StoredRedirect[],
  id: string,
  previousTarget = from,
): RedirectMutation[] {
  const [obsoleteRedirects, remaining] = [
    relatedRedirects.filter(({ source }) => source === to),
    relatedRedirects.filter(({ source }) => source !== to),
  ]
  const redirectsFromPath = remaining.filter(({ source }) => source === from)
  const changedRedirects = remaining.flatMap(({ _id, source, destination }) => {
    const rest =
      source === from
        ? undefined
        : (getSuffixAfterPath(from, destination) ?? getSuffixAfterPath(previousTarget, destination))
    return rest === undefined ? [] : [{ patch: { id: _id, set: { destination: to + rest } } }]
  })
  const target = { destination: to, permanent: true }
  const isPublished = redirectsFromPath.some(({ _id }) => !_id.startsWith('drafts.'))
  return [
    ...obsoleteRedirects.map(({ _id }) => ({ delete: { id: _id } })),
    ...changedRedirects,
    ...redirectsFromPath.map(({ _id }) => ({ patch: { id: _id, set: target } })),
    ...(isPublished ? [] : [{ create: { _id: id, _type: 'redirect' as const, source: from, ...target } }]),
  ]
}

/** GROQ query that includes drafts, because publishing a draft redirect later would undo the move. */
const RELATED_REDIRECTS_QUERY = `*[${RELATED_REDIRECT_FILTER} && !(_id in path("versions.**"))]{ _id, source, destination }`
const REDIRECTS_QUERY = '*[_type == "redirect" && !(_id in path("versions.**"))]{ _id, source }'

export async function createMoveRedirects(client: SanityClient, move: Move): Promise<void> {
  const relatedRedirects = await client.fetch<StoredRedirect[]>(RELATED_REDIRECTS_QUERY, move, {
    perspective: 'raw',
    tag: 'moved-page',
  })
  const mutations = planRedirects(move, relatedRedirects, `redirect-${crypto.randomUUID()}`)
  await client.mutate(mutations, { tag: 'moved-page' })
}

/** Deletes redirects from a page's new path. The page would take precedence over them. */
export async function deleteRedirectsFrom(client: SanityClient, path: string): Promise<void> {
  const redirects = await client.fetch<StoredRedirect[]>(REDIRECTS_QUERY, {}, { perspective: 'raw', tag: 'moved-page' })
  const ids = redirects
    .filter(({ source }) => parseRedirectSource(source ?? '', undefined) === path)
    .map(({ _id }) => _id)
  if (ids.length === 0) return
  await client.mutate(
    ids.map((id) => ({ delete: { id } })),
    { tag: 'moved-page' },
  )
}
