import { Mutation } from '@sanity/mutator'
import type { LakeDocument } from './document.ts'
import { invalid, notFound, revisionMismatch } from './failures.ts'
import { assertDocumentType, assertSafeKeys, assertSafePath } from './validate.ts'

/** A patch's operations as the client sends them, without its selection. */
export type PatchOperations = {
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

const BY_PATH = ['set', 'setIfMissing', 'inc', 'dec', 'diffMatchPatch'] as const
const IMMUTABLE = ['_id', '_type'] as const

/**
 * The document after `operations`, by the Studio's own patch code; system fields are the caller's to set.
 * Throws a MutationFailure: 409 when the document is missing or has another revision, 400 when the patch is malformed.
 */
export function applyPatch(current: LakeDocument | undefined, id: string, operations: PatchOperations): LakeDocument {
  if (!current) throw notFound(id)
  const { ifRevisionID, ...patch } = operations
  if (ifRevisionID !== undefined && ifRevisionID !== current._rev) {
    throw revisionMismatch(id, current._rev, ifRevisionID)
  }
  assertOperations(patch)
  const next = run(current, { ...patch, id })
  for (const field of IMMUTABLE) {
    if (next[field] !== current[field]) throw invalid(`Cannot modify immutable attribute "${field}"`, { id })
  }
  assertDocumentType(next._type)
  // Set when a document is created, and left alone afterwards without a word: importers send it along with an asset's metadata.
  return { ...next, _createdAt: current._createdAt }
}

function run(current: LakeDocument, patch: Record<string, unknown> & { id: string }): LakeDocument {
  try {
    const mutation = new Mutation({ mutations: [{ patch: structuredClone(patch) }] })
    // The mutator does not copy what it leaves alone, and shares nothing it changes: the stored document stays as it was.
    return mutation.apply(current) as LakeDocument
  } catch (error) {
    throw invalid(`Invalid patch: ${(error as Error).message}`, { id: patch.id })
  }
}

function assertOperations(patch: Record<string, unknown>): void {
  for (const kind of BY_PATH) {
    const operation = patch[kind]
    if (operation === undefined) continue
    if (operation === null || typeof operation !== 'object' || Array.isArray(operation)) {
      throw invalid(`Patch operation "${kind}" must be an object`)
    }
    Object.keys(operation).forEach(assertSafePath)
    assertSafeKeys(operation)
  }
  assertUnset(patch.unset)
  assertInsert(patch.insert)
  if (patch.merge !== undefined) throw invalid('Patch operation "merge" is not supported')
}

function assertUnset(unset: unknown): void {
  if (unset === undefined) return
  if (!Array.isArray(unset)) throw invalid('Patch operation "unset" must be an array of paths')
  unset.forEach(assertSafePath)
}

function assertInsert(insert: unknown): void {
  if (insert === undefined) return
  const { before, after, replace, items } = (insert ?? {}) as Record<string, unknown>
  assertSafePath(before ?? after ?? replace)
  if (!Array.isArray(items)) throw invalid('Patch operation "insert" must have an array of items')
  assertSafeKeys(items)
}
