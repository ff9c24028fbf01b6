import { deserialize, serialize } from 'node:v8'

/**
 * What Next hands to a cache handler: a page (`APP_PAGE`), the answer of a route (`APP_ROUTE`), or data (`FETCH`). Only the
 * fields that are looked at are named here; all others are kept as they come.
 */
export type StoredValue = {
  kind: string
  html?: string
  rscData?: Uint8Array | undefined
  segmentData?: unknown
  status?: number | undefined
  /** Of the answer of a route. */
  body?: Uint8Array
  headers?: Record<string, number | string | string[] | undefined>
}

/** Header of a stored answer that tells the front its key; visitors never see it. */
export const STORED_KEY_HEADER = 'x-stored-key'

/** Seconds after which Next makes an answer again on its own account, or never. */
export type CacheControl = { revalidate: number | false; expire?: number }

/** A stored answer, and what says how long it holds. */
export type Entry = {
  value: StoredValue
  tags: string[]
  /** When its rendering began, in milliseconds since 1970. */
  startedAt: number
  /** When it is to be rendered again because its content could not be had fresh; undefined for all others. */
  retryAt: number | undefined
  cacheControl: CacheControl | undefined
}

/** An entry as the content of a file. */
export const encodeEntry = (entry: Entry): Buffer => serialize(entry)

/**
 * The entry in the content of a file that {@link encodeEntry} made.
 * @throws when the content is anything else
 */
export function decodeEntry(content: Buffer): Entry {
  const entry = deserialize(content) as Partial<Entry> | undefined
  if (typeof entry?.value?.kind !== 'string' || !Array.isArray(entry.tags) || typeof entry.startedAt !== 'number') {
    throw new Error('The content is no entry of the page cache')
  }
  return entry as Entry
}

/** Bytes that an entry takes in memory, roughly. */
export const entrySize = ({ value }: Entry): number => 1_024 + 2 * (value.html?.length ?? 0) + (value.body?.length ?? 0)
