import { z } from 'zod'
import type { EdgeCacheEnv } from '../env/env.ts'
import { STALE_IF_ERROR_SECONDS } from './lifetime.ts'

/** CDN or proxy cache that stores pages until they are purged. */
export type EdgeCache = {
  /**
   * Returns cache headers for this cache only.
   * @param keys purge keys
   * @param seconds maximum age
   */
  headers: (keys: string[], seconds: number) => Record<string, string>
  /** Maximum number of keys per purge request. */
  maxKeysPerPurge: number
  /**
   * Purges responses with one of these keys.
   * @param keys at most `maxKeysPerPurge`
   * @throws {PurgeError} if any cache rejects the request
   */
  purge: (keys: string[]) => Promise<void>
  /**
   * Sends a heartbeat every second. If it stops for several seconds, the cache no longer relies on purges. Undefined if
   * unsupported.
   */
  sendHeartbeat?: () => Promise<void>
}

const PURGE_TIMEOUT_MS = 2_000

/** Error with an error code. Never contains the cache's own message. */
class PurgeError extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`Purge of the edge cache failed: ${code}`, options)
    this.name = 'PurgeError'
    this.code = code
  }
}

/**
 * Sends one purge request with a deadline. Follows no redirects, so that only the cache receives the token.
 * @throws {PurgeError}
 */
async function sendPurge(url: string, request: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, {
      ...request,
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
    })
  } catch (error) {
    throw new PurgeError('no_answer', { cause: error })
  }
  if (response.ok) return response
  await response.body?.cancel()
  throw new PurgeError(`http_${response.status}`)
}

/** Maximum keys per request: Varnish limits headers to 8 KB, and a key has eight characters. */
const VARNISH_MAX_KEYS_PER_PURGE = 256

/** Purge key that no response has. */
const UNUSED_KEY = 'nothing'

/**
 * Edge cache for Varnish with its module xkey. `deploy/varnish/default.vcl` defines these headers and PURGE. Source:
 * https://github.com/varnish/varnish-modules/blob/0.20.0/src/vmod_xkey.vcc
 */
function createVarnishCache({ urls }: Extract<EdgeCacheEnv, { kind: 'varnish' }>): EdgeCache {
  const purgeKeys = async (keys: string): Promise<void> => {
    await Promise.all(
      urls.map(async (url) => {
        const response = await sendPurge(url, { method: 'PURGE', headers: { xkey: keys } })
        await response.body?.cancel()
      }),
    )
  }
  return {
    headers: (keys, seconds) => ({ xkey: keys.join(' '), 'surrogate-control': `max-age=${seconds}` }),
    maxKeysPerPurge: VARNISH_MAX_KEYS_PER_PURGE,
    purge: (keys) => purgeKeys(keys.join(' ')),
    sendHeartbeat: () => purgeKeys(UNUSED_KEY),
  }
}

/** Maximum keys per request. Source: https://www.fastly.com/documentation/reference/api/purging/ */
const FASTLY_MAX_KEYS_PER_PURGE = 256

/**
 * Edge cache for Fastly. A soft purge marks responses as stale, and Fastly then serves them only if the site fails.
 * Source: https://www.fastly.com/documentation/guides/full-site-delivery/purging/working-with-surrogate-keys/
 */
const createFastlyCache = ({ apiUrl, serviceId, token }: Extract<EdgeCacheEnv, { kind: 'fastly' }>): EdgeCache => ({
  headers: (keys, seconds) => ({
    'surrogate-key': keys.join(' '),
    'surrogate-control': `max-age=${seconds}, stale-if-error=${STALE_IF_ERROR_SECONDS}`,
  }),
  maxKeysPerPurge: FASTLY_MAX_KEYS_PER_PURGE,
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

/**
 * Limit of all Cloudflare plans. Source:
 * https://developers.cloudflare.com/cache/how-to/purge-cache/#availability-and-limits
 */
const CLOUDFLARE_MAX_KEYS_PER_PURGE = 100

const cloudflareResponseSchema = z.object({ success: z.boolean() })

/**
 * Edge cache for Cloudflare. It needs a cache rule for pages, because Cloudflare does not cache HTML by default.
 * Source: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
 */
const createCloudflareCache = ({
  apiUrl,
  zoneId,
  token,
}: Extract<EdgeCacheEnv, { kind: 'cloudflare' }>): EdgeCache => ({
  headers: (keys, seconds) => ({
    'cache-tag': keys.join(','),
    'cloudflare-cdn-cache-control': `max-age=${seconds}, stale-if-error=${STALE_IF_ERROR_SECONDS}`,
  }),
  maxKeysPerPurge: CLOUDFLARE_MAX_KEYS_PER_PURGE,
  purge: async (keys) => {
    const response = await sendPurge(`${apiUrl}/zones/${encodeURIComponent(zoneId)}/purge_cache`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    })
    const parsed = cloudflareResponseSchema.safeParse(await response.json().catch((error: unknown) => error))
    // Cloudflare reports some failures in the body of a response with status 200.
    if (!parsed.data?.success) throw new PurgeError('not_successful')
  },
})

export function createEdgeCache(env: EdgeCacheEnv | undefined): EdgeCache | undefined {
  switch (env?.kind) {
    case 'varnish':
      return createVarnishCache(env)
    case 'fastly':
      return createFastlyCache(env)
    case 'cloudflare':
      return createCloudflareCache(env)
    case undefined:
      return undefined
  }
}
