import { randomBytes } from 'node:crypto'

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

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unguessable alphanumeric id, 22 characters as hosted Sanity's (about 131 bits), or longer for secrets. */
export function randomId(length = 22): string {
  let id = ''
  while (id.length < length) {
    // 248 is the largest multiple of 62 in a byte: values above it would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && id.length < length) id += ALPHABET[byte % 62]
  }
  return id
}
