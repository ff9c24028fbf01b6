import { endOf } from '../cache/until-tag.ts'
import { revalidatedTags } from '../cache/revalidated-tags.ts'
import type { Lifetime } from '../page-cache/outdated.ts'

/** Seconds that a cache keeps an answer at most: as long as the site itself, in case a webhook is lost. */
const LONGEST = 3_600

/** Seconds of an answer while this process may not know what is published, or the cache does not take purges. */
export const UNSURE = 2

/** Seconds for which an outdated answer may take the place of one that the site cannot give. */
export const STALE_IF_ERROR = 7 * 24 * 3_600

/**
 * For how many whole seconds a cache that is told of publishes may keep an answer; 0 for one that is outdated already, such as
 * a page whose rendering began before something was published.
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
