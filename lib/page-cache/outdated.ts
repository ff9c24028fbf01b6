import { isOver } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Entry } from './entry.ts'

/** Milliseconds between two renderings of a page whose content is published again and again. */
const RENDER_INTERVAL_MS = 1_000

/** What says how long a stored answer holds. */
export type Lifetime = Pick<Entry, 'tags' | 'startedAt' | 'retryAt' | 'cacheControl'>

/** Whether a stored answer must be rendered anew before anybody is answered with it. */
export function isOutdated({ tags, startedAt, retryAt }: Lifetime, now: number): boolean {
  if ((retryAt !== undefined && now >= retryAt) || isOver(tags, now)) return true
  return now - startedAt >= RENDER_INTERVAL_MS && revalidatedTags().anySince(tags, startedAt)
}

/** Whether the framework would render a stored answer anew behind the visitor, whom it answers with what there is. */
export function isAged(
  { startedAt, cacheControl }: Pick<Lifetime, 'startedAt' | 'cacheControl'>,
  now: number,
): boolean {
  const seconds = cacheControl?.revalidate
  return typeof seconds === 'number' && now - startedAt >= seconds * 1_000
}
