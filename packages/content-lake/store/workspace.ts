import type { LakeDocument, Snapshot } from './document.ts'
import { nextRevision } from './document-index.ts'
import { collectReferences } from './references.ts'

/** One document of a transaction: before it, after it, and the mutations in between. */
export type Change = {
  id: string
  before: LakeDocument | undefined
  after: LakeDocument | undefined
  mutations: Record<string, unknown>[]
  /** Forget the document's older history once this is committed. */
  purge?: boolean
}

/** The uncommitted state of one transaction on top of a snapshot: later mutations see what earlier ones did. */
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

  /** Records the outcome of one mutation; `undefined` deletes. */
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

  /** Touched documents in the order they were first touched; one that never came to exist is left out. */
  changes(): Change[] {
    return [...this.#changes.values()].filter(({ before, after }) => before ?? after)
  }

  /** Ids of documents that hold a strong reference to `id` in this state. */
  strongReferrers(id: string): string[] {
    const found: string[] = []
    for (const document of this.#referrers(id)) {
      if (document._id !== id && collectReferences(document).some((ref) => ref.strong && ref.id === id)) {
        found.push(document._id)
      }
    }
    return found
  }

  /** A queryable view of this state (delete and patch by query). */
  snapshot(): Snapshot {
    if (this.#changes.size === 0) return this.#base
    const { all, ofType } = this.#base
    return {
      revision: nextRevision(),
      get: (id) => this.get(id),
      all: () => this.#overlay(all(), () => true),
      ofType: (type) => this.#overlay(ofType(type), (document) => document._type === type),
      referencing: (id) => this.#referrers(id),
    }
  }

  #referrers(id: string): LakeDocument[] {
    return this.#overlay(this.#base.referencing(id), (document) =>
      collectReferences(document).some((reference) => reference.id === id),
    )
  }

  #overlay(base: Iterable<LakeDocument>, matches: (document: LakeDocument) => boolean): LakeDocument[] {
    const result = [...base].filter(({ _id }) => !this.#changes.has(_id))
    for (const { after } of this.#changes.values()) if (after && matches(after)) result.push(after)
    return result
  }
}
