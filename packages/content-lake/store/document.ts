/** A stored document, always with its system fields. Ids with a dot (`drafts.x`, `versions.r1.x`, `_.releases.r1`) are never public. */
export type LakeDocument = {
  _id: string
  _type: string
  _rev: string
  /** ISO 8601, UTC. */
  _createdAt: string
  /** ISO 8601, UTC. */
  _updatedAt: string
  [field: string]: unknown
}

/** A read-only, indexed view of one dataset at one moment; `revision` changes with every committed transaction. */
export type Snapshot = {
  readonly revision: number
  get(id: string): LakeDocument | undefined
  all(): Iterable<LakeDocument>
  ofType(type: string): Iterable<LakeDocument>
  /** Documents that hold a reference (`_ref`) to `id` anywhere, weak ones included. `id` is a published id. */
  referencing(id: string): Iterable<LakeDocument>
}
