import { collectReferences, createRevision } from './document-index.ts'
import type { LakeDocument, Snapshot } from './document.ts'
import { createConflictFailure } from './errors.ts'

export type Change = {
  id: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  mutations: Record<string, unknown>[]
  purge?: boolean
}

export class Workspace {
  readonly #base: Snapshot
  readonly #changes = new Map<string, Change>()

  constructor(base: Snapshot) {
    this.#base = base
  }

  get(id: string): LakeDocument | undefined {
    const change = this.#changes.get(id)
    return change ? change.after : this.#base.get(id)
  }

  put(id: string, after: LakeDocument | undefined, mutation: Record<string, unknown>): void {
    const change = this.#changes.get(id) ?? { id, before: this.#base.get(id), after: undefined, mutations: [] }
    change.after = after
    change.mutations.push(mutation)
    this.#changes.set(id, change)
  }

  markPurged(id: string): void {
    const change = this.#changes.get(id)
    if (change) change.purge = true
  }

  /** Returns the changes in the order of first access. Omits documents that were created and deleted again. */
  listChanges(): Change[] {
    return [...this.#changes.values()].filter(({ before, after }) => before ?? after)
  }

  findStrongReferrers(id: string): string[] {
    const referrers: string[] = []
    for (const document of this.#findReferrers(id)) {
      if (document._id !== id && collectReferences(document).some((ref) => ref.strong && ref.id === id)) {
        referrers.push(document._id)
      }
    }
    return referrers
  }

  snapshot(): Snapshot {
    if (this.#changes.size === 0) return this.#base
    const { all, ofType } = this.#base
    return {
      revision: createRevision(),
      get: (id) => this.get(id),
      all: () => this.#applyChanges(all(), () => true),
      ofType: (type) => this.#applyChanges(ofType(type), (document) => document._type === type),
      referencing: (id) => this.#findReferrers(id),
    }
  }

  #findReferrers(id: string): LakeDocument[] {
    return this.#applyChanges(this.#base.referencing(id), (document) =>
      collectReferences(document).some((reference) => reference.id === id),
    )
  }

  #applyChanges(base: Iterable<LakeDocument>, matches: (document: LakeDocument) => boolean): LakeDocument[] {
    const result = [...base].filter(({ _id }) => !this.#changes.has(_id))
    for (const { after } of this.#changes.values()) if (after && matches(after)) result.push(after)
    return result
  }
}

/**
 * Checks references in the final state, so that new documents can reference each other.
 * @throws 409 for a broken reference
 */
export function assertReferentialIntegrity(workspace: Workspace): void {
  for (const { id, after } of workspace.listChanges()) {
    if (after) assertTargetsExist(workspace, id, after)
    else assertUnreferenced(workspace, id)
  }
}

function assertTargetsExist(workspace: Workspace, id: string, document: object): void {
  const missing = collectReferences(document).find((reference) => reference.strong && !workspace.get(reference.id))
  if (!missing) return
  throw createConflictFailure({
    type: 'documentReferenceDoesNotExistError',
    description: `Document "${id}" references non-existent document "${missing.id}"`,
    id,
    referenceID: missing.id,
  })
}

function assertUnreferenced(workspace: Workspace, id: string): void {
  const referrers = workspace.findStrongReferrers(id)
  if (referrers.length === 0) return
  throw createConflictFailure({
    type: 'documentHasExistingReferencesError',
    description: `Document "${id}" cannot be deleted as there are references to it from "${referrers[0]}"`,
    id,
    referencingIDs: referrers,
  })
}
