import type { Action, SanityClient } from '@sanity/client'
import { parseRelease } from '../document-id.ts'
import {
  RELATED_REDIRECT_FILTER,
  buildDestinationFilter,
  planRedirects,
  type Move,
  type RedirectMutation,
  type StoredRedirect,
} from './moved-page.ts'

type PlannedRedirect = StoredRedirect & { _type: string; _originalId: string; permanent?: boolean }

const PLANNED_PROJECTION = '{ _id, _originalId, _type, source, destination, permanent }'
const RELATED_REDIRECTS_QUERY = `*[(${RELATED_REDIRECT_FILTER}) || (_type == "redirect" && ${buildDestinationFilter('$passed')})]${PLANNED_PROJECTION}`
const REDIRECTS_FROM_QUERY = `*[_type == "redirect" && source == $from]${PLANNED_PROJECTION}`

/** GROQ query for redirects that the release unpublishes because a page takes their path. */
const UNPUBLISHED_REDIRECTS_QUERY =
  '*[_type == "redirect" && _id in path($versions) && _system.delete == true && source == $passed]._id'

export async function findReleaseRedirect(client: SanityClient, from: string, release: string) {
  const redirects = await client.fetch<PlannedRedirect[]>(
    REDIRECTS_FROM_QUERY,
    { from },
    { perspective: [release], tag: 'moved-page' },
  )
  return redirects.find(({ _originalId }) => parseRelease(_originalId) === release)
}

/**
 * Adds redirects to a release for a page that the release moves.
 * The Studio does not run when a release publishes, so the redirects must be part of the release.
 * Creates one redirect, and versions of redirects to the old path or from the new path.
 * Updates these redirects if the planned path changes.
 */
export async function addRedirectToRelease(client: SanityClient, move: Move, release: string): Promise<void> {
  const toVersionId = (id: string) => `versions.${release}.${id}`
  const plannedRedirect = await findReleaseRedirect(client, move.from, release)
  const previousTarget = plannedRedirect?.destination ?? move.from
  await discardUnpublishing(client, previousTarget, toVersionId('**'))

  const releaseOptions = { perspective: [release], tag: 'moved-page' }
  const relatedRedirects = await client.fetch<PlannedRedirect[]>(
    RELATED_REDIRECTS_QUERY,
    { ...move, passed: previousTarget },
    releaseOptions,
  )
  const ids = relatedRedirects.map(({ _id }) => _id)
  const published = await client.fetch<string[]>('*[_id in $ids]._id', { ids }, { tag: 'moved-page' })

  const toAction = (mutation: RedirectMutation): Action => {
    if ('create' in mutation) {
      const { _id, ...redirect } = mutation.create
      const document = { ...redirect, _id: toVersionId(_id) }
      return { actionType: 'sanity.action.document.version.create', publishedId: _id, document }
    }
    const { id } = 'delete' in mutation ? mutation.delete : mutation.patch
    const versionId = toVersionId(id)
    if ('delete' in mutation) {
      if (!published.includes(id)) return { actionType: 'sanity.action.document.version.discard', versionId }
      return { actionType: 'sanity.action.document.version.unpublish', versionId, publishedId: id }
    }
    const { _originalId, ...redirect } = relatedRedirects.find(({ _id }) => _id === id) as PlannedRedirect
    const document = { ...redirect, ...mutation.patch.set, _id: versionId }
    if (_originalId === versionId) return { actionType: 'sanity.action.document.version.replace', document }
    return { actionType: 'sanity.action.document.version.create', publishedId: id, document }
  }

  const mutations = planRedirects(move, relatedRedirects, `redirect-${crypto.randomUUID()}`, previousTarget)
  await client.action(mutations.map(toAction), { tag: 'moved-page' })
}

/** If the page no longer moves to a path, keeps the redirects from that path: discards their planned unpublishing. */
async function discardUnpublishing(
  client: SanityClient,
  previousTarget: string,
  versionPattern: string,
): Promise<void> {
  const params = { passed: previousTarget, versions: versionPattern }
  const ids = await client.fetch<string[]>(UNPUBLISHED_REDIRECTS_QUERY, params, {
    perspective: 'raw',
    tag: 'moved-page',
  })
  if (ids.length === 0) return
  await client.action(
    ids.map((versionId) => ({ actionType: 'sanity.action.document.version.discard', versionId })),
    { tag: 'moved-page' },
  )
}
