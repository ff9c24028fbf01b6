import type { Metadata } from '../store/types.ts'

const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clerk's deep merge: objects are merged, null removes a key, everything else replaces. */
export function mergeMetadata(current: Metadata, changes: Metadata | undefined): Metadata {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(changes ?? {})) {
    const before = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isObject(value) ? mergeMetadata(isObject(before) ? before : {}, value) : value)
  }
  return Object.fromEntries(merged)
}
