import type { LakeDocument, Snapshot } from './document.ts'

type Bucket = Map<string, LakeDocument>

let lastRevision = 0

/** Returns a revision unique in the process, so that a cache can span datasets and uncommitted views. */
export const createRevision = (): number => ++lastRevision

/**
 * Mutable index of documents. A commit costs only the changed documents. `snapshot()` is valid until the next change.
 */
export class DocumentIndex {
  readonly #byId: Bucket = new Map()
  readonly #byType = new Map<string, Bucket>()
  readonly #byReference = new Map<string, Bucket>()
  #snapshot: Snapshot | undefined

  get(id: string): LakeDocument | undefined {
    return this.#byId.get(id)
  }

  put(document: LakeDocument): void {
    this.#unlink(this.#byId.get(document._id))
    this.#byId.set(document._id, document)
    getBucket(this.#byType, document._type).set(document._id, document)
    for (const { id } of collectReferences(document)) getBucket(this.#byReference, id).set(document._id, document)
    this.#snapshot = undefined
  }

  remove(id: string): void {
    this.#unlink(this.#byId.get(id))
    this.#byId.delete(id)
    this.#snapshot = undefined
  }

  snapshot(): Snapshot {
    this.#snapshot ??= {
      revision: createRevision(),
      get: (id) => this.#byId.get(id),
      all: () => this.#byId.values(),
      ofType: (type) => this.#byType.get(type)?.values() ?? [],
      referencing: (id) => this.#byReference.get(id)?.values() ?? [],
    }
    return this.#snapshot
  }

  #unlink(previous: LakeDocument | undefined): void {
    if (!previous) return
    removeFromBucket(this.#byType, previous._type, previous._id)
    for (const { id } of collectReferences(previous)) removeFromBucket(this.#byReference, id, previous._id)
  }
}

function getBucket(index: Map<string, Bucket>, key: string): Bucket {
  const existing = index.get(key)
  if (existing) return existing
  const created: Bucket = new Map()
  index.set(key, created)
  return created
}

function removeFromBucket(index: Map<string, Bucket>, key: string, id: string): void {
  const bucket = index.get(key)
  bucket?.delete(id)
  if (bucket?.size === 0) index.delete(key)
}

/** Reference in a document. The target of a strong reference must exist and cannot be deleted. */
export type DocumentReference = { id: string; strong: boolean }

export function collectReferences(value: unknown): DocumentReference[] {
  const references: DocumentReference[] = []
  visitReferences(value, references)
  return references
}

export function visitReferences(value: unknown, references: DocumentReference[]): void {
  if (value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    for (const item of value) visitReferences(item, references)
    return
  }
  const node = value as Record<string, unknown>
  if (typeof node._ref === 'string' && isLocalReference(node))
    references.push({ id: node._ref, strong: node._weak !== true })
  for (const key in node) visitReferences(node[key], references)
}

export const isLocalReference = (node: Record<string, unknown>): boolean =>
  node._dataset === undefined &&
  node._projectId === undefined &&
  node._type !== 'globalDocumentReference' &&
  node._type !== 'crossDatasetReference'
