import { createFaults } from '../api/faults.ts'
import type { Purge } from '../api/purges.ts'
import { createCache } from '../cache/cache.ts'
import { createEntries } from '../cache/entries.ts'
import { checkOptions, type EdgeCache, type EdgeCacheOptions, startServers } from '../start.ts'
import { createFastlyApi } from './api.ts'
import { fastlyRules } from './rules.ts'

/** Fastly waits so long for the first byte. Source: https://www.fastly.com/documentation/reference/api/services/backend/ */
const FIRST_BYTE_TIMEOUT_MS = 15_000

export type FastlyOptions = EdgeCacheOptions & { serviceId: string }

/** Starts a cache that behaves like Fastly. Rejects with a ConfigurationError for wrong options, and when a port is taken. */
export async function startFastly(options: FastlyOptions): Promise<EdgeCache> {
  const { origin, serviceId, token, originTimeoutMs = FIRST_BYTE_TIMEOUT_MS, now = Date.now } = options
  checkOptions(options, serviceId)
  const entries = createEntries(now)
  const faults = createFaults()
  const purges: Purge[] = []
  return startServers(options, {
    visitors: createCache({ origin, rules: fastlyRules, entries, now, originTimeoutMs }),
    api: createFastlyApi({ serviceId, token, entries, faults, purges, now }),
    faults,
    purges,
  })
}
