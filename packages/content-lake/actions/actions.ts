import {
  toDraftId,
  isDraftId,
  isVersionId,
  type LakeDocument,
  toPublishedId,
  parseReleaseName,
} from '../store/document.ts'
import {
  createAlreadyExistsFailure,
  createConflictFailure,
  createValidationFailure,
  createNotFoundFailure,
  createRevisionMismatchFailure,
} from '../store/errors.ts'
import { assertDocumentId } from '../store/validate.ts'
import type { Workspace } from '../store/workspace.ts'

export type Action = { actionType: string; [field: string]: unknown }

export type ActionContext = {
  workspace: Workspace
  author: string
  timestamp: string
  findLastState: (id: string) => LakeDocument | undefined
}

export type Mutation = Record<string, unknown>

export type ActionHandler = (action: Action, context: ActionContext) => Mutation[]

function readIdField(action: Action, field: string): string {
  const id = action[field]
  if (typeof id !== 'string') throw createValidationFailure(`Action requires "${field}"`)
  assertDocumentId(id)
  return id
}

function readObjectField(action: Action, field: string): Record<string, unknown> {
  const value = action[field]
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw createValidationFailure(`Action requires "${field}"`)
  return value as Record<string, unknown>
}

function getExistingDocument({ workspace }: ActionContext, id: string): LakeDocument {
  const document = workspace.get(id)
  if (!document) throw createNotFoundFailure(id)
  return document
}

/**
 * Checks the expected revision (optimistic locking).
 * @throws 409 if `expected` is set and the document has another revision
 */
function assertRevision({ workspace }: ActionContext, id: string, expected: unknown): void {
  if (expected === undefined || expected === null) return
  const current = workspace.get(id)?._rev
  if (current !== expected) throw createRevisionMismatchFailure(id, current, String(expected))
}

const buildReleaseDocumentId = (release: string): string => `_.releases.${release}`

/** Rejects changes to versions of a scheduled release, which are locked. */
function assertUnlocked({ workspace }: ActionContext, id: string): void {
  const release = parseReleaseName(id)
  if (release === undefined) return
  const document = workspace.get(buildReleaseDocumentId(release))
  if (!document) throw createNotFoundFailure(buildReleaseDocumentId(release))
  if (document.state !== 'active') throw createStateError(release, document.state, 'active')
}

const createStateError = (release: string, state: unknown, expected: string) =>
  createConflictFailure({
    type: 'releaseStateError',
    description: `Release "${release}" is in state "${String(state)}", expected "${expected}"`,
    releaseId: release,
  })

function extractContent({ _id, _rev, _updatedAt, _system, ...content }: LakeDocument): Record<string, unknown> {
  return content
}

const buildDeleteMutation = (id: string, purge: unknown): Mutation => ({
  delete: { id, ...(purge === true && { purge }) },
})

/**
 * Applies `_strengthenOnPublish`. A draft refers weakly to unpublished documents, and this field stores the final
 * strength.
 */
export function strengthenReferences<T>(value: T): T {
  if (Array.isArray(value)) return value.map(strengthenReferences) as T
  if (value === null || typeof value !== 'object') return value
  const node = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, strengthenReferences(child)]))
  if (typeof node._ref !== 'string' || !node._strengthenOnPublish) return node as T
  const { _strengthenOnPublish, _weak, ...reference } = node
  const isWeak = (_strengthenOnPublish as { weak?: boolean }).weak === true
  return (isWeak ? { ...reference, _weak: true } : reference) as T
}

