import { secondsInHour, secondsInWeek } from 'date-fns/constants'
import { findExpiry } from '../cache/expiry-tag.ts'
import { getRevalidatedTags } from '../cache/revalidated-tags.ts'
import type { Lifetime } from '../page-cache/outdated.ts'

/** Maximum age in seconds, equal to that of the site's own cache, in case a webhook is lost. */
const MAX_AGE_SECONDS = secondsInHour

/** Maximum age in seconds while this process may miss publishes, or while purges fail. */
export const UNRELIABLE_MAX_AGE_SECONDS = 2

/** Seconds during which the cache may serve stale pages instead of errors. */
export const STALE_IF_ERROR_SECONDS = secondsInWeek

/**
 * Returns the seconds for which a purged cache may keep a response; 0 if it is already stale, for example rendered
 * before a publish.
 * @param maxAgeSeconds in seconds
 */
export function computeMaxAge(
  { tags, startedAt, retryAt, cacheControl }: Lifetime,
  now: number,
  maxAgeSeconds = MAX_AGE_SECONDS,
): number {
  if (getRevalidatedTags().wasAnyRevalidatedSince(tags, startedAt)) return 0
  const { revalidate } = cacheControl ?? {}
  const expiries = [
    now + maxAgeSeconds * 1_000,
    findExpiry(tags),
    retryAt ?? Infinity,
    typeof revalidate === 'number' ? startedAt + revalidate * 1_000 : Infinity,
  ]
  return Math.max(0, Math.floor((Math.min(...expiries) - now) / 1_000))
}
