import { secondsInHour, secondsInWeek } from 'date-fns/constants'
import { findExpiry } from '../cache/expiry-tag.ts'
import { getRevalidatedTags } from '../cache/revalidated-tags.ts'
import type { Lifetime } from '../page-cache/outdated.ts'

/** Maximum age in case a webhook is lost. The site's own cache has the same. */
const MAX_AGE_SECONDS = secondsInHour

/** Maximum age while this process may miss publishes, or while purges fail. */
export const UNRELIABLE_MAX_AGE_SECONDS = 2

/** The cache may serve stale pages instead of errors for this long. */
export const STALE_IF_ERROR_SECONDS = secondsInWeek

/**
 * Returns how many seconds a purged cache may keep a response. Returns 0 if it is already stale, for example because it
 * was rendered before a publish.
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
