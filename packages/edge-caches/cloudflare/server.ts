import { createFaults } from '../api/faults.ts'
import type { Purge } from '../api/purges.ts'
import { createCache } from '../cache/cache.ts'
import { createEntries } from '../cache/entries.ts'
import { checkOptions, type EdgeCache, type EdgeCacheOptions, startServers } from '../start.ts'
import { createCloudflareApi } from './api.ts'
import { createRateLimit, type Plan } from './rate-limit.ts'
import { cloudflareRules } from './rules.ts'

/** Cloudflare waits so long for an answer. Source: https://developers.cloudflare.com/fundamentals/reference/connection-limits/ */
const READ_TIMEOUT_MS = 100_000

export type CloudflareOptions = EdgeCacheOptions & {
  zoneId: string
  /** By which purges are limited; `pro` when it is not said. */
  plan?: Plan
}

/** Starts a cache that behaves like Cloudflare. Rejects with a ConfigurationError for wrong options, and when a port is taken. */
export async function startCloudflare(options: CloudflareOptions): Promise<EdgeCache> {
  const { origin, zoneId, token, plan = 'pro', originTimeoutMs = READ_TIMEOUT_MS, now = Date.now } = options
  checkOptions(options, zoneId)
  const entries = createEntries(now)
  const faults = createFaults()
  const purges: Purge[] = []
  const rateLimit = createRateLimit(plan, now)
  return startServers(options, {
    visitors: createCache({ origin, rules: cloudflareRules, entries, now, originTimeoutMs }),
    api: createCloudflareApi({ zoneId, token, entries, faults, purges, rateLimit, now }),
    faults,
    purges,
  })
}
