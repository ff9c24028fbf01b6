import { generateRandomText } from '../../local-server/index.ts'

/**
 * Stored document with system fields. Ids with a dot (`drafts.x`, `versions.r1.x`, `_.releases.r1`) are never public.
 */
export type LakeDocument = {
  _id: string
  _type: string
  _rev: string
  _createdAt: string
  _updatedAt: string
  [field: string]: unknown
}

/** State of a dataset. `revision` changes with every commit. */
export type Snapshot = {
  readonly revision: number
  get(id: string): LakeDocument | undefined
  all(): Iterable<LakeDocument>
  ofType(type: string): Iterable<LakeDocument>
  /** Returns documents that reference the published id, including weak references. */
  referencing(id: string): Iterable<LakeDocument>
}

const DRAFT_PREFIX = 'drafts.'
const VERSION_PREFIX = 'versions.'

export const isDraftId = (id: string): boolean => id.startsWith(DRAFT_PREFIX)

export const isVersionId = (id: string): boolean => id.startsWith(VERSION_PREFIX)

/** Returns whether anonymous users can read the id. Ids with a dot require a token. */
export const isPublicId = (id: string): boolean => !id.includes('.')

/** Returns the published id: `drafts.a` and `versions.r1.a` become `a`. */
export function toPublishedId(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFT_PREFIX.length)
  if (isVersionId(id)) return id.split('.').slice(2).join('.')
  return id
}

export const toDraftId = (id: string): string => DRAFT_PREFIX + toPublishedId(id)

export const toVersionId = (release: string, id: string): string => `${VERSION_PREFIX}${release}.${toPublishedId(id)}`

export const parseReleaseName = (id: string): string | undefined => (isVersionId(id) ? id.split('.')[1] : undefined)

/** Returns a random id. The default of 22 characters (about 131 bits) matches hosted Sanity. Secrets use more. */
export const createRandomId = (length = 22): string => generateRandomText(length)
