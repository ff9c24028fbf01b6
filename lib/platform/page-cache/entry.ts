import { deserialize, serialize } from 'node:v8'

/**
 * Value from Next.js: a page (`APP_PAGE`), a route response (`APP_ROUTE`) or data (`FETCH`). Other fields stay
 * unchanged.
 */
export type StoredValue = {
  kind: string
  html?: string
  rscData?: Uint8Array | undefined
  segmentData?: unknown
  status?: number | undefined
  body?: Uint8Array
  headers?: Record<string, number | string | string[] | undefined>
}

/** Internal header with the cache key, which the HTTP server reads and removes. */
export const STORED_KEY_HEADER = 'x-stored-key'

/**
 * Cache lifetime from Next.js. `revalidate` is the number of seconds until time-based revalidation; false means never.
 */
export type CacheControl = { revalidate: number | false; expire?: number }

export type Entry = {
  value: StoredValue
  tags: string[]
  /** Start of the rendering, in milliseconds since 1970. */
  startedAt: number
  /** Time to render again because the content was stale; undefined otherwise. */
  retryAt: number | undefined
  cacheControl: CacheControl | undefined
}

export const encodeEntry = (entry: Entry): Buffer => serialize(entry)

export function decodeEntry(content: Buffer): Entry {
  const entry = deserialize(content) as Partial<Entry> | undefined
  if (typeof entry?.value?.kind !== 'string' || !Array.isArray(entry.tags) || typeof entry.startedAt !== 'number') {
    throw new Error('Invalid page cache entry')
  }
  return entry as Entry
}

/** Returns the approximate number of bytes in memory. */
export const estimateEntrySize = ({ value }: Entry): number =>
  1_024 + 2 * (value.html?.length ?? 0) + (value.body?.length ?? 0)
