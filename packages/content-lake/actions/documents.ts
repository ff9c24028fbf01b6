import { alreadyExists, conflict, invalid, notFound } from '../store/failures.ts'
import { draftId, isDraftId, isVersionId, publishedId } from '../store/ids.ts'
import {
  assertRevision,
  assertUnlocked,
  contentOf,
  existing,
  idField,
  objectField,
  remove,
  type ActionHandler,
} from './action.ts'
import { strengthenReferences } from './strengthen.ts'

/** `attributes._id` is a draft or a version; a draft needs that nothing is published yet. */
const create: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const attributes = objectField(action, 'attributes')
  const id = typeof attributes._id === 'string' ? attributes._id : draftId(published)
  if (!isDraftId(id) && !isVersionId(id)) throw invalid(`"${id}" is not a draft or version ID`)
  if (publishedId(id) !== published) throw invalid(`"${id}" does not belong to "${published}"`)
  assertUnlocked(context, id)
  if (context.workspace.get(id)) {
    if (action.ifExists === 'ignore' || action.ifExists === 'useExisting') return []
    throw alreadyExists(id)
  }
  if (isDraftId(id) && context.workspace.get(published)) throw alreadyExists(published)
  return [{ create: { ...attributes, _id: id } }]
}

/** The first edit of a published document makes its draft (or version). */
const edit: ActionHandler = (action, context) => {
  const id = idField(action, 'draftId')
  const published = idField(action, 'publishedId')
  const patch = objectField(action, 'patch')
  assertUnlocked(context, id)
  const edited = { patch: { ...patch, id } }
  if (context.workspace.get(id)) return [edited]
  const base = context.workspace.get(published)
  if (!base) throw notFound(id)
  return [{ create: { ...contentOf(base), _id: id } }, edited]
}

const publish: ActionHandler = (action, context) => {
  const id = idField(action, 'draftId')
  const published = idField(action, 'publishedId')
  if (id === published || publishedId(id) !== published) throw invalid(`"${id}" is not a draft of "${published}"`)
  const draft = existing(context, id)
  assertRevision(context, id, action.ifDraftRevisionId)
  assertRevision(context, published, action.ifPublishedRevisionId)
  assertUnlocked(context, id)
  const createdAt = context.workspace.get(published)?._createdAt ?? draft._createdAt
  const content = strengthenReferences(contentOf(draft))
  return [{ createOrReplace: { ...content, _id: published, _createdAt: createdAt } }, remove(id, false)]
}

const unpublish: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const id = action.draftId === undefined ? draftId(published) : idField(action, 'draftId')
  const document = existing(context, published)
  const draft = context.workspace.get(id) ? [] : [{ create: { ...contentOf(document), _id: id } }]
  return [...draft, remove(published, false)]
}

const discard: ActionHandler = (action, context) => {
  const id = idField(action, 'draftId')
  if (!isDraftId(id)) throw invalid(`"${id}" is not a draft ID`)
  existing(context, id)
  return [remove(id, action.purge)]
}

/** Deletes the published document and the drafts and versions the client names; one it does not know of is an error. */
const deleteDocument: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const includeDrafts = (action.includeDrafts ?? []) as unknown
  if (!Array.isArray(includeDrafts)) throw invalid('"includeDrafts" must be an array of IDs')
  const foreign = includeDrafts.find((id) => typeof id !== 'string' || publishedId(id) !== published)
  if (foreign !== undefined) throw invalid(`"${foreign}" is not a draft of "${published}"`)
  existing(context, published)
  if (context.workspace.get(draftId(published)) && !includeDrafts.includes(draftId(published))) {
    throw conflict({
      type: 'documentHasDraftError',
      description: `Document "${published}" has a draft that is not included in the deletion`,
      id: published,
    })
  }
  return [...includeDrafts, published].map((id) => remove(id as string, action.purge))
}

const replaceDraft: ActionHandler = (action, context) => {
  const published = idField(action, 'publishedId')
  const attributes = objectField(action, 'attributes')
  const id = draftId(published)
  if (attributes._id !== undefined && attributes._id !== id) throw invalid(`"attributes._id" must be "${id}"`)
  if (!context.workspace.get(id)) existing(context, published)
  return [{ createOrReplace: { ...attributes, _id: id } }]
}

export const documentActions: Record<string, ActionHandler> = {
  'sanity.action.document.create': create,
  'sanity.action.document.edit': edit,
  'sanity.action.document.publish': publish,
  'sanity.action.document.unpublish': unpublish,
  'sanity.action.document.discard': discard,
  'sanity.action.document.delete': deleteDocument,
  'sanity.action.document.replaceDraft': replaceDraft,
}
