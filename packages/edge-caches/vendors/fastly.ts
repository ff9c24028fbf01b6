import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isObject, isSameText, tryJson } from '../../local-server/index.ts'
import {
  type Api,
  type ApiResponse,
  type ApiContext,
  type EdgeCache,
  type EdgeCacheOptions,
  startCache,
  parseStrings,
} from '../api/api.ts'
import { parseDirectives, type Rules, getSecondsUntilExpiry } from '../cache/rules.ts'

/** First-byte timeout for the origin: https://www.fastly.com/documentation/reference/api/services/backend/ */
const FIRST_BYTE_TIMEOUT_MS = 15_000

export type FastlyOptions = EdgeCacheOptions & { serviceId: string }

export const startFastly = (options: FastlyOptions): Promise<EdgeCache> =>
  startCache(options, {
    id: options.serviceId,
    rules: fastlyRules,
    originTimeoutMs: FIRST_BYTE_TIMEOUT_MS,
    createApi: createFastlyApi,
  })

/** Maximum keys per request: https://www.fastly.com/documentation/reference/api/purging/ */
const MAX_KEYS = 256

const buildErrorResponse = (status: number, msg: string, detail?: string): ApiResponse => ({
  status,
  body: { msg, ...(detail !== undefined && { detail }) },
})

const FAULTS: Record<number, string> = {
  401: 'Provided credentials are missing or invalid',
  403: 'You are not authorized to perform this action',
  429: 'You have exceeded your hourly rate limit',
}

const parsePurgeKeys = (request: IncomingMessage, body: string): string[] | undefined => {
  const header = request.headers['surrogate-key']
  if (header !== undefined) return String(header).split(' ').filter(Boolean)
  const value = tryJson(body)
  return isObject(value) ? parseStrings(value.surrogate_keys) : undefined
}

/** Creates the purge API: https://www.fastly.com/documentation/reference/api/purging/ */
function createFastlyApi({ id, token, now, purge, purgeEverything }: ApiContext): Api {
  let count = 0
  const createPurgeId = (): string => `1-${Math.floor(now() / 1000)}-${(count += 1)}`

  const answer: Api['answer'] = (request, body) => {
    if (!isSameText(String(request.headers['fastly-key'] ?? ''), token))
      return buildErrorResponse(401, 'Provided credentials are missing or invalid')
    const [, service, requestedId, action, key, ...rest] = (request.url ?? '').split('/')
    if (request.method !== 'POST' || service !== 'service' || rest.length > 0)
      return buildErrorResponse(501, 'Not supported locally', `${request.method} ${request.url}`)
    if (requestedId !== id) return buildErrorResponse(404, 'Record not found', 'Cannot load service')
    const isSoft = request.headers['fastly-soft-purge'] !== undefined
    if (action === 'purge_all' && key === undefined) {
      purgeEverything()
      return { status: 200, body: { status: 'ok' } }
    }
    if (action !== 'purge') return buildErrorResponse(501, 'Not supported locally', `${request.method} ${request.url}`)
    const keys = key === undefined ? parsePurgeKeys(request, body) : [decodeURIComponent(key)]
    if (!keys || keys.length === 0) return buildErrorResponse(400, 'Bad request', 'No surrogate keys in header or body')
    if (keys.length > MAX_KEYS) return buildErrorResponse(400, 'Bad request', `More than ${MAX_KEYS} surrogate keys`)
    if (keys.some((each) => Buffer.byteLength(each) > MAX_KEY_BYTES))
      return buildErrorResponse(400, 'Bad request', `A surrogate key is longer than ${MAX_KEY_BYTES} bytes`)
    purge(keys, isSoft)
    const ids = Object.fromEntries(keys.map((each) => [each, createPurgeId()]))
    return { status: 200, body: key === undefined ? ids : { status: 'ok', id: Object.values(ids)[0] } }
  }

  return { answer, fault: (status) => buildErrorResponse(status, FAULTS[status] ?? 'Internal error') }
}

/** Cacheable statuses: https://www.fastly.com/documentation/guides/concepts/edge-state/cache/cache-freshness/ */
const CACHEABLE_STATUSES = new Set([200, 203, 300, 301, 302, 404, 410])

/** Cache lifetime for responses without cache headers, from the same page as CACHEABLE_STATUSES. */
const DEFAULT_TTL_SECONDS = 120

/** Header and key limits: https://www.fastly.com/documentation/reference/vcl/constraints-and-limitations */
const MAX_HEADER_BYTES = 16 * 1024
const MAX_KEY_BYTES = 1024

/** Returns the keys that fit completely in the first 16 KB. */
function parseSurrogateKeys(header: string | string[] | undefined): string[] {
  const text = String(header ?? '')
  const truncated = text.slice(0, MAX_HEADER_BYTES)
  const keys = truncated.split(' ')
  if (text.length > truncated.length && text[truncated.length] !== ' ') keys.pop()
  return keys.filter(Boolean)
}

/** Rules of a new service with default VCL that also serves stale pages when the origin fails. */
const fastlyRules: Rules = {
  getLifetime: (_request, { status, headers }, now) => {
    if (!CACHEABLE_STATUSES.has(status) || headers['set-cookie']) return undefined
    const cache = parseDirectives(headers['cache-control'])
    // Fastly ignores `no-cache`:
    // https://www.fastly.com/documentation/guides/full-site-delivery/caching/about-cache-control-headers
    if (cache.has('private') || cache.has('no-store')) return undefined
    const surrogateControl = parseDirectives(headers['surrogate-control'] as string | undefined)
    const getSeconds = (name: string): number => surrogateControl.seconds(name) ?? cache.seconds(name) ?? 0
    return {
      freshSeconds:
        surrogateControl.seconds('max-age') ??
        cache.seconds('s-maxage') ??
        cache.seconds('max-age') ??
        getSecondsUntilExpiry(headers, now) ??
        DEFAULT_TTL_SECONDS,
      staleWhileRevalidateSeconds: getSeconds('stale-while-revalidate'),
      staleIfErrorSeconds: getSeconds('stale-if-error'),
      tags: parseSurrogateKeys(headers['surrogate-key']),
    }
  },
  getVaryNames: ({ vary = '' }) =>
    vary
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  buildVisitorHeaders: (address) => ({ 'fastly-client-ip': address }),
  // Surrogate headers are visible only with `Fastly-Debug`:
  // https://www.fastly.com/documentation/guides/full-site-delivery/purging/working-with-surrogate-keys
  filterHeaders: (headers, request) =>
    request['fastly-debug'] === undefined ? removeSurrogateHeaders(headers) : { ...headers },
  buildStateHeaders: (state) => ({ 'x-cache': ['hit', 'updating', 'stale'].includes(state) ? 'HIT' : 'MISS' }),
  unreachableResponse: { status: 503, body: 'Error 503 backend read error' },
}

function removeSurrogateHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'surrogate-key': _keys, 'surrogate-control': _control, ...visibleHeaders } = headers
  return visibleHeaders
}
