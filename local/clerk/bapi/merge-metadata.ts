import type { Metadata } from '../store/types.ts'

/** Clerk's deep merge: objects are merged key by key, null removes a key, anything else replaces it. */
export function mergeMetadata(present: Metadata, change: Metadata): Metadata {
  const merged = new Map(Object.entries(present))
  for (const [key, value] of Object.entries(change)) {
    const old = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isObject(value) ? mergeMetadata(isObject(old) ? old : {}, value) : value)
  }
  return Object.fromEntries(merged)
}

const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
