import { type Directives, directivesOf, secondsUntilExpiry } from '../cache/directives.ts'
import type { Rules, State } from '../cache/rules.ts'

/**
 * Seconds that answers are kept which say nothing about it, by status; others are not kept.
 * Source: https://developers.cloudflare.com/cache/how-to/configure-cache-status-code/
 */
const DEFAULT_SECONDS: Record<number, number> = {
  200: 7200,
  206: 7200,
  301: 7200,
  302: 1200,
  303: 1200,
  404: 180,
  410: 180,
}

/** Bytes of `Cache-Tag`. Source: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/ */
const MAX_HEADER_BYTES = 16 * 1024

/** Directives after which nothing stale is served. Source: https://developers.cloudflare.com/cache/concepts/revalidation/ */
const NEVER_STALE = ['must-revalidate', 'proxy-revalidate', 's-maxage', 'no-cache']

/** Case does not matter in tags. */
export const tagOf = (text: string): string => text.trim().toLowerCase()

/** A header that is too long counts for nothing: the documentation says that it must not be, and not what happens then. */
function tagsOf(header: string | string[] | undefined): string[] {
  const text = String(header ?? '')
  return text.length > MAX_HEADER_BYTES ? [] : text.split(',').map(tagOf).filter(Boolean)
}

/** Source: https://developers.cloudflare.com/cache/concepts/cache-responses/ */
const STATUSES: Record<State, string> = {
  hit: 'HIT',
  miss: 'MISS',
  expired: 'EXPIRED',
  revalidated: 'REVALIDATED',
  updating: 'UPDATING',
  stale: 'STALE',
  bypass: 'BYPASS',
  pass: 'DYNAMIC',
}

const mayKeepAuthorized = (cache: Directives): boolean =>
  ['public', 'must-revalidate', 's-maxage'].some((name) => cache.has(name))

/** Cloudflare with Origin Cache Control, and with a Cache Rule that makes every path eligible, as HTML is not by itself. */
export const cloudflareRules: Rules = {
  lifetime: (request, { status, headers }, now) => {
    const preset = DEFAULT_SECONDS[status]
    if (preset === undefined || headers['set-cookie']) return undefined
    // The most specific one counts alone. Source: https://developers.cloudflare.com/cache/concepts/cdn-cache-control/
    const names = ['cloudflare-cdn-cache-control', 'cdn-cache-control', 'surrogate-control', 'cache-control']
    const header = names.map((name) => headers[name]).find((value) => value !== undefined)
    const cache = directivesOf(header as string | undefined)
    if (cache.has('private') || cache.has('no-store')) return undefined
    if (request.authorization !== undefined && !mayKeepAuthorized(cache)) return undefined
    const mayBeStale = !NEVER_STALE.some((name) => cache.has(name))
    const told = cache.seconds('s-maxage') ?? cache.seconds('max-age') ?? secondsUntilExpiry(headers, now)
    return {
      freshSeconds: cache.has('no-cache') ? 0 : (told ?? preset),
      staleWhileRevalidateSeconds: mayBeStale ? (cache.seconds('stale-while-revalidate') ?? 0) : 0,
      staleIfErrorSeconds: mayBeStale ? (cache.seconds('stale-if-error') ?? 0) : 0,
      tags: tagsOf(headers['cache-tag']),
    }
  },
  // Nothing else counts, whatever `Vary` names. Source: https://developers.cloudflare.com/cache/concepts/cache-control/#other
  varies: ({ vary = '' }) => (/\baccept-encoding\b/i.test(vary) ? ['accept-encoding'] : []),
  visitor: (address) => ({
    'cf-connecting-ip': address,
    'x-forwarded-proto': 'http',
    'cdn-loop': 'cloudflare; loops=1',
  }),
  visible: (headers) => {
    const { 'cache-tag': _tags, 'cloudflare-cdn-cache-control': _control, ...visible } = headers
    return visible
  },
  mark: (state) => ({ 'cf-cache-status': STATUSES[state] }),
  unreachable: { status: 521, body: 'error code: 521' },
}
