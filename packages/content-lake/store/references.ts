import { conflict } from './failures.ts'
import type { Workspace } from './workspace.ts'

/** A `_ref` found in a document. Strong ones protect their target from deletion and must point to something. */
type FoundReference = { id: string; strong: boolean }

/** Every reference of this dataset inside `value`; cross-dataset and global references are left out. */
export function collectReferences(value: unknown): FoundReference[] {
  const found: FoundReference[] = []
  visit(value, found)
  return found
}

function visit(value: unknown, found: FoundReference[]): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found)
    return
  }
  const node = value as Record<string, unknown>
  if (typeof node._ref === 'string' && isLocal(node)) found.push({ id: node._ref, strong: node._weak !== true })
  for (const key in node) visit(node[key], found)
}

const isLocal = (node: Record<string, unknown>): boolean =>
  node._dataset === undefined &&
  node._projectId === undefined &&
  node._type !== 'globalDocumentReference' &&
  node._type !== 'crossDatasetReference'

/**
 * Checks the strong references of what a transaction touched, in its final state, so that documents may refer to each other
 * within one transaction. Throws a 409 failure: a strong reference to nothing, or a deleted document still strongly referred to.
 */
export function assertReferentialIntegrity(workspace: Workspace): void {
  for (const { id, after } of workspace.changes()) {
    if (after) assertTargetsExist(workspace, id, after)
    else assertUnreferenced(workspace, id)
  }
}

function assertTargetsExist(workspace: Workspace, id: string, document: object): void {
  const missing = collectReferences(document).find((reference) => reference.strong && !workspace.get(reference.id))
  if (!missing) return
  throw conflict({
    type: 'documentReferenceDoesNotExistError',
    description: `Document "${id}" references non-existent document "${missing.id}"`,
    id,
    referenceID: missing.id,
  })
}

function assertUnreferenced(workspace: Workspace, id: string): void {
  const referrers = workspace.strongReferrers(id)
  if (referrers.length === 0) return
  throw conflict({
    type: 'documentHasExistingReferencesError',
    description: `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`,
    id,
    referencingIDs: referrers,
  })
}
