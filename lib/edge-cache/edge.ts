import { sharedTags } from '../cache/shared-tags.ts'
import type { Env } from '../env.ts'
import type { Lifetime } from '../page-cache/outdated.ts'
import { atProcessEnd } from '../process-end.ts'
import { sharedState } from '../shared-state.ts'
import { type EdgeCache, edgeCacheOf } from './edge-cache.ts'
import { keysOfAnswer } from './keys.ts'
import { secondsToKeep, UNSURE } from './lifetime.ts'
import { EdgePurges } from './purges.ts'

type Edge = { cache: EdgeCache; purges: EdgePurges }

const shared = sharedState<{ edge?: Edge | undefined }>('edge-cache', () => ({}))

/** The cache in front of the site and its purges; undefined where there is none that can be told. */
function edgeOf({ edgeCache, databaseUrl }: Env): Edge | undefined {
  if (shared.edge) return shared.edge
  const cache = edgeCacheOf(edgeCache)
  shared.edge = cache && { cache, purges: new EdgePurges(cache, databaseUrl) }
  return shared.edge
}

/** Has the cache in front forget what carries one of these cache tags. @returns whether it is sure to happen */
export const purgeEdge = async (env: Env, tags: readonly string[]): Promise<boolean> =>
  (await edgeOf(env)?.purges.purgeTags(tags)) ?? true

/**
 * Starts purging what is due, and has the cache forget what a process before this one, perhaps of another version, or one that
 * heard late of a publish has left there.
 */
export function startEdge(env: Env): void {
  const edge = edgeOf(env)
  if (!edge) return
  const { purges } = edge
  purges.start()
  atProcessEnd('stopping', 'purges of the cache in front', () => purges.stop())
  sharedTags(env.databaseUrl).onLate((tags) => void (tags ? purges.purgeTags(tags) : purges.purgeEverything()))
  void purges.purgeEverything()
}

/** Keys by the tags of a stored answer, which is asked for many times: each is a hash. */
const keysByTags = new WeakMap<readonly string[], string[]>()

function keysOf(tags: readonly string[]): string[] {
  const known = keysByTags.get(tags)
  if (known) return known
  const keys = keysOfAnswer(tags)
  keysByTags.set(tags, keys)
  return keys
}

/** Headers by which the cache in front keeps an answer; undefined where nothing in front is told of publishes. */
export function edgeHeaders(env: Env): ((lifetime: Lifetime) => Record<string, string>) | undefined {
  const edge = edgeOf(env)
  if (!edge) return undefined
  const { cache, purges } = edge
  const tags = sharedTags(env.databaseUrl)
  return (lifetime) => {
    const isSure = tags.isCurrent && !purges.isBehind
    // Said with 0 seconds as well: to an answer 304 without these headers a cache would add those that it has.
    return cache.headers(keysOf(lifetime.tags), secondsToKeep(lifetime, Date.now(), isSure ? undefined : UNSURE))
  }
}
