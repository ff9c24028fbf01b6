import { isObject } from '../../local-server/index.ts'
import type { LakeDocument } from '../store/document.ts'

/** Patches for both directions, without `_rev`. */
export type Effects = { apply: MendozaPatch; revert: MendozaPatch }

export function computeEffects(before: LakeDocument | undefined, after: LakeDocument | undefined): Effects {
  const from = removeRevision(before)
  const to = removeRevision(after)
  return { apply: encodePatch(from, to), revert: encodePatch(to, from) }
}

function removeRevision(document: LakeDocument | undefined): Record<string, unknown> | undefined {
  if (!document) return undefined
  const { _rev, ...rest } = document
  return rest
}

/** Opcodes followed by operands (https://github.com/sanity-io/mendoza/blob/master/docs/format.adoc). */
type MendozaPatch = unknown[]

const VALUE = 0
const PUSH_FIELD_COPY = 10
const PUSH_FIELD_BLANK = 11
const PUSH_ELEMENT_COPY = 12
const PUSH_ELEMENT_BLANK = 13
const RETURN_INTO_OBJECT_SAME_KEY_POP = 15
const RETURN_INTO_ARRAY_POP = 16
const OBJECT_SET_FIELD_VALUE = 17
const OBJECT_DELETE_FIELD = 19
const ARRAY_APPEND_VALUE = 20
const ARRAY_APPEND_SLICE = 21
const STRING_APPEND_STRING = 22
const STRING_APPEND_SLICE = 23

type Json = Record<string, unknown>

/** Encodes the change as a Mendoza patch. The npm package `mendoza` only applies patches. */
export function encodePatch(before: Json | null | undefined, after: Json | null | undefined): MendozaPatch {
  if (!before || !after) return [VALUE, after ?? null]
  const patch: MendozaPatch = []
  encodeObject(before, after, patch)
  return patch
}

/** Encodes an object. The output starts as a copy of `before`. Opcodes address fields by index in sorted key order. */
function encodeObject(before: Json, after: Json, patch: MendozaPatch): void {
  const keys = listFields(before)
  for (const [index, key] of keys.entries()) if (after[key] === undefined) patch.push(OBJECT_DELETE_FIELD, index)
  for (const key of listFields(after)) {
    const from = before[key]
    const to = after[key]
    if (isEqual(from, to)) continue
    if (canEdit(from, to)) {
      patch.push(isObject(to) ? PUSH_FIELD_COPY : PUSH_FIELD_BLANK, keys.indexOf(key))
      encodeEdit(from, to, patch)
      patch.push(RETURN_INTO_OBJECT_SAME_KEY_POP)
    } else patch.push(OBJECT_SET_FIELD_VALUE, to, key)
  }
}

/** Encodes an array. The output starts empty and consists of slices of `before`, patched items and new values. */
function encodeArray(before: unknown[], after: unknown[], patch: MendozaPatch): void {
  const locate = createLocator(before)
  let index = 0
  while (index < after.length) {
    const item = after[index]
    const source = locate(item)
    const from = before[source]
    if (source >= 0 && isEqual(from, item)) {
      let length = 1
      while (
        index + length < after.length &&
        source + length < before.length &&
        isEqual(before[source + length], after[index + length])
      ) {
        length++
      }
      patch.push(ARRAY_APPEND_SLICE, source, source + length)
      index += length
      continue
    }
    if (source >= 0 && canEdit(from, item)) {
      patch.push(isObject(item) ? PUSH_ELEMENT_COPY : PUSH_ELEMENT_BLANK, source)
      encodeEdit(from, item, patch)
      patch.push(RETURN_INTO_ARRAY_POP)
    } else patch.push(ARRAY_APPEND_VALUE, item)
    index++
  }
}

/** Returns a function that finds an item by `_key`, or else by equality. It returns -1 for a missing item. */
function createLocator(before: unknown[]): (item: unknown) => number {
  const byKey = new Map<string, number>()
  const byJson = new Map<string, number>()
  for (const [index, item] of before.entries()) {
    const key = getKey(item)
    if (key !== undefined) byKey.set(key, index)
    else byJson.set(JSON.stringify(item), index)
  }
  return (item) => {
    const key = getKey(item)
    return (key === undefined ? byJson.get(JSON.stringify(item)) : byKey.get(key)) ?? -1
  }
}

const getKey = (item: unknown): string | undefined =>
  isObject(item) && typeof item._key === 'string' ? item._key : undefined

/**
 * Encodes a string with positions in UTF-8 bytes. Slices start at 0 or run to the end, because the npm decoder
 * misplaces other slices after non-ASCII text.
 */
function encodeString(before: string, after: string, patch: MendozaPatch): void {
  const prefix = getCommonPrefixLength(before, after)
  const suffix = getCommonSuffixLength(before, after, prefix)
  const middle = after.slice(prefix, after.length - suffix)
  if (prefix > 0) patch.push(STRING_APPEND_SLICE, 0, getUtf8Length(before.slice(0, prefix)))
  if (middle) patch.push(STRING_APPEND_STRING, middle)
  if (suffix > 0) {
    patch.push(STRING_APPEND_SLICE, getUtf8Length(before.slice(0, before.length - suffix)), getUtf8Length(before))
  }
}

/** Returns the length of the common prefix in UTF-16 units. Never splits a surrogate pair. */
function getCommonPrefixLength(before: string, after: string): number {
  const max = Math.min(before.length, after.length)
  let length = 0
  while (length < max && before[length] === after[length]) length++
  return length > 0 && isHighSurrogate(before.charCodeAt(length - 1)) ? length - 1 : length
}

function getCommonSuffixLength(before: string, after: string, prefix: number): number {
  const max = Math.min(before.length, after.length) - prefix
  let length = 0
  while (length < max && before[before.length - 1 - length] === after[after.length - 1 - length]) length++
  return length > 0 && isLowSurrogate(before.charCodeAt(before.length - length)) ? length - 1 : length
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const getUtf8Length = (text: string): number => Buffer.byteLength(text, 'utf8')

/**
 * Returns whether an edit is possible. The decoder leaves an empty output null, so empty strings and arrays are sent as
 * values.
 */
function canEdit(from: unknown, to: unknown): boolean {
  if (isObject(from)) return isObject(to)
  if (typeof from === 'string') return typeof to === 'string' && from !== '' && to !== ''
  return Array.isArray(from) && Array.isArray(to) && from.length > 0 && to.length > 0
}

function encodeEdit(from: unknown, to: unknown, patch: MendozaPatch): void {
  if (isObject(from) && isObject(to)) encodeObject(from, to, patch)
  else if (Array.isArray(from) && Array.isArray(to)) encodeArray(from, to, patch)
  else encodeString(String(from), String(to), patch)
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((item, index) => isEqual(item, right[index]))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const keys = listFields(left)
  return keys.length === listFields(right).length && keys.every((key) => key in right && isEqual(left[key], right[key]))
}

const listFields = (object: Record<string, unknown>): string[] =>
  Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .toSorted()
