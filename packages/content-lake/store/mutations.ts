import { Mutation } from '@sanity/mutator'
import { type LakeDocument, createRandomId, type Snapshot } from './document.ts'
import {
  createAlreadyExistsFailure,
  createValidationFailure,
  createNotFoundFailure,
  createRevisionMismatchFailure,
} from './errors.ts'
import {
  assertDocumentBody,
  assertDocumentId,
  assertDocumentType,
  assertSafeKeys,
  assertSafePath,
  assertUniqueArrayKeys,
} from './validate.ts'
import type { Workspace } from './workspace.ts'

export type MutationResult = { id: string; operation: 'create' | 'update' | 'delete' | 'none' }

/**
 * Selects document ids by query.
 * @throws LakeError 400 for an invalid query, or if the queries of the transaction exceed a limit
 */
export type Select = (query: string, params: Record<string, unknown>, snapshot: Snapshot) => string[]

export type MutationContext = {
  transactionId: string
  timestamp: string
  select: Select
  /** Option `autoGenerateArrayKeys`, which also rejects duplicate keys within an array. */
  generateArrayKeys?: boolean
}

type Body = Record<string, unknown>

export function applyMutation(workspace: Workspace, mutation: unknown, context: MutationContext): MutationResult[] {
  const [kind, body] = parseSingleEntry(mutation)
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
      throw createValidationFailure(`Unknown mutation type "${kind}"`)
  }
}

function parseSingleEntry(mutation: unknown): [string, Body] {
  const entries = mutation !== null && typeof mutation === 'object' ? Object.entries(mutation) : []
  const [entry] = entries
  if (!entry || entries.length > 1) throw createValidationFailure('A mutation must have exactly one operation')
  const [kind, body] = entry
  if (body === null || typeof body !== 'object') throw createValidationFailure(`Mutation "${kind}" must be an object`)
  return [kind, body as Body]
}

type CreateKind = 'create' | 'createIfNotExists' | 'createOrReplace'

function create(workspace: Workspace, kind: CreateKind, body: Body, context: MutationContext): MutationResult {
  assertDocumentBody(body)
  const id = resolveId(kind, body._id)
  const existing = workspace.get(id)
  if (existing && kind === 'create') throw createAlreadyExistsFailure(id)
  if (existing && kind === 'createIfNotExists') return { id, operation: 'none' }
  const { _rev, _updatedAt, ...rest } = context.generateArrayKeys ? addArrayKeys(body) : body
  const document = stampDocument(
    { ...rest, _id: id, _type: String(body._type) },
    context,
    rest._createdAt as string | undefined,
  )
  if (context.generateArrayKeys) assertUniqueArrayKeys(id, document)
  workspace.put(id, document, { [kind]: { ...rest, _id: id } })
  return { id, operation: existing ? 'update' : 'create' }
}

function resolveId(kind: CreateKind, id: unknown): string {
  if (typeof id === 'string' && id.endsWith('.')) {
    const generatedId = id + createRandomId()
    assertDocumentId(generatedId)
    return generatedId
  }
  if (id) return id as string
  if (kind !== 'create') throw createValidationFailure(`Document must have an "_id" for ${kind}`)
  return createRandomId()
}

function remove(workspace: Workspace, body: Body, context: MutationContext): MutationResult[] {
  const results: MutationResult[] = []
  for (const id of selectIds(workspace, body, context)) {
    if (!workspace.get(id)) continue
    workspace.put(id, undefined, { delete: { id } })
    if (body.purge === true) workspace.markPurged(id)
    results.push({ id, operation: 'delete' })
  }
  return results
}

function patch(workspace: Workspace, body: Body, context: MutationContext): MutationResult[] {
  const { id: _id, query: _query, params: _params, ...patchBody } = body
  const operations = (context.generateArrayKeys ? addKeysToPatch(patchBody) : patchBody) as PatchOperations
  return selectIds(workspace, body, context).map((id) => {
    const current = workspace.get(id)
    const patched = applyPatch(current, id, operations)
    if (context.generateArrayKeys) assertUniqueArrayKeys(id, patched)
    const { ifRevisionID: _revision, ...appliedOperations } = operations
    workspace.put(id, stampDocument(patched, context, patched._createdAt), { patch: { ...appliedOperations, id } })
    return { id, operation: 'update' }
  })
}

