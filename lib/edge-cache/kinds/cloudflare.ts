import { z } from 'zod'
import type { EdgeCacheEnv } from '../../env.ts'
import type { EdgeCache } from '../edge-cache.ts'
import { STALE_IF_ERROR } from '../lifetime.ts'
import { PurgeError, sendPurge } from '../purge-request.ts'

/** Tags of one request, on every plan. Source: https://developers.cloudflare.com/cache/how-to/purge-cache/#availability-and-limits */
const KEYS_AT_ONCE = 100

const answer = z.object({ success: z.boolean() })

/**
 * Cloudflare, by its cache tags. A cache rule has to make pages eligible for caching, since it keeps no HTML by itself.
 * Source: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
 */
export const cloudflare = ({ apiUrl, zoneId, token }: Extract<EdgeCacheEnv, { kind: 'cloudflare' }>): EdgeCache => ({
  headers: (keys, seconds) => ({
    'cache-tag': keys.join(','),
    'cloudflare-cdn-cache-control': `max-age=${seconds}, stale-if-error=${STALE_IF_ERROR}`,
  }),
  keysAtOnce: KEYS_AT_ONCE,
  purge: async (keys) => {
    const response = await sendPurge(`${apiUrl}/zones/${encodeURIComponent(zoneId)}/purge_cache`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    })
    const parsed = answer.safeParse(await response.json().catch((error: unknown) => error))
    // It says in the body of an answer with status 200 whether it did what it was asked.
    if (!parsed.data?.success) throw new PurgeError('not_successful')
  },
})
