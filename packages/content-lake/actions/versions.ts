import { alreadyExists, invalid } from '../store/failures.ts'
import { isDraftId, isVersionId, publishedId } from '../store/ids.ts'
import {
  assertRevision,
  assertUnlocked,
  contentOf,
  existing,
  idField,
  objectField,
  remove,
  type Action,
  type ActionContext,
  type ActionHandler,
} from './action.ts'

/**
 * From a whole document, or copied from `baseId` to `versionId` (which may also be a draft). `@sanity/client` names the
 * document `document`, the App SDK `attributes`.
 */
const create: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const field = ['document', 'attributes'].find((name) => action[name] !== undefined)
  const content = field ? objectField(action, field) : copyOfBase(action, context)
  const id = versionOf(published, content._id)
  assertUnlocked(context, id)
  if (context.workspace.get(id)) throw alreadyExists(id)
  return [{ create: { ...content, _id: id } }]
}

const copyOfBase = (action: Action, context: ActionContext): Record<string, unknown> => {
  const base = existing(context, idField(action, 'baseId'))
  assertRevision(context, base._id, action.ifBaseRevisionId)
  const { _createdAt, ...content } = contentOf(base)
  const _system = { base: { id: base._id, rev: base._rev } }
  return { ...content, _id: idField(action, 'versionId'), _system }
}

const replace: ActionHandler = (action, context) => {
  const document = objectField(action, 'document')
  const id = versionOf(publishedId(String(document._id)), document._id)
  assertUnlocked(context, id)
  existing(context, id)
  return [{ createOrReplace: document }]
}

const discard: ActionHandler = (action, context) => {
  const id = idField(action, 'versionId')
  versionOf(publishedId(id), id)
  assertUnlocked(context, id)
  existing(context, id)
  return [remove(id, action.purge)]
}

/** Marks the version: publishing its release unpublishes the document. */
const unpublish: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const id = versionOf(published, idField(action, 'versionId'))
  assertUnlocked(context, id)
  const mark = { patch: { id, set: { '_system.delete': true } } }
  if (context.workspace.get(id)) return [mark]
  const { _createdAt, ...content } = contentOf(existing(context, published))
  return [{ create: { ...content, _id: id } }, mark]
}

function versionOf(published: string, id: unknown): string {
  if (typeof id !== 'string' || !(isVersionId(id) || isDraftId(id)) || publishedId(id) !== published) {
    throw invalid(`"${String(id)}" is not a version of "${published}"`)
  }
  return id
}

export const versionActions: Record<string, ActionHandler> = {
  'sanity.action.document.version.create': create,
  'sanity.action.document.version.replace': replace,
  'sanity.action.document.version.discard': discard,
  'sanity.action.document.version.unpublish': unpublish,
}