function addKeysToPatch({ set, setIfMissing, insert, ...rest }: Body): Body {
  return {
    ...rest,
    ...(set !== undefined && { set: addArrayKeys(set) }),
    ...(setIfMissing !== undefined && { setIfMissing: addArrayKeys(setIfMissing) }),
    ...(insert !== undefined && { insert: addArrayKeys(insert) }),
  }
}

function selectIds(workspace: Workspace, body: Body, context: MutationContext): string[] {
  if (typeof body.query === 'string') {
    return context.select(body.query, (body.params ?? {}) as Record<string, unknown>, workspace.snapshot())
  }
  const ids = Array.isArray(body.id) ? body.id : [body.id]
  for (const id of ids) assertDocumentId(id)
  return ids as string[]
}

function stampDocument(
  document: Body & { _id: string; _type: string },
  context: MutationContext,
  createdAt?: string,
): LakeDocument {
  const { transactionId, timestamp } = context
  return { ...document, _createdAt: createdAt ?? timestamp, _updatedAt: timestamp, _rev: transactionId }
}

export function addArrayKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item) => addKeys(addArrayKeys(item))) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, addArrayKeys(child)])) as T
}

const addKeys = (item: unknown): unknown =>
  item !== null && typeof item === 'object' && !Array.isArray(item) && typeof (item as Body)._key !== 'string'
    ? { ...item, _key: createRandomId(12) }
    : item

type PatchOperations = {
  set?: Record<string, unknown>
  setIfMissing?: Record<string, unknown>
  merge?: Record<string, unknown>
  unset?: string[]
  inc?: Record<string, number>
  dec?: Record<string, number>
  insert?: Record<string, unknown>
  diffMatchPatch?: Record<string, string>
  ifRevisionID?: string
}

const PATH_OPERATIONS = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch'] as const
const IMMUTABLE_FIELDS = ['_id', '_type'] as const

/**
 * Applies a patch with the Studio's patch code.
 * @throws MutationFailure 409 for a missing document or another revision, 400 for a malformed patch
 */
function applyPatch(current: LakeDocument | undefined, id: string, operations: PatchOperations): LakeDocument {
  if (!current) throw createNotFoundFailure(id)
  const { ifRevisionID, ...patch } = operations
  if (ifRevisionID !== undefined && ifRevisionID !== current._rev) {
    throw createRevisionMismatchFailure(id, current._rev, ifRevisionID)
  }
  assertOperations(patch)
  const next = run(current, { ...patch, id })
  for (const field of IMMUTABLE_FIELDS) {
    if (next[field] !== current[field])
      throw createValidationFailure(`Cannot modify immutable attribute "${field}"`, { id })
  }
  assertDocumentType(next._type)
  // `_createdAt` is immutable. Importers send it and expect no error.
  return { ...next, _createdAt: current._createdAt }
}

function run(current: LakeDocument, patch: Record<string, unknown> & { id: string }): LakeDocument {
  try {
    const mutation = new Mutation({ mutations: [{ patch: structuredClone(patch) }] })
    // The mutator copies every changed part, so the stored document stays unchanged.
    return mutation.apply(current) as LakeDocument
  } catch (error) {
    throw createValidationFailure(`Invalid patch: ${(error as Error).message}`, { id: patch.id })
  }
}

function assertOperations(patch: Record<string, unknown>): void {
  for (const kind of PATH_OPERATIONS) {
    const operation = patch[kind]
    if (operation === undefined) continue
    if (operation === null || typeof operation !== 'object' || Array.isArray(operation)) {
      throw createValidationFailure(`Patch operation "${kind}" must be an object`)
    }
    Object.keys(operation).forEach(assertSafePath)
    assertSafeKeys(operation)
  }
  assertUnset(patch.unset)
  assertInsert(patch.insert)
  if (patch.merge !== undefined) throw createValidationFailure('Patch operation "merge" is not supported')
}

function assertUnset(unset: unknown): void {
  if (unset === undefined) return
  if (!Array.isArray(unset)) throw createValidationFailure('Patch operation "unset" must be an array of paths')
  unset.forEach(assertSafePath)
}

function assertInsert(insert: unknown): void {
  if (insert === undefined) return
  const { before, after, replace, items } = (insert ?? {}) as Record<string, unknown>
  assertSafePath(before ?? after ?? replace)
  if (!Array.isArray(items)) throw createValidationFailure('Patch operation "insert" must have an array of items')
  assertSafeKeys(items)
}
