import type { SanityClient } from '@sanity/client'
import { redirectSource } from '../../lib/paths/redirect-source.ts'
import { isRedirectAround, redirectsForMove, type Move, type StoredRedirect } from './moved-page.ts'

/** Drafts are included: one that is published later would undo the move. */
const AROUND = `*[${isRedirectAround} && !(_id in path("versions.**"))]{ _id, source, destination }`
const REDIRECTS = '*[_type == "redirect" && !(_id in path("versions.**"))]{ _id, source }'

/** Makes the old address of a page lead to the new one, in one transaction. */
export async function keepLinks(client: SanityClient, move: Move): Promise<void> {
  const around = await client.fetch<StoredRedirect[]>(AROUND, move, { perspective: 'raw', tag: 'moved-page' })
  const mutations = redirectsForMove(move, around, `redirect-${crypto.randomUUID()}`)
  await client.mutate(mutations, { tag: 'moved-page' })
}

/** Takes redirects from an address that a page is about to have: the page would win, and the redirect mislead editors. */
export async function endRedirects(client: SanityClient, path: string): Promise<void> {
  const redirects = await client.fetch<StoredRedirect[]>(REDIRECTS, {}, { perspective: 'raw', tag: 'moved-page' })
  const ids = redirects.filter(({ source }) => redirectSource(source ?? '', undefined) === path).map(({ _id }) => _id)
  if (ids.length === 0) return
  await client.mutate(
    ids.map((id) => ({ delete: { id } })),
    { tag: 'moved-page' },
  )
}
