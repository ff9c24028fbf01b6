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
import { type Directives, parseDirectives, type Rules, getSecondsUntilExpiry, type State } from '../cache/rules.ts'

/** Read timeout for the origin: https://developers.cloudflare.com/fundamentals/reference/connection-limits/ */
const READ_TIMEOUT_MS = 100_000

export type CloudflareOptions = EdgeCacheOptions & {
  zoneId: string
  plan?: Plan
}

export const startCloudflare = (options: CloudflareOptions): Promise<EdgeCache> =>
  startCache(options, {
    id: options.zoneId,
    rules: cloudflareRules,
    originTimeoutMs: READ_TIMEOUT_MS,
    createApi: (parts) => createCloudflareApi(parts, createRateLimit(options.plan ?? 'pro', parts.now)),
  })

/** Maximum tags per request and characters per tag: https://developers.cloudflare.com/cache/how-to/purge-cache/ */
const MAX_TAGS = 100
const MAX_TAG_LENGTH = 1024

const RETRY_AFTER_SECONDS = 1

const buildEnvelope = (result: unknown, errors: { code: number; message: string }[] = []) => ({
  success: errors.length === 0,
  errors,
  messages: [],
  result,
})

const buildErrorResponse = (status: number, code: number, message: string): ApiResponse => ({
  status,
  body: buildEnvelope(null, [{ code, message }]),
})

const buildRateLimitResponse = (seconds: number): ApiResponse => ({
  ...buildErrorResponse(429, 971, 'Please wait and consider throttling your request speed'),
  headers: { 'retry-after': String(seconds) },
})

const FAULTS: Record<number, { code: number; message: string }> = {
  401: { code: 10_000, message: 'Authentication error' },
  403: { code: 10_000, message: 'Authentication error' },
}

/** Creates the purge API: https://developers.cloudflare.com/api/resources/cache/methods/purge/ */
function createCloudflareApi({ id, token, purge, purgeEverything }: ApiContext, rateLimit: () => number): Api {
  const answer: Api['answer'] = (request, body) => {
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined || !isSameText(key, token)) return buildErrorResponse(401, 10_000, 'Authentication error')
    const zone = /^\/client\/v4\/zones\/([^/]+)\/purge_cache$/.exec(request.url ?? '')?.[1]
    if (request.method !== 'POST' || zone === undefined) return buildErrorResponse(501, 7003, 'Not supported locally')
    if (zone !== id) return buildErrorResponse(404, 7003, `Could not route to /zones/${zone}: no such zone`)
    const parsed = tryJson(body)
    if (!isObject(parsed)) return buildErrorResponse(400, 6007, 'Malformed JSON in request body')
    const seconds = rateLimit()
    if (seconds > 0) return buildRateLimitResponse(seconds)
    if (parsed.purge_everything === true) {
      purgeEverything()
      return { status: 200, body: buildEnvelope({ id }) }
    }
    const tags = parseStrings(parsed.tags)
    if (!tags || tags.length === 0)
      return buildErrorResponse(400, 1014, '"files", "tags", "hosts" or "prefixes" must be an array')
    if (tags.length > MAX_TAGS) return buildErrorResponse(400, 1094, `At most ${MAX_TAGS} tags in one request`)
    if (tags.some((tag) => tag.length === 0 || tag.length > MAX_TAG_LENGTH))
      return buildErrorResponse(400, 1095, `A tag must have 1 to ${MAX_TAG_LENGTH} characters`)
    purge(tags, false, tags.map(normalizeTag))
    return { status: 200, body: buildEnvelope({ id }) }
  }

  const buildFault = (status: number): ApiResponse => {
    if (status === 429) return buildRateLimitResponse(RETRY_AFTER_SECONDS)
    const { code, message } = FAULTS[status] ?? { code: 1000, message: 'Internal error' }
    return buildErrorResponse(status, code, message)
  }
  return { answer, fault: buildFault }
}

/** Rate limits per plan: https://developers.cloudflare.com/cache/how-to/purge-cache/ */
const PLAN_LIMITS = {
  free: { perSecond: 5 / 60, bucket: 25 },
  pro: { perSecond: 5, bucket: 25 },
  business: { perSecond: 10, bucket: 50 },
  enterprise: { perSecond: 50, bucket: 500 },
}

type Plan = keyof typeof PLAN_LIMITS

export const PLANS = Object.keys(PLAN_LIMITS) as Plan[]

