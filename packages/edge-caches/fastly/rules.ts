import type { IncomingHttpHeaders } from 'node:http'
import { directivesOf, secondsUntilExpiry } from '../cache/directives.ts'
import type { Rules } from '../cache/rules.ts'

/** Source: https://www.fastly.com/documentation/guides/concepts/edge-state/cache/cache-freshness/ */
const CACHEABLE_STATUSES = new Set([200, 203, 300, 301, 302, 404, 410])

/** Seconds that an answer is kept which says nothing about it; same source. */
const DEFAULT_SECONDS = 120

/** Source of both limits: https://www.fastly.com/documentation/reference/vcl/constraints-and-limitations */
const MAX_HEADER_BYTES = 16 * 1024
export const MAX_KEY_BYTES = 1024

/** Keys of an answer: those that are wholly within the first 16 KB of the header. */
function keysOf(header: string | string[] | undefined): string[] {
  const text = String(header ?? '')
  const kept = text.slice(0, MAX_HEADER_BYTES)
  const keys = kept.split(' ')
  // The last one is cut off, unless the limit fell between two keys.
  if (text.length > kept.length && text[kept.length] !== ' ') keys.pop()
  return keys.filter(Boolean)
}

/** Fastly as a new service is: its own VCL without changes, but for serving stale answers when the origin fails. */
export const fastlyRules: Rules = {
  lifetime: (_request, { status, headers }, now) => {
    if (!CACHEABLE_STATUSES.has(status) || headers['set-cookie']) return undefined
    const cache = directivesOf(headers['cache-control'])
    // `no-cache` is not looked at: https://www.fastly.com/documentation/guides/full-site-delivery/caching/about-cache-control-headers
    if (cache.has('private') || cache.has('no-store')) return undefined
    const surrogate = directivesOf(headers['surrogate-control'] as string | undefined)
    const seconds = (name: string): number => surrogate.seconds(name) ?? cache.seconds(name) ?? 0
    return {
      freshSeconds:
        surrogate.seconds('max-age') ??
        cache.seconds('s-maxage') ??
        cache.seconds('max-age') ??
        secondsUntilExpiry(headers, now) ??
        DEFAULT_SECONDS,
      staleWhileRevalidateSeconds: seconds('stale-while-revalidate'),
      staleIfErrorSeconds: seconds('stale-if-error'),
      tags: keysOf(headers['surrogate-key']),
    }
  },
  varies: ({ vary = '' }) =>
    vary
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  visitor: (address) => ({ 'fastly-client-ip': address }),
  // Source: https://www.fastly.com/documentation/guides/full-site-delivery/purging/working-with-surrogate-keys
  visible: (headers, request) => (request['fastly-debug'] === undefined ? withoutSurrogates(headers) : { ...headers }),
  mark: (state) => ({ 'x-cache': ['hit', 'updating', 'stale'].includes(state) ? 'HIT' : 'MISS' }),
  unreachable: { status: 503, body: 'Error 503 backend read error' },
}

function withoutSurrogates(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'surrogate-key': _keys, 'surrogate-control': _control, ...visible } = headers
  return visible
}
