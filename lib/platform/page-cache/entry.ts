import { deserialize, serialize } from 'node:v8'

/** From Next.js: a page (`APP_PAGE`), a route response (`APP_ROUTE`) or data (`FETCH`). Other fields are kept unchanged. */
export type StoredValue = {
  kind: string
  html?: string
  rscData?: Uint8Array | undefined
  segmentData?: unknown
  status?: number | undefined
  body?: Uint8Array
  headers?: Record<string, number | string | string[] | undefined>
}

/** Internal header with the cache key, for the HTTP server; removed before sending. */
export const STORED_KEY_HEADER = 'x-stored-key'

/** Seconds until Next.js revalidates by time; false for never. */
export type CacheControl = { revalidate: number | false; expire?: number }

export type Entry = {
  value: StoredValue
  tags: string[]
  /** Start of its rendering, in milliseconds since 1970. */
  startedAt: number
  /** When to render again because the content was stale; undefined otherwise. */
  retryAt: number | undefined
  cacheControl: CacheControl | undefined
}

export const encodeEntry = (entry: Entry): Buffer => serialize(entry)

export function decodeEntry(content: Buffer): Entry {
  const entry = deserialize(content) as Partial<Entry> | undefined
  if (typeof entry?.value?.kind !== 'string' || !Array.isArray(entry.tags) || typeof entry.startedAt !== 'number') {
    throw new Error('The content is no entry of the page cache')
  }
  return entry as Entry
}

/** Approximate bytes in memory. */
export const entrySize = ({ value }: Entry): number => 1_024 + 2 * (value.html?.length ?? 0) + (value.body?.length ?? 0)
