import { isOver } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Entry } from './entry.ts'

export type Lifetime = Pick<Entry, 'tags' | 'startedAt' | 'retryAt' | 'cacheControl'>

export function isOutdated({ tags, startedAt, retryAt }: Lifetime, now: number): boolean {
  return (retryAt !== undefined && now >= retryAt) || isOver(tags, now) || revalidatedTags().anySince(tags, startedAt)
}

/** Returns whether Next.js would serve the stale response and revalidate in the background. */
export function isAged(
  { startedAt, cacheControl }: Pick<Lifetime, 'startedAt' | 'cacheControl'>,
  now: number,
): boolean {
  const seconds = cacheControl?.revalidate
  return typeof seconds === 'number' && now - startedAt >= seconds * 1_000
}
