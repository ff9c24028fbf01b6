import type { EdgeCacheEnv } from '../../env.ts'
import type { EdgeCache } from '../edge-cache.ts'
import { sendPurge } from '../purge-request.ts'

/** Keys of one request: Varnish takes headers of 8 KB, and a key has eight characters. */
const KEYS_AT_ONCE = 256

/** A key that no answer has. */
const NOTHING = 'nothing'

/**
 * Varnish with its module xkey and `deploy/varnish/default.vcl`, which knows these headers and what a request of the method
 * PURGE means.
 * Source: https://github.com/varnish/varnish-modules/blob/0.20.0/src/vmod_xkey.vcc
 */
export function varnish({ urls }: Extract<EdgeCacheEnv, { kind: 'varnish' }>): EdgeCache {
  const tell = async (keys: string): Promise<void> => {
    await Promise.all(
      urls.map(async (url) => {
        const response = await sendPurge(url, { method: 'PURGE', headers: { xkey: keys } })
        await response.body?.cancel()
      }),
    )
  }
  return {
    headers: (keys, seconds) => ({ xkey: keys.join(' '), 'surrogate-control': `max-age=${seconds}` }),
    keysAtOnce: KEYS_AT_ONCE,
    purge: (keys) => tell(keys.join(' ')),
    reassure: () => tell(NOTHING),
  }
}