function createRateLimit(plan: Plan, now: () => number): () => number {
  const { perSecond, bucket } = PLAN_LIMITS[plan]
  let tokens = bucket
  let filledAt = now()
  return () => {
    tokens = Math.min(bucket, tokens + ((now() - filledAt) / 1000) * perSecond)
    filledAt = now()
    if (tokens < 1) return Math.ceil((1 - tokens) / perSecond)
    tokens -= 1
    return 0
  }
}

/**
 * Cache lifetime in seconds by status, for responses without cache headers:
 * https://developers.cloudflare.com/cache/how-to/configure-cache-status-code/
 */
const DEFAULT_TTL_SECONDS: Record<number, number> = {
  200: 7200,
  206: 7200,
  301: 7200,
  302: 1200,
  303: 1200,
  404: 180,
  410: 180,
}

/** Size limit of `Cache-Tag`: https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/ */
const MAX_HEADER_BYTES = 16 * 1024

/** Directives that forbid stale responses: https://developers.cloudflare.com/cache/concepts/revalidation/ */
const NO_STALE_DIRECTIVES = ['must-revalidate', 'proxy-revalidate', 's-maxage', 'no-cache']

const normalizeTag = (text: string): string => text.trim().toLowerCase()

/**
 * Returns the cache tags. Ignores an oversized header, because the documentation forbids it but does not define the
 * effect.
 */
function parseTags(header: string | string[] | undefined): string[] {
  const text = String(header ?? '')
  return text.length > MAX_HEADER_BYTES ? [] : text.split(',').map(normalizeTag).filter(Boolean)
}

/** Values of `cf-cache-status`: https://developers.cloudflare.com/cache/concepts/cache-responses/ */
const STATUS_LABELS: Record<State, string> = {
  hit: 'HIT',
  miss: 'MISS',
  expired: 'EXPIRED',
  revalidated: 'REVALIDATED',
  updating: 'UPDATING',
  stale: 'STALE',
  bypass: 'BYPASS',
  pass: 'DYNAMIC',
}

const canCacheAuthorized = (cache: Directives): boolean =>
  ['public', 'must-revalidate', 's-maxage'].some((name) => cache.has(name))

/** Rules with Origin Cache Control and a Cache Rule that makes every path eligible. HTML is not eligible by default. */
const cloudflareRules: Rules = {
  getLifetime: (request, { status, headers }, now) => {
    const defaultSeconds = DEFAULT_TTL_SECONDS[status]
    if (defaultSeconds === undefined || headers['set-cookie']) return undefined
    // Only the most specific header counts: https://developers.cloudflare.com/cache/concepts/cdn-cache-control/
    const names = ['cloudflare-cdn-cache-control', 'cdn-cache-control', 'surrogate-control', 'cache-control']
    const header = names.map((name) => headers[name]).find((value) => value !== undefined)
    const cache = parseDirectives(header as string | undefined)
    if (cache.has('private') || cache.has('no-store')) return undefined
    if (request.authorization !== undefined && !canCacheAuthorized(cache)) return undefined
    const canBeStale = !NO_STALE_DIRECTIVES.some((name) => cache.has(name))
    const maxAgeSeconds = cache.seconds('s-maxage') ?? cache.seconds('max-age') ?? getSecondsUntilExpiry(headers, now)
    return {
      freshSeconds: cache.has('no-cache') ? 0 : (maxAgeSeconds ?? defaultSeconds),
      staleWhileRevalidateSeconds: canBeStale ? (cache.seconds('stale-while-revalidate') ?? 0) : 0,
      staleIfErrorSeconds: canBeStale ? (cache.seconds('stale-if-error') ?? 0) : 0,
      tags: parseTags(headers['cache-tag']),
    }
  },
  // Cloudflare ignores other `Vary` names: https://developers.cloudflare.com/cache/concepts/cache-control/#other
  getVaryNames: ({ vary = '' }) => (/\baccept-encoding\b/i.test(vary) ? ['accept-encoding'] : []),
  buildVisitorHeaders: (address) => ({
    'cf-connecting-ip': address,
    'x-forwarded-proto': 'http',
    'cdn-loop': 'cloudflare; loops=1',
  }),
  filterHeaders: (headers) => {
    const { 'cache-tag': _tags, 'cloudflare-cdn-cache-control': _control, ...visibleHeaders } = headers
    return visibleHeaders
  },
  buildStateHeaders: (state) => ({ 'cf-cache-status': STATUS_LABELS[state] }),
  unreachableResponse: { status: 521, body: 'error code: 521' },
}
