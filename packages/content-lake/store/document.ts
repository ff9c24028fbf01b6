import { randomText } from '../../local-server/index.ts'

/** Always has system fields. Ids with a dot (`drafts.x`, `versions.r1.x`, `_.releases.r1`) are never public. */
export type LakeDocument = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [field: string]: unknown
}

/** `revision` changes with every commit. */
export type Snapshot = {
  readonly revision: number
  get(id: string): LakeDocument | undefined
  all(): Iterable<LakeDocument>
  ofType(type: string): Iterable<LakeDocument>
  /** Includes weak references. `id` is a published id. */
  referencing(id: string): Iterable<LakeDocument>
}

const DRAFT_PREFIX = 'drafts.'
const VERSION_PREFIX = 'versions.'

export const isDraftId = (id: string): boolean => id.startsWith(DRAFT_PREFIX)

export const isVersionId = (id: string): boolean => id.startsWith(VERSION_PREFIX)

/** Ids with a dot require a token. */
export const isPublicId = (id: string): boolean => !id.includes('.')

/** `drafts.a` and `versions.r1.a` become `a`. */
export function publishedId(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFT_PREFIX.length)
  if (isVersionId(id)) return id.split('.').slice(2).join('.')
  return id
}

export const draftId = (id: string): string => DRAFT_PREFIX + publishedId(id)

export const versionId = (release: string, id: string): string => `${VERSION_PREFIX}${release}.${publishedId(id)}`

export const releaseOf = (id: string): string | undefined => (isVersionId(id) ? id.split('.')[1] : undefined)

/** 22 characters, like hosted Sanity (about 131 bits); longer for secrets. */
export const randomId = (length = 22): string => randomText(length)
