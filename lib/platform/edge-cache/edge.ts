import { sharedTags } from '../cache/shared-tags.ts'
import type { Env } from '../env/env.ts'
import type { Lifetime } from '../page-cache/outdated.ts'
import { atProcessEnd } from '../lifecycle/process-end.ts'
import { sharedState } from '../process/shared-state.ts'
import { type EdgeCache, edgeCacheOf } from './edge-cache.ts'
import { keysOfAnswer } from './keys.ts'
import { secondsToKeep, UNSURE } from './lifetime.ts'
import { EdgePurges } from './purges.ts'

type Edge = { cache: EdgeCache; purges: EdgePurges }

const shared = sharedState<{ edge?: Edge | undefined }>('edge-cache', () => ({}))

function edgeOf({ edgeCache, databaseUrl }: Env): Edge | undefined {
  if (shared.edge) return shared.edge
  const cache = edgeCacheOf(edgeCache)
  shared.edge = cache && { cache, purges: new EdgePurges(cache, databaseUrl) }
  return shared.edge
}

/** Purges responses with these tags. Returns whether the purge is guaranteed to happen. */
export const purgeEdge = async (env: Env, tags: readonly string[]): Promise<boolean> =>
  (await edgeOf(env)?.purges.purgeTags(tags)) ?? true

/**
 * Starts processing purges. Also purges all responses that an earlier process or a late notification may have left
 * stale.
 */
export function startEdge(env: Env): void {
  const edge = edgeOf(env)
  if (!edge) return
  const { purges } = edge
  purges.start()
  atProcessEnd('stopping', 'edge-cache purges', () => purges.stop())
  sharedTags(env.databaseUrl).onLate((tags) => void (tags ? purges.purgeTags(tags) : purges.purgeEverything()))
  void purges.purgeEverything()
}

/** Purge keys by tag list, cached because each key is a hash. */
const keysByTags = new WeakMap<readonly string[], string[]>()

function keysOf(tags: readonly string[]): string[] {
  const known = keysByTags.get(tags)
  if (known) return known
  const keys = keysOfAnswer(tags)
  keysByTags.set(tags, keys)
  return keys
}

/** Returns a function that builds headers for the edge cache; undefined if no purgeable cache is configured. */
export function edgeHeaders(env: Env): ((lifetime: Lifetime) => Record<string, string>) | undefined {
  const edge = edgeOf(env)
  if (!edge) return undefined
  const { cache, purges } = edge
  const tags = sharedTags(env.databaseUrl)
  return (lifetime) => {
    const isSure = tags.isCurrent && !purges.isBehind
    // The headers are also sent with 0 seconds. Otherwise a 304 response would keep the cache's old headers.
    return cache.headers(keysOf(lifetime.tags), secondsToKeep(lifetime, Date.now(), isSure ? undefined : UNSURE))
  }
}
