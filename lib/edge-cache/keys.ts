import { createHash } from 'node:crypto'
import { isUntilTag } from '../cache/until-tag.ts'

/** The key of every answer. */
export const EVERYTHING = 'all'

/** Characters of a key, of 64 kinds: a cache holds some thousands, and two tags with one key cost a rendering and no more. */
const KEY_LENGTH = 7

/** Keys of an answer: its header stays below 5 KB. */
const MAX_KEYS = 600

/** Keys that take the place of all others on an answer that would have more of them. */
const GROUPS = 500

const digestOf = (tag: string): Buffer => createHash('sha256').update(tag).digest()

const keyOf = (tag: string): string => digestOf(tag).toString('base64url').slice(0, KEY_LENGTH)

const groupOf = (tag: string): string => `g${digestOf(tag).readUInt32BE() % GROUPS}`

/** Keys of an answer with these cache tags. */
export function keysOfAnswer(tags: readonly string[]): string[] {
  const named = tags.filter((tag) => !isUntilTag(tag))
  const keys = new Set(named.map(keyOf))
  return [EVERYTHING, ...(keys.size < MAX_KEYS ? keys : new Set(named.map(groupOf)))]
}

/** Keys of every answer that has one of these cache tags. */
export const keysOfTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap((tag) => [keyOf(tag), groupOf(tag)])),
]
