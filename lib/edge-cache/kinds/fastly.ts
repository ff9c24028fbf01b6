import type { EdgeCacheEnv } from '../../env.ts'
import type { EdgeCache } from '../edge-cache.ts'
import { STALE_IF_ERROR } from '../lifetime.ts'
import { sendPurge } from '../purge-request.ts'

/** Source: https://www.fastly.com/documentation/reference/api/purging/ */
const KEYS_AT_ONCE = 256

/**
 * Fastly, by its surrogate keys. A soft purge marks answers as outdated: the next look is made anew, and one that is outdated
 * is given only where the site fails.
 * Source: https://www.fastly.com/documentation/guides/full-site-delivery/purging/working-with-surrogate-keys/
 */
export const fastly = ({ apiUrl, serviceId, token }: Extract<EdgeCacheEnv, { kind: 'fastly' }>): EdgeCache => ({
  headers: (keys, seconds) => ({
    'surrogate-key': keys.join(' '),
    'surrogate-control': `max-age=${seconds}, stale-if-error=${STALE_IF_ERROR}`,
  }),
  keysAtOnce: KEYS_AT_ONCE,
  purge: async (keys) => {
    const response = await sendPurge(`${apiUrl}/service/${encodeURIComponent(serviceId)}/purge`, {
      method: 'POST',
      headers: {
        'fastly-key': token,
        'fastly-soft-purge': '1',
        'surrogate-key': keys.join(' '),
        accept: 'application/json',
      },
    })
    await response.body?.cancel()
  },
})
