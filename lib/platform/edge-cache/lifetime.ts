import { secondsInHour, secondsInWeek } from 'date-fns/constants'
import { endOf } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Lifetime } from '../page-cache/outdated.ts'

/** Maximum age in seconds, equal to that of the site's own cache, in case a webhook is lost. */
const LONGEST = secondsInHour

/** Maximum age in seconds while this process may miss publishes, or while purges fail. */
export const UNSURE = 2

/** Seconds during which the cache may serve stale pages instead of errors. */
export const STALE_IF_ERROR = secondsInWeek

/**
 * Returns the seconds for which a purged cache may keep a response; 0 if it is already stale, for example rendered
 * before a publish.
 * @param longest in seconds
 */
export function secondsToKeep(
  { tags, startedAt, retryAt, cacheControl }: Lifetime,
  now: number,
  longest = LONGEST,
): number {
  if (revalidatedTags().anySince(tags, startedAt)) return 0
  const { revalidate } = cacheControl ?? {}
  const ends = [
    now + longest * 1_000,
    endOf(tags),
    retryAt ?? Infinity,
    typeof revalidate === 'number' ? startedAt + revalidate * 1_000 : Infinity,
  ]
  return Math.max(0, Math.floor((Math.min(...ends) - now) / 1_000))
}
