import { conflict } from './failures.ts'
import { collectReferences } from './references.ts'
import type { Workspace } from './workspace.ts'

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
