import type { Action, SanityClient } from '@sanity/client'
import { releaseOf } from '../document-id.ts'
import {
  isRedirectAround,
  leadsTo,
  redirectsForMove,
  type Move,
  type RedirectMutation,
  type StoredRedirect,
} from './moved-page.ts'

type Planned = StoredRedirect & { _type: string; _originalId: string; permanent?: boolean }

const PLANNED = '{ _id, _originalId, _type, source, destination, permanent }'
const AROUND = `*[(${isRedirectAround}) || (_type == "redirect" && ${leadsTo('$passed')})]${PLANNED}`
const FROM = `*[_type == "redirect" && source == $from]${PLANNED}`

/** GROQ query for redirects that the release unpublishes because a page takes their path. */
const UNPUBLISHED =
  '*[_type == "redirect" && _id in path($versions) && _system.delete == true && source == $passed]._id'

export async function redirectOfRelease(client: SanityClient, from: string, release: string) {
  const found = await client.fetch<Planned[]>(FROM, { from }, { perspective: [release], tag: 'moved-page' })
  return found.find(({ _originalId }) => releaseOf(_originalId) === release)
}

/**
 * Adds redirects to a release for a page that the release moves.
 * A release publishes without the Studio, so the redirects must be part of the release.
 * Creates one redirect, and versions of redirects to the old path or from the new path.
 * Updates these redirects if the planned path changes.
 */
export async function redirectInRelease(client: SanityClient, move: Move, release: string): Promise<void> {
  const versionOf = (id: string) => `versions.${release}.${id}`
  const known = await redirectOfRelease(client, move.from, release)
  const passed = known?.destination ?? move.from
  await keepRedirectsFrom(client, passed, versionOf('**'))

  const inRelease = { perspective: [release], tag: 'moved-page' }
  const around = await client.fetch<Planned[]>(AROUND, { ...move, passed }, inRelease)
  const ids = around.map(({ _id }) => _id)
  const published = await client.fetch<string[]>('*[_id in $ids]._id', { ids }, { tag: 'moved-page' })

  const actionFor = (mutation: RedirectMutation): Action => {
    if ('create' in mutation) {
      const { _id, ...redirect } = mutation.create
      const document = { ...redirect, _id: versionOf(_id) }
      return { actionType: 'sanity.action.document.version.create', publishedId: _id, document }
    }
    const { id } = 'delete' in mutation ? mutation.delete : mutation.patch
    const versionId = versionOf(id)
    if ('delete' in mutation) {
      if (!published.includes(id)) return { actionType: 'sanity.action.document.version.discard', versionId }
      return { actionType: 'sanity.action.document.version.unpublish', versionId, publishedId: id }
    }
    const { _originalId, ...redirect } = around.find(({ _id }) => _id === id) as Planned
    const document = { ...redirect, ...mutation.patch.set, _id: versionId }
    if (_originalId === versionId) return { actionType: 'sanity.action.document.version.replace', document }
    return { actionType: 'sanity.action.document.version.create', publishedId: id, document }
  }

  const mutations = redirectsForMove(move, around, `redirect-${crypto.randomUUID()}`, passed)
  await client.action(mutations.map(actionFor), { tag: 'moved-page' })
}

/** Keeps redirects from a path that the page no longer takes: discards their planned unpublishing. */
async function keepRedirectsFrom(client: SanityClient, passed: string, versions: string): Promise<void> {
  const params = { passed, versions }
  const ids = await client.fetch<string[]>(UNPUBLISHED, params, { perspective: 'raw', tag: 'moved-page' })
  if (ids.length === 0) return
  await client.action(
    ids.map((versionId) => ({ actionType: 'sanity.action.document.version.discard', versionId })),
    { tag: 'moved-page' },
  )
}
