import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entries, type Entry, type Rules, type State, buildVariant } from './rules.ts'

type CacheOptions = {
  origin: string
  rules: Rules
  entries: Entries
  now: () => number
  originTimeoutMs: number
}

type FetchResult = { entry: Entry; state: State } | { passing: IncomingMessage } | { failed: true }

/** Headers removed from origin requests, because the cache needs the full response. */
const CONDITIONAL_HEADERS = [
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
  'if-range',
  'range',
]

/** Returns the normalized `Accept-Encoding`. Both vendors normalize it, so that one entry serves many browsers. */
function normalizeEncoding(accepted: string | string[] | undefined): string | undefined {
  const names = String(accepted ?? '').toLowerCase()
  return ['br', 'gzip'].find((name) => names.includes(name))
}

const stripWeakPrefix = (etag: string): string => etag.trim().replace(/^W\//, '')

function matchesEtag({ status, headers }: Entry, request: IncomingHttpHeaders): boolean {
  const ifNoneMatch = request['if-none-match']
  if (status !== 200 || ifNoneMatch === undefined || headers.etag === undefined) return false
  const entryTag = stripWeakPrefix(headers.etag)
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => stripWeakPrefix(each) === entryTag)
}

export function createCache(options: CacheOptions): RequestListener {
  const { origin, rules, entries, now, originTimeoutMs } = options
  const pendingFetches = new Map<string, Promise<FetchResult>>()

  const buildOriginHeaders = (request: IncomingMessage): OutgoingHttpHeaders => {
    const { remoteAddress = '' } = request.socket
    const forwardedFor = request.headers['x-forwarded-for']
    return {
      ...stripHopByHop(request.headers),
      ...rules.buildVisitorHeaders(remoteAddress),
      'x-forwarded-for': forwardedFor === undefined ? remoteAddress : `${forwardedFor}, ${remoteAddress}`,
    }
  }

  async function requestOrigin(originRequest: OriginRequest): Promise<IncomingMessage | undefined> {
    try {
      return await sendToOrigin(origin, originRequest, originTimeoutMs)
    } catch {
      // All failures lead to the same response.
      return undefined
    }
  }

  async function passThrough(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request
    const originRequest = { method, path, headers: buildOriginHeaders(request), body: request }
    const originResponse = await requestOrigin(originRequest)
    if (originResponse) return stream(originResponse, request, response, 'pass')
    sendUnreachableError(response)
  }

  async function stream(
    originResponse: IncomingMessage,
    request: IncomingMessage,
    response: ServerResponse,
    state: State,
  ): Promise<void> {
    const headers = {
      ...stripHopByHop(rules.filterHeaders(originResponse.headers, request.headers)),
      ...rules.buildStateHeaders(state),
    }
    response.writeHead(originResponse.statusCode ?? 502, headers)
    if (request.method === 'HEAD') {
      originResponse.resume()
      return void response.end()
    }
    await pipeline(originResponse, response)
  }

  function sendUnreachableError(response: ServerResponse): void {
    const { status, body } = rules.unreachableResponse
    response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'private, no-store' }).end(body)
  }

  function sendEntry(entry: Entry, state: State, request: IncomingMessage, response: ServerResponse): void {
    const headers: OutgoingHttpHeaders = {
      ...stripHopByHop(rules.filterHeaders(entry.headers, request.headers)),
      age: String(Math.max(0, Math.floor((now() - entry.storedAt) / 1000))),
      ...rules.buildStateHeaders(state),
    }
    if (matchesEtag(entry, request.headers)) {
      const { 'content-length': _length, 'content-encoding': _encoding, 'content-type': _type, ...rest } = headers
      return void response.writeHead(304, rest).end()
    }
    response.writeHead(entry.status, { ...headers, 'content-length': String(entry.body.length) })
    response.end(request.method === 'HEAD' ? undefined : entry.body)
  }

  const getStaleMs = ({ freshUntil }: Entry): number => now() - freshUntil

  const canServeStale = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && getStaleMs(entry) <= entry.lifetime.staleIfErrorSeconds * 1000

  function revalidateEntry(
    entry: Entry,
    originResponse: IncomingMessage,
    request: IncomingHttpHeaders,
  ): Entry | undefined {
    const { 'content-length': _length, 'content-encoding': _encoding, ...changedHeaders } = originResponse.headers
    const headers = { ...entry.headers, ...changedHeaders }
    const lifetime = rules.getLifetime(request, { status: entry.status, headers }, now())
    return (
      lifetime && { ...entry, headers, lifetime, storedAt: now(), freshUntil: now() + lifetime.freshSeconds * 1000 }
    )
  }

  async function fetchEntry(key: string, request: IncomingMessage, previous: Entry | undefined): Promise<FetchResult> {
    const headers = buildOriginHeaders(request)
    for (const name of CONDITIONAL_HEADERS) delete headers[name]
    const etag = previous?.headers.etag
    if (etag !== undefined) headers['if-none-match'] = etag
    const originRequest = { method: 'GET', path: request.url ?? '/', headers }
    const originResponse = await requestOrigin(originRequest)
    const status = originResponse?.statusCode ?? 0
    if (!originResponse || status >= 500) {
      if (canServeStale(previous)) {
        originResponse?.resume()
        return { entry: previous, state: 'stale' }
      }
      return originResponse ? { passing: originResponse } : { failed: true }
    }
    if (status === 304 && previous) {
      originResponse.resume()
      const entry = revalidateEntry(previous, originResponse, request.headers)
      if (entry) entries.put(key, entry)
      else entries.remove(key, previous)
      return { entry: entry ?? previous, state: 'revalidated' }
    }
    const lifetime = rules.getLifetime(request.headers, { status, headers: originResponse.headers }, now())
    if (!lifetime) {
      if (previous) entries.remove(key, previous)
      return { passing: originResponse }
    }
    const storedAt = now()
    const entry: Entry = {
      status,
      headers: originResponse.headers,
      body: await buffer(originResponse),
      lifetime,
      storedAt,
      freshUntil: storedAt + lifetime.freshSeconds * 1000,
      variant: buildVariant(rules.getVaryNames(originResponse.headers), request.headers),
    }
    // A purge between the origin's response and this line misses the entry. Neither vendor guarantees more.
    entries.put(key, entry)
    return { entry, state: previous ? 'expired' : 'miss' }
  }

  /** Fetches once for concurrent requests. Only the first request may use an uncacheable response. */
  async function fetchOnce(
    key: string,
    request: IncomingMessage,
    previous: Entry | undefined,
  ): Promise<FetchResult | 'not-shared'> {
    const fetchKey = `${key} ${String(request.headers['accept-encoding'])}`
    const pending = pendingFetches.get(fetchKey)
    if (pending) {
      const fetchResult = await pending
      // The stored entry may be a variant for other request headers.
      const isReusable = 'entry' in fetchResult && entries.find(key, request.headers) === fetchResult.entry
      return isReusable ? fetchResult : 'not-shared'
    }
    const newFetch = fetchEntry(key, request, previous)
    pendingFetches.set(fetchKey, newFetch)
    try {
      return await newFetch
    } finally {
      pendingFetches.delete(fetchKey)
    }
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return passThrough(request, response)
    const encoding = normalizeEncoding(request.headers['accept-encoding'])
    delete request.headers['accept-encoding']
    if (encoding !== undefined) request.headers['accept-encoding'] = encoding
    const key = `${request.headers.host} ${request.url}`
    const cached = entries.find(key, request.headers)
    if (cached && getStaleMs(cached) < 0) return sendEntry(cached, 'hit', request, response)
    if (cached && getStaleMs(cached) < cached.lifetime.staleWhileRevalidateSeconds * 1000) {
      sendEntry(cached, 'updating', request, response)
      const fetchResult = await fetchOnce(key, request, cached)
      if (fetchResult !== 'not-shared' && 'passing' in fetchResult) fetchResult.passing.resume()
      return
    }
    const fetchResult = await fetchOnce(key, request, cached)
    if (fetchResult === 'not-shared') return passThrough(request, response)
    if ('entry' in fetchResult) return sendEntry(fetchResult.entry, fetchResult.state, request, response)
    if ('passing' in fetchResult) return stream(fetchResult.passing, request, response, 'bypass')
    sendUnreachableError(response)
  }

  return (request, response) => {
    // The client or the origin disconnected during the response.
    handleRequest(request, response).catch(() => response.destroy())
  }
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const stripHopByHop = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

/** Maximum header size. Cache tags alone may fill Node's default of 16 KB. */
const MAX_HEADER_BYTES = 128 * 1024

type OriginRequest = { method: string; path: string; headers: OutgoingHttpHeaders; body?: Readable }

/**
 * Sends a request to the origin and resolves with the response headers. Rejects if the origin is unreachable or silent
 * for `timeoutMs`.
 */
function sendToOrigin(
  origin: string,
  { method, path, headers, body }: OriginRequest,
  timeoutMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The path is sent unchanged, because `URL` would normalize it.
    const { hostname, port } = new URL(origin)
    const outgoing = sendRequest(
      { host: hostname, port, method, path, headers, maxHeaderSize: MAX_HEADER_BYTES },
      resolve,
    )
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no response from the origin for ${timeoutMs} ms`)))
    outgoing.once('error', reject)
    if (body) body.pipe(outgoing)
    else outgoing.end()
  })
}