export const documentActions: Record<string, ActionHandler> = {
  /**
   * Creates a draft or version with the id in `attributes._id`. Fails if the id exists or a draft is already published.
   */
  'sanity.action.document.create': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const attributes = readObjectField(action, 'attributes')
    const id = typeof attributes._id === 'string' ? attributes._id : toDraftId(publishedId)
    if (!isDraftId(id) && !isVersionId(id)) throw createValidationFailure(`"${id}" is not a draft or version ID`)
    if (toPublishedId(id) !== publishedId) throw createValidationFailure(`"${id}" does not belong to "${publishedId}"`)
    assertUnlocked(context, id)
    if (context.workspace.get(id)) {
      if (action.ifExists === 'ignore' || action.ifExists === 'useExisting') return []
      throw createAlreadyExistsFailure(id)
    }
    if (isDraftId(id) && context.workspace.get(publishedId)) throw createAlreadyExistsFailure(publishedId)
    return [{ create: { ...attributes, _id: id } }]
  },
  /** Edits a draft or version. The first edit of a published document copies it into the draft or version. */
  'sanity.action.document.edit': (action, context) => {
    const id = readIdField(action, 'draftId')
    const publishedId = readIdField(action, 'publishedId')
    const patch = readObjectField(action, 'patch')
    assertUnlocked(context, id)
    const editMutation = { patch: { ...patch, id } }
    if (context.workspace.get(id)) return [editMutation]
    const base = context.workspace.get(publishedId)
    if (!base) throw createNotFoundFailure(id)
    return [{ create: { ...extractContent(base), _id: id } }, editMutation]
  },
  'sanity.action.document.publish': (action, context) => {
    const id = readIdField(action, 'draftId')
    const publishedId = readIdField(action, 'publishedId')
    if (id === publishedId || toPublishedId(id) !== publishedId)
      throw createValidationFailure(`"${id}" is not a draft of "${publishedId}"`)
    const draft = getExistingDocument(context, id)
    assertRevision(context, id, action.ifDraftRevisionId)
    assertRevision(context, publishedId, action.ifPublishedRevisionId)
    assertUnlocked(context, id)
    const createdAt = context.workspace.get(publishedId)?._createdAt ?? draft._createdAt
    const content = strengthenReferences(extractContent(draft))
    return [
      { createOrReplace: { ...content, _id: publishedId, _createdAt: createdAt } },
      buildDeleteMutation(id, false),
    ]
  },
  'sanity.action.document.unpublish': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const id = action.draftId === undefined ? toDraftId(publishedId) : readIdField(action, 'draftId')
    const document = getExistingDocument(context, publishedId)
    const draft = context.workspace.get(id) ? [] : [{ create: { ...extractContent(document), _id: id } }]
    return [...draft, buildDeleteMutation(publishedId, false)]
  },
  'sanity.action.document.discard': (action, context) => {
    const id = readIdField(action, 'draftId')
    if (!isDraftId(id)) throw createValidationFailure(`"${id}" is not a draft ID`)
    getExistingDocument(context, id)
    return [buildDeleteMutation(id, action.purge)]
  },
  /**
   * Deletes the published document and the drafts and versions in `includeDrafts`. Fails if an existing draft is not
   * listed.
   */
  'sanity.action.document.delete': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const includeDrafts = (action.includeDrafts ?? []) as unknown
    if (!Array.isArray(includeDrafts)) throw createValidationFailure('"includeDrafts" must be an array of IDs')
    const foreignId = includeDrafts.find((id) => typeof id !== 'string' || toPublishedId(id) !== publishedId)
    if (foreignId !== undefined) throw createValidationFailure(`"${foreignId}" is not a draft of "${publishedId}"`)
    getExistingDocument(context, publishedId)
    if (context.workspace.get(toDraftId(publishedId)) && !includeDrafts.includes(toDraftId(publishedId))) {
      throw createConflictFailure({
        type: 'documentHasDraftError',
        description: `Document "${publishedId}" has a draft that is not included in the deletion`,
        id: publishedId,
      })
    }
    return [...includeDrafts, publishedId].map((id) => buildDeleteMutation(id as string, action.purge))
  },
  'sanity.action.document.replaceDraft': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const attributes = readObjectField(action, 'attributes')
    const id = toDraftId(publishedId)
    if (attributes._id !== undefined && attributes._id !== id)
      throw createValidationFailure(`"attributes._id" must be "${id}"`)
    if (!context.workspace.get(id)) getExistingDocument(context, publishedId)
    return [{ createOrReplace: { ...attributes, _id: id } }]
  },
  /**
   * Creates a version from a document or from a copy of `baseId`. @sanity/client sends `document`, the App SDK
   * `attributes`.
   */
  'sanity.action.document.version.create': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const field = ['document', 'attributes'].find((name) => action[name] !== undefined)
    const content = field ? readObjectField(action, field) : copyBaseDocument(action, context)
    const id = requireVersionId(publishedId, content._id)
    assertUnlocked(context, id)
    if (context.workspace.get(id)) throw createAlreadyExistsFailure(id)
    return [{ create: { ...content, _id: id } }]
  },
  'sanity.action.document.version.replace': (action, context) => {
    const document = readObjectField(action, 'document')
    const id = requireVersionId(toPublishedId(String(document._id)), document._id)
    assertUnlocked(context, id)
    getExistingDocument(context, id)
    return [{ createOrReplace: document }]
  },
  'sanity.action.document.version.discard': (action, context) => {
    const id = readIdField(action, 'versionId')
    requireVersionId(toPublishedId(id), id)
    assertUnlocked(context, id)
    getExistingDocument(context, id)
    return [buildDeleteMutation(id, action.purge)]
  },
  'sanity.action.document.version.unpublish': (action, context) => {
    const publishedId = readIdField(action, 'publishedId')
    const id = requireVersionId(publishedId, readIdField(action, 'versionId'))
    assertUnlocked(context, id)
    const markMutation = { patch: { id, set: { '_system.delete': true } } }
    if (context.workspace.get(id)) return [markMutation]
    const { _createdAt, ...content } = extractContent(getExistingDocument(context, publishedId))
    return [{ create: { ...content, _id: id } }, markMutation]
  },
}

