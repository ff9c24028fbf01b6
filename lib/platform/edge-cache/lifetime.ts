import { secondsInHour, secondsInWeek } from 'date-fns/constants'
import { endOf } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Lifetime } from '../page-cache/outdated.ts'

/** Seconds; as long as the site's own cache, in case a webhook is lost. */
const LONGEST = secondsInHour

/** Seconds while this process may miss publishes, or purges fail. */
export const UNSURE = 2

/** Seconds for which stale pages replace errors. */
export const STALE_IF_ERROR = secondsInWeek

/** Whole seconds for a purged cache; 0 if already stale, for example rendered before a publish. @param longest in seconds */
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
