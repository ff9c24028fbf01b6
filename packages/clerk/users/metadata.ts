import { formError } from '../errors.ts'
import { METADATA_BYTES } from '../limits.ts'
import type { Metadata, User } from '../store/types.ts'

type WithMetadata = Pick<User, 'publicMetadata' | 'privateMetadata'> & Partial<Pick<User, 'unsafeMetadata'>>

/** Returns the record. Throws when one kind of its metadata is too large, also by many small changes. */
export function checkMetadataSize<T extends WithMetadata>(record: T): T {
  const kinds = {
    public_metadata: record.publicMetadata,
    private_metadata: record.privateMetadata,
    unsafe_metadata: record.unsafeMetadata ?? {},
  }
  for (const [name, value] of Object.entries(kinds)) {
    if (Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES) continue
    throw formError(name, 'form_param_exceeds_allowed_size', `${name} exceeds the maximum allowed size of 8KB.`)
  }
  return record
}

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
