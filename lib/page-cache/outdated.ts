import { isOver } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Entry } from './entry.ts'

/** What says how long a stored answer holds. */
export type Lifetime = Pick<Entry, 'tags' | 'startedAt' | 'retryAt' | 'cacheControl'>

/** Whether a cached page must be rendered again before it is served. */
export function isOutdated({ tags, startedAt, retryAt }: Lifetime, now: number): boolean {
  return (retryAt !== undefined && now >= retryAt) || isOver(tags, now) || revalidatedTags().anySince(tags, startedAt)
}

/** Whether the framework would render a stored answer anew behind the visitor, whom it answers with what there is. */
export function isAged(
  { startedAt, cacheControl }: Pick<Lifetime, 'startedAt' | 'cacheControl'>,
  now: number,
): boolean {
  const seconds = cacheControl?.revalidate
  return typeof seconds === 'number' && now - startedAt >= seconds * 1_000
}