const copyBaseDocument = (action: Action, context: ActionContext): Record<string, unknown> => {
  const base = getExistingDocument(context, readIdField(action, 'baseId'))
  assertRevision(context, base._id, action.ifBaseRevisionId)
  const { _createdAt, ...content } = extractContent(base)
  const _system = { base: { id: base._id, rev: base._rev } }
  return { ...content, _id: readIdField(action, 'versionId'), _system }
}

function requireVersionId(publishedId: string, id: unknown): string {
  if (typeof id !== 'string' || !(isVersionId(id) || isDraftId(id)) || toPublishedId(id) !== publishedId) {
    throw createValidationFailure(`"${String(id)}" is not a version of "${publishedId}"`)
  }
  return id
}

const RELEASE_NAME_PATTERN = /^[a-zA-Z0-9_-]{1,100}$/

export const releaseActions: Record<string, ActionHandler> = {
  'sanity.action.release.create': (action, context) => {
    const name = readReleaseName(action)
    const id = buildReleaseDocumentId(name)
    if (context.workspace.get(id)) throw createAlreadyExistsFailure(id)
    const metadata = { releaseType: 'undecided', ...(action.metadata as object | undefined) }
    return [{ create: { _id: id, _type: 'system.release', name, state: 'active', userId: context.author, metadata } }]
  },
  'sanity.action.release.edit': (action, context) => {
    const release = getExistingDocument(context, buildReleaseDocumentId(readReleaseName(action)))
    const patch = readObjectField(action, 'patch')
    const paths = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch'].flatMap((kind) =>
      Object.keys(patch[kind] ?? {}),
    )
    if (Array.isArray(patch.unset)) paths.push(...patch.unset)
    const invalidPath = paths.find((path) => !/^metadata($|[.[])/.test(path))
    if (invalidPath !== undefined)
      throw createValidationFailure(`Only "metadata" of a release can be edited, not "${invalidPath}"`)
    return [{ patch: { ...patch, id: release._id } }]
  },
  'sanity.action.release.publish': (action, context) =>
    publishRelease(requireRelease('active', action, context), context),
  'sanity.action.release.archive': (action, context) => {
    const release = requireRelease('active', action, context)
    const versions = listVersions(release, context)
    return [
      ...versions.map(({ _id }) => buildDeleteMutation(_id, false)),
      buildCloseMutation(release, versions, { state: 'archived' }),
    ]
  },
  'sanity.action.release.unarchive': (action, context) => {
    const release = requireRelease('archived', action, context)
    const states = (release.finalDocumentStates ?? []) as { id: string }[]
    const versions = states.flatMap(({ id }) => context.findLastState(id) ?? [])
    const restoreMutations = versions.map(({ _rev, _updatedAt, ...version }) => ({ create: version }))
    return [
      ...restoreMutations,
      { patch: { id: release._id, set: { state: 'active' }, unset: ['finalDocumentStates'] } },
    ]
  },
  'sanity.action.release.schedule': (action, context) => {
    const release = requireRelease('active', action, context)
    const { publishAt } = action
    if (typeof publishAt !== 'string' || Number.isNaN(Date.parse(publishAt)))
      throw createValidationFailure('"publishAt" must be a datetime')
    return [{ patch: { id: release._id, set: { state: 'scheduled', publishAt } } }]
  },
  'sanity.action.release.unschedule': (action, context) => {
    const release = requireRelease('scheduled', action, context)
    return [{ patch: { id: release._id, set: { state: 'active' }, unset: ['publishAt'] } }]
  },
  'sanity.action.release.delete': (action, context) => {
    const release = getExistingDocument(context, buildReleaseDocumentId(readReleaseName(action)))
    if (release.state !== 'archived' && release.state !== 'published') {
      throw createStateError(readReleaseName(action), release.state, 'archived" or "published')
    }
    return [
      ...listVersions(release, context).map(({ _id }) => buildDeleteMutation(_id, true)),
      buildDeleteMutation(release._id, true),
    ]
  },
  /** `sanity dataset import` sends this action for release documents. */
  'sanity.action.release.import': (action, { workspace }) => {
    const name = readReleaseName(action)
    const id = buildReleaseDocumentId(name)
    const document = readObjectField(action, action.document === undefined ? 'attributes' : 'document')
    if (workspace.get(id) && action.ifExists === 'ignore') return []
    if (workspace.get(id) && action.ifExists !== 'replace') throw createAlreadyExistsFailure(id)
    return [{ createOrReplace: { ...document, _id: id, _type: 'system.release', name } }]
  },
}

