import type { LakeDocument, Snapshot } from './document.ts'
import { alreadyExists, invalid } from './failures.ts'
import { randomId } from './ids.ts'
import { type PatchOperations, applyPatch } from './patch.ts'
import { assertDocumentBody, assertDocumentId, assertUniqueArrayKeys } from './validate.ts'
import type { Workspace } from './workspace.ts'

export type MutationResult = { id: string; operation: 'create' | 'update' | 'delete' | 'none' }

/** @throws LakeError 400 when the query cannot be answered, or those of the transaction find too much or take too long together */
export type Select = (query: string, params: Record<string, unknown>, snapshot: Snapshot) => string[]

export type MutationContext = {
  transactionId: string
  /** ISO 8601; becomes `_updatedAt` (and `_createdAt`) of what the transaction touches. */
  timestamp: string
  /** Ids matching a `query` selection (delete and patch by query). */
  select: Select
  /** `autoGenerateArrayKeys`: items of arrays get keys, and a document in which two items of one array have the same is refused. */
  generateArrayKeys?: boolean
}

type Body = Record<string, unknown>

/**
 * Applies one mutation to the workspace. `mutation` is one of `{create}`, `{createIfNotExists}`, `{createOrReplace}`,
 * `{delete}`, `{patch}`, as in hosted Sanity's /data/mutate. Throws a MutationFailure when it is refused.
 */
export function applyMutation(workspace: Workspace, mutation: unknown, context: MutationContext): MutationResult[] {
  const [kind, body] = onlyEntry(mutation)
  switch (kind) {
    case 'create':
    case 'createIfNotExists':
    case 'createOrReplace':
      return [create(workspace, kind, body, context)]
    case 'delete':
      return remove(workspace, body, context)
    case 'patch':
      return patch(workspace, body, context)
    default:
      throw invalid(`Unknown mutation type "${kind}"`)
  }
}

function onlyEntry(mutation: unknown): [string, Body] {
  const entries = mutation !== null && typeof mutation === 'object' ? Object.entries(mutation) : []
  const [entry] = entries
  if (!entry || entries.length > 1) throw invalid('A mutation must have exactly one operation')
  const [kind, body] = entry
  if (body === null || typeof body !== 'object') throw invalid(`Mutation "${kind}" must be an object`)
  return [kind, body as Body]
}

type CreateKind = 'create' | 'createIfNotExists' | 'createOrReplace'

function create(workspace: Workspace, kind: CreateKind, body: Body, context: MutationContext): MutationResult {
  assertDocumentBody(body)
  const id = idFor(kind, body._id)
  const existing = workspace.get(id)
  if (existing && kind === 'create') throw alreadyExists(id)
  if (existing && kind === 'createIfNotExists') return { id, operation: 'none' }
  const { _rev, _updatedAt, ...rest } = context.generateArrayKeys ? withArrayKeys(body) : body
  const document = stamp(
    { ...rest, _id: id, _type: String(body._type) },
    context,
    rest._createdAt as string | undefined,
  )
  if (context.generateArrayKeys) assertUniqueArrayKeys(id, document)
  workspace.put(id, document, { [kind]: { ...rest, _id: id } })
  return { id, operation: existing ? 'update' : 'create' }
}

function idFor(kind: CreateKind, id: unknown): string {
  if (typeof id === 'string' && id.endsWith('.')) {
    const generated = id + randomId()
    assertDocumentId(generated)
    return generated
  }
  if (id) return id as string
  if (kind !== 'create') throw invalid(`Document must have an "_id" for ${kind}`)
  return randomId()
}

function remove(workspace: Workspace, body: Body, context: MutationContext): MutationResult[] {
  const results: MutationResult[] = []
  for (const id of selection(workspace, body, context)) {
    if (!workspace.get(id)) continue
    workspace.put(id, undefined, { delete: { id } })
    if (body.purge === true) workspace.markPurged(id)
    results.push({ id, operation: 'delete' })
  }
  return results
}

function patch(workspace: Workspace, body: Body, context: MutationContext): MutationResult[] {
  const { id: _id, query: _query, params: _params, ...given } = body
  const operations = (context.generateArrayKeys ? withKeyedValues(given) : given) as PatchOperations
  return selection(workspace, body, context).map((id) => {
    const current = workspace.get(id)
    const patched = applyPatch(current, id, operations)
    if (context.generateArrayKeys) assertUniqueArrayKeys(id, patched)
    const { ifRevisionID: _revision, ...applied } = operations
    workspace.put(id, stamp(patched, context, patched._createdAt), { patch: { ...applied, id } })
    return { id, operation: 'update' }
  })
}

function withKeyedValues({ set, setIfMissing, insert, ...rest }: Body): Body {
  return {
    ...rest,
    ...(set !== undefined && { set: withArrayKeys(set) }),
    ...(setIfMissing !== undefined && { setIfMissing: withArrayKeys(setIfMissing) }),
    ...(insert !== undefined && { insert: withArrayKeys(insert) }),
  }
}

function selection(workspace: Workspace, body: Body, context: MutationContext): string[] {
  if (typeof body.query === 'string') {
    return context.select(body.query, (body.params ?? {}) as Record<string, unknown>, workspace.snapshot())
  }
  const ids = Array.isArray(body.id) ? body.id : [body.id]
  for (const id of ids) assertDocumentId(id)
  return ids as string[]
}

function stamp(
  document: Body & { _id: string; _type: string },
  context: MutationContext,
  createdAt?: string,
): LakeDocument {
  const { transactionId, timestamp } = context
  return { ...document, _createdAt: createdAt ?? timestamp, _updatedAt: timestamp, _rev: transactionId }
}

/** `value` with a `_key` on every object inside an array that has none (`autoGenerateArrayKeys`). */
export function withArrayKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => keyed(withArrayKeys(item))) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, withArrayKeys(child)])) as T
}

const keyed = (item: unknown): unknown =>
  item !== null && typeof item === 'object' && !Array.isArray(item) && typeof (item as Body)._key !== 'string'
    ? { ...item, _key: randomId(12) }
    : item
