import { isExpired } from '../cache/expiry-tag.ts'
import { getRevalidatedTags } from '../cache/revalidated-tags.ts'
import type { Entry } from './entry.ts'

export type Lifetime = Pick<Entry, 'tags' | 'startedAt' | 'retryAt' | 'cacheControl'>

export function isOutdated({ tags, startedAt, retryAt }: Lifetime, now: number): boolean {
  return (
    (retryAt !== undefined && now >= retryAt) ||
    isExpired(tags, now) ||
    getRevalidatedTags().wasAnyRevalidatedSince(tags, startedAt)
  )
}

/** Returns whether Next.js would serve the stale response and revalidate in the background. */
export function isStale(
  { startedAt, cacheControl }: Pick<Lifetime, 'startedAt' | 'cacheControl'>,
  now: number,
): boolean {
  const seconds = cacheControl?.revalidate
  return typeof seconds === 'number' && now - startedAt >= seconds * 1_000
}