export function publishRelease(release: LakeDocument, context: ActionContext): Mutation[] {
  const versions = listVersions(release, context)
  return [
    ...versions.flatMap((version) => publishVersion(version, context)),
    buildCloseMutation(release, versions, { state: 'published', publishedAt: context.timestamp }),
  ]
}

function publishVersion(version: LakeDocument, { workspace }: ActionContext): Mutation[] {
  const id = toPublishedId(version._id)
  const publishedDocument = workspace.get(id)
  const system = version._system as { delete?: boolean } | undefined
  if (system?.delete === true)
    return [...(publishedDocument ? [buildDeleteMutation(id, false)] : []), buildDeleteMutation(version._id, false)]
  const content = strengthenReferences(extractContent(version))
  const createdAt = publishedDocument?._createdAt ?? version._createdAt
  return [{ createOrReplace: { ...content, _id: id, _createdAt: createdAt } }, buildDeleteMutation(version._id, false)]
}

function readReleaseName(action: Action): string {
  const { releaseId } = action
  if (typeof releaseId !== 'string' || !RELEASE_NAME_PATTERN.test(releaseId))
    throw createValidationFailure('Action requires a valid "releaseId"')
  return releaseId
}

function requireRelease(state: string, action: Action, { workspace }: ActionContext): LakeDocument {
  const id = buildReleaseDocumentId(readReleaseName(action))
  const release = workspace.get(id)
  if (!release) throw createNotFoundFailure(id)
  if (release.state !== state) throw createStateError(readReleaseName(action), release.state, state)
  return release
}

function listVersions(release: LakeDocument, { workspace }: ActionContext): LakeDocument[] {
  return [...workspace.snapshot().all()].filter(({ _id }) => parseReleaseName(_id) === release.name)
}

const buildCloseMutation = (
  release: LakeDocument,
  versions: LakeDocument[],
  fields: Record<string, unknown>,
): Mutation => ({
  patch: {
    id: release._id,
    set: { ...fields, finalDocumentStates: versions.map(({ _id }) => ({ _key: _id, id: _id })) },
    unset: ['publishAt'],
  },
})
