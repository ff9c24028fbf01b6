import { getSharedTags } from '../cache/shared-tags.ts'
import type { Env } from '../env/env.ts'
import type { Lifetime } from '../page-cache/outdated.ts'
import { registerShutdownTask } from '../lifecycle/process-end.ts'
import { getSharedState } from '../process/shared-state.ts'
import { type EdgeCache, createEdgeCache } from './edge-cache.ts'
import { buildResponseKeys } from './keys.ts'
import { computeMaxAge, UNRELIABLE_MAX_AGE_SECONDS } from './lifetime.ts'
import { EdgePurges } from './purges.ts'

type Edge = { cache: EdgeCache; purges: EdgePurges }

const shared = getSharedState<{ edge?: Edge | undefined }>('edge-cache', () => ({}))

function getEdge({ edgeCache, databaseUrl }: Env): Edge | undefined {
  if (shared.edge) return shared.edge
  const cache = createEdgeCache(edgeCache)
  shared.edge = cache && { cache, purges: new EdgePurges(cache, databaseUrl) }
  return shared.edge
}

/** Purges responses with these tags. Returns whether the purge is guaranteed to happen. */
export const purgeEdge = async (env: Env, tags: readonly string[]): Promise<boolean> =>
  (await getEdge(env)?.purges.purgeTags(tags)) ?? true

/**
 * Starts processing purges. Also purges all responses that an earlier process or a late notification may have left
 * stale.
 */
export function startEdge(env: Env): void {
  const edge = getEdge(env)
  if (!edge) return
  const { purges } = edge
  purges.start()
  registerShutdownTask('stopping', 'edge-cache purges', () => purges.stop())
  getSharedTags(env.databaseUrl).onLateTags((tags) => void (tags ? purges.purgeTags(tags) : purges.purgeAll()))
  void purges.purgeAll()
}

/** Purge keys by tag list, cached because each key is a hash. */
const keysByTags = new WeakMap<readonly string[], string[]>()

function getKeys(tags: readonly string[]): string[] {
  const cachedKeys = keysByTags.get(tags)
  if (cachedKeys) return cachedKeys
  const keys = buildResponseKeys(tags)
  keysByTags.set(tags, keys)
  return keys
}

/** Returns a function that builds headers for the edge cache; undefined if no purgeable cache is configured. */
export function createEdgeHeaderBuilder(env: Env): ((lifetime: Lifetime) => Record<string, string>) | undefined {
  const edge = getEdge(env)
  if (!edge) return undefined
  const { cache, purges } = edge
  const tags = getSharedTags(env.databaseUrl)
  return (lifetime) => {
    const isReliable = tags.isCurrent && !purges.isBehind
    // The headers are also sent with 0 seconds. Otherwise a 304 response would keep the cache's old headers.
    return cache.headers(
      getKeys(lifetime.tags),
      computeMaxAge(lifetime, Date.now(), isReliable ? undefined : UNRELIABLE_MAX_AGE_SECONDS),
    )
  }
}
