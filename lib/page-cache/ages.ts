import { BoundedStore } from './bounded-store.ts'

/** Entries that are being made at one time; each leaves when it is stored, the others were never. */
const MAX_BEING_MADE = 1_000

const begun = new BoundedStore<number>(MAX_BEING_MADE)

/** Remembers that an entry was asked for and was not there, or was stale: what is stored next was begun no earlier. */
export function beginMaking(key: string, now: number): void {
  if (begun.get(key) === undefined) begun.set(key, now)
}

/**
 * Since when an entry that is stored now can be true, in milliseconds since 1970: Next takes the end of a rendering, so
 * that a page which read its content just before a revalidation would count as fresh after it, for an hour.
 */
export function madeSince(key: string, now: number): number {
  const since = begun.get(key) ?? now
  begun.delete(key)
  return since
}
