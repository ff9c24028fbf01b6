import { createHash } from 'node:crypto'
import { isUntilTag } from '../cache/until-tag.ts'

export const EVERYTHING = 'all'

/** Key length in base64url characters. Keys are short, because a collision only costs an extra render. */
const KEY_LENGTH = 7

/** Maximum number of keys, which keeps the header below 5 KB. */
const MAX_KEYS = 600

/** Number of group keys. They replace the keys of a response that has too many. */
const GROUPS = 500

const digestOf = (tag: string): Buffer => createHash('sha256').update(tag).digest()

const keyOf = (tag: string): string => digestOf(tag).toString('base64url').slice(0, KEY_LENGTH)

const groupOf = (tag: string): string => `g${digestOf(tag).readUInt32BE() % GROUPS}`

export function keysOfAnswer(tags: readonly string[]): string[] {
  const named = tags.filter((tag) => !isUntilTag(tag))
  const keys = new Set(named.map(keyOf))
  return [EVERYTHING, ...(keys.size < MAX_KEYS ? keys : new Set(named.map(groupOf)))]
}

export const keysOfTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap((tag) => [keyOf(tag), groupOf(tag)])),
]
