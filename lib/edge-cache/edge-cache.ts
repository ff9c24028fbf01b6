import type { EdgeCacheEnv } from '../env.ts'
import { cloudflare } from './kinds/cloudflare.ts'
import { fastly } from './kinds/fastly.ts'
import { varnish } from './kinds/varnish.ts'

/** A cache in front of the site that keeps answers until it is told that something in them has changed. */
export type EdgeCache = {
  /**
   * Headers that have the cache, and nothing else, keep an answer.
   * @param keys by which it is told to forget the answer
   * @param seconds for which it keeps it at most
   */
  headers: (keys: string[], seconds: number) => Record<string, string>
  /** Keys that one request can name. */
  keysAtOnce: number
  /**
   * Has the cache make every answer with one of these keys anew before it answers with it.
   * @param keys at most `keysAtOnce`
   * @throws {PurgeError} when the cache, or one of several, did not take it
   */
  purge: (keys: string[]) => Promise<void>
  /**
   * Tells the cache, every second, that it would be told: one that hears nothing for some seconds asks for pages as if nobody
   * told it. Undefined for caches that cannot do so.
   */
  reassure?: () => Promise<void>
}

/** The cache in front of the site; undefined where there is none that can be told. */
export function edgeCacheOf(env: EdgeCacheEnv | undefined): EdgeCache | undefined {
  switch (env?.kind) {
    case 'varnish':
      return varnish(env)
    case 'fastly':
      return fastly(env)
    case 'cloudflare':
      return cloudflare(env)
    case undefined:
      return undefined
  }
}
