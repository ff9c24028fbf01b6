const DRAFT_PREFIX = 'drafts.'
const VERSION_PREFIX = 'versions.'

export const isDraftId = (id: string): boolean => id.startsWith(DRAFT_PREFIX)

export const isVersionId = (id: string): boolean => id.startsWith(VERSION_PREFIX)

/** Ids with a dot are readable with a token only. */
export const isPublicId = (id: string): boolean => !id.includes('.')

/** `drafts.a` and `versions.r1.a` -> `a`; other ids unchanged. */
export function publishedId(id: string): string {
  if (isDraftId(id)) return id.slice(DRAFT_PREFIX.length)
  if (isVersionId(id)) return id.split('.').slice(2).join('.')
  return id
}

export const draftId = (id: string): string => DRAFT_PREFIX + publishedId(id)

export const versionId = (release: string, id: string): string => `${VERSION_PREFIX}${release}.${publishedId(id)}`

/** The release a version belongs to, or undefined when the id is not a version's. */
export const releaseOf = (id: string): string | undefined => (isVersionId(id) ? id.split('.')[1] : undefined)
