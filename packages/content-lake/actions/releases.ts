import type { LakeDocument } from '../store/document.ts'
import { alreadyExists, invalid, notFound } from '../store/failures.ts'
import { publishedId, releaseOf } from '../store/ids.ts'
import {
  contentOf,
  existing,
  objectField,
  releaseDocumentId,
  remove,
  wrongState,
  type Action,
  type ActionContext,
  type ActionHandler,
  type Mutation,
} from './action.ts'
import { strengthenReferences } from './strengthen.ts'

const RELEASE_NAME = /^[a-zA-Z0-9_-]{1,100}$/

const create: ActionHandler = (action, context) => {
  const name = nameOf(action)
  const id = releaseDocumentId(name)
  if (context.workspace.get(id)) throw alreadyExists(id)
  const metadata = { releaseType: 'undecided', ...(action.metadata as object | undefined) }
  return [{ create: { _id: id, _type: 'system.release', name, state: 'active', userId: context.author, metadata } }]
}

const edit: ActionHandler = (action, context) => {
  const release = existing(context, releaseDocumentId(nameOf(action)))
  const patch = objectField(action, 'patch')
  const paths = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch'].flatMap((kind) =>
    Object.keys(patch[kind] ?? {}),
  )
  if (Array.isArray(patch.unset)) paths.push(...patch.unset)
  const foreign = paths.find((path) => !/^metadata($|[.[])/.test(path))
  if (foreign !== undefined) throw invalid(`Only "metadata" of a release can be edited, not "${foreign}"`)
  return [{ patch: { ...patch, id: release._id } }]
}

const publish: ActionHandler = (action, context) => publishRelease(releaseIn('active', action, context), context)

/** Publishes every version of a release and closes it; versions marked for it unpublish their document. */
export function publishRelease(release: LakeDocument, context: ActionContext): Mutation[] {
  const versions = versionsOf(release, context)
  return [
    ...versions.flatMap((version) => publishVersion(version, context)),
    closed(release, versions, { state: 'published', publishedAt: context.timestamp }),
  ]
}

function publishVersion(version: LakeDocument, { workspace }: ActionContext): Mutation[] {
  const id = publishedId(version._id)
  const published = workspace.get(id)
  const system = version._system as { delete?: boolean } | undefined
  if (system?.delete === true) return [...(published ? [remove(id, false)] : []), remove(version._id, false)]
  const content = strengthenReferences(contentOf(version))
  const createdAt = published?._createdAt ?? version._createdAt
  return [{ createOrReplace: { ...content, _id: id, _createdAt: createdAt } }, remove(version._id, false)]
}

const archive: ActionHandler = (action, context) => {
  const release = releaseIn('active', action, context)
  const versions = versionsOf(release, context)
  return [...versions.map(({ _id }) => remove(_id, false)), closed(release, versions, { state: 'archived' })]
}

/** Brings the versions back as they were when the release was archived. */
const unarchive: ActionHandler = (action, context) => {
  const release = releaseIn('archived', action, context)
  const states = (release.finalDocumentStates ?? []) as { id: string }[]
  const versions = states.flatMap(({ id }) => context.lastState(id) ?? [])
  const restored = versions.map(({ _rev, _updatedAt, ...version }) => ({ create: version }))
  return [...restored, { patch: { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] } }]
}

const schedule: ActionHandler = (action, context) => {
  const release = releaseIn('active', action, context)
  const { publishAt } = action
  if (typeof publishAt !== 'string' || Number.isNaN(Date.parse(publishAt)))
    throw invalid('"publishAt" must be a datetime')
  return [{ patch: { id: release._id, set: { state: 'scheduled', publishAt } } }]
}

const unschedule: ActionHandler = (action, context) => {
  const release = releaseIn('scheduled', action, context)
  return [{ patch: { id: release._id, set: { state: 'active' }, unset: ['publishAt'] } }]
}

const deleteRelease: ActionHandler = (action, context) => {
  const release = existing(context, releaseDocumentId(nameOf(action)))
  if (release.state !== 'archived' && release.state !== 'published') {
    throw wrongState(nameOf(action), release.state, 'archived" or "published')
  }
  return [...versionsOf(release, context).map(({ _id }) => remove(_id, true)), remove(release._id, true)]
}

/** What `sanity dataset import` sends for release documents. */
const importRelease: ActionHandler = (action, { workspace }) => {
  const name = nameOf(action)
  const id = releaseDocumentId(name)
  const document = objectField(action, action.document === undefined ? 'attributes' : 'document')
  if (workspace.get(id) && action.ifExists === 'ignore') return []
  if (workspace.get(id) && action.ifExists !== 'replace') throw alreadyExists(id)
  return [{ createOrReplace: { ...document, _id: id, _type: 'system.release', name } }]
}

function nameOf(action: Action): string {
  const { releaseId } = action
  if (typeof releaseId !== 'string' || !RELEASE_NAME.test(releaseId))
    throw invalid('Action requires a valid "releaseId"')
  return releaseId
}

function releaseIn(state: string, action: Action, { workspace }: ActionContext): LakeDocument {
  const id = releaseDocumentId(nameOf(action))
  const release = workspace.get(id)
  if (!release) throw notFound(id)
  if (release.state !== state) throw wrongState(nameOf(action), release.state, state)
  return release
}

function versionsOf(release: LakeDocument, { workspace }: ActionContext): LakeDocument[] {
  return [...workspace.snapshot().all()].filter(({ _id }) => releaseOf(_id) === release.name)
}

const closed = (release: LakeDocument, versions: LakeDocument[], fields: Record<string, unknown>): Mutation => ({
  patch: {
    id: release._id,
    set: { ...fields, finalDocumentStates: versions.map(({ _id }) => ({ _key: _id, id: _id })) },
    unset: ['publishAt'],
  },
})

export const releaseActions: Record<string, ActionHandler> = {
  'sanity.action.release.create': create,
  'sanity.action.release.edit': edit,
  'sanity.action.release.publish': publish,
  'sanity.action.release.archive': archive,
  'sanity.action.release.unarchive': unarchive,
  'sanity.action.release.schedule': schedule,
  'sanity.action.release.unschedule': unschedule,
  'sanity.action.release.delete': deleteRelease,
  'sanity.action.release.import': importRelease,
}
