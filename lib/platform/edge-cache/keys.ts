import { createHash } from 'node:crypto'
import { isExpiryTag } from '../cache/expiry-tag.ts'

export const ALL_PAGES_KEY = 'all'

/** Key length in base64url characters. Keys are short, because a collision only costs an extra render. */
const KEY_LENGTH = 7

/** Maximum number of keys, which keeps the header below 5 KB. */
const MAX_KEYS = 600

/** Number of group keys. They replace the keys of a response that has too many. */
const GROUP_COUNT = 500

const digestTag = (tag: string): Buffer => createHash('sha256').update(tag).digest()

const buildKey = (tag: string): string => digestTag(tag).toString('base64url').slice(0, KEY_LENGTH)

const buildGroupKey = (tag: string): string => `g${digestTag(tag).readUInt32BE() % GROUP_COUNT}`

export function buildResponseKeys(tags: readonly string[]): string[] {
  const contentTags = tags.filter((tag) => !isExpiryTag(tag))
  const keys = new Set(contentTags.map(buildKey))
  return [ALL_PAGES_KEY, ...(keys.size < MAX_KEYS ? keys : new Set(contentTags.map(buildGroupKey)))]
}

export const buildPurgeKeys = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap((tag) => [buildKey(tag), buildGroupKey(tag)])),
]
