import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as send,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entries, type Entry, type Rules, type State, variantOf } from './rules.ts'

type CacheOptions = {
  origin: string
  rules: Rules
  entries: Entries
  now: () => number
  originTimeoutMs: number
}

type Fetched = { entry: Entry; state: State } | { passing: IncomingMessage } | { failed: true }

/** Headers removed from origin requests, because the cache needs the full response. */
const NOT_FOR_ORIGIN = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range', 'range']

/** Returns the normalized `Accept-Encoding`. Both vendors normalize it, so that one entry serves many browsers. */
function normalEncoding(accepted: string | string[] | undefined): string | undefined {
  const names = String(accepted ?? '').toLowerCase()
  return ['br', 'gzip'].find((name) => names.includes(name))
}

const opaque = (etag: string): string => etag.trim().replace(/^W\//, '')

function isKnown({ status, headers }: Entry, request: IncomingHttpHeaders): boolean {
  const known = request['if-none-match']
  if (status !== 200 || known === undefined || headers.etag === undefined) return false
  const mine = opaque(headers.etag)
  return known.trim() === '*' || known.split(',').some((each) => opaque(each) === mine)
}

export function createCache(options: CacheOptions): RequestListener {
  const { origin, rules, entries, now, originTimeoutMs } = options
  const underway = new Map<string, Promise<Fetched>>()

  const originHeaders = (request: IncomingMessage): OutgoingHttpHeaders => {
    const { remoteAddress = '' } = request.socket
    const before = request.headers['x-forwarded-for']
    return {
      ...endToEnd(request.headers),
      ...rules.visitor(remoteAddress),
      'x-forwarded-for': before === undefined ? remoteAddress : `${before}, ${remoteAddress}`,
    }
  }

  async function reach(asked: OriginRequest): Promise<IncomingMessage | undefined> {
    try {
      return await askOrigin(origin, asked, originTimeoutMs)
    } catch {
      // All failures lead to the same response.
      return undefined
    }
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request
    const asked = { method, path, headers: originHeaders(request), body: request }
    const answer = await reach(asked)
    if (answer) return stream(answer, request, response, 'pass')
    refuse(response)
  }

  async function stream(
    answer: IncomingMessage,
    request: IncomingMessage,
    response: ServerResponse,
    state: State,
  ): Promise<void> {
    const headers = {
      ...endToEnd(rules.visible(answer.headers, request.headers)),
      ...rules.mark(state),
    }
    response.writeHead(answer.statusCode ?? 502, headers)
    if (request.method === 'HEAD') {
      answer.resume()
      return void response.end()
    }
    await pipeline(answer, response)
  }

  function refuse(response: ServerResponse): void {
    const { status, body } = rules.unreachable
    response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'private, no-store' }).end(body)
  }

  function deliver(entry: Entry, state: State, request: IncomingMessage, response: ServerResponse): void {
    const headers: OutgoingHttpHeaders = {
      ...endToEnd(rules.visible(entry.headers, request.headers)),
      age: String(Math.max(0, Math.floor((now() - entry.storedAt) / 1000))),
      ...rules.mark(state),
    }
    if (isKnown(entry, request.headers)) {
      const { 'content-length': _length, 'content-encoding': _encoding, 'content-type': _type, ...rest } = headers
      return void response.writeHead(304, rest).end()
    }
    response.writeHead(entry.status, { ...headers, 'content-length': String(entry.body.length) })
    response.end(request.method === 'HEAD' ? undefined : entry.body)
  }

  const staleFor = ({ freshUntil }: Entry): number => now() - freshUntil

  const mayStandIn = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && staleFor(entry) <= entry.lifetime.staleIfErrorSeconds * 1000

  function renewed(entry: Entry, answer: IncomingMessage, request: IncomingHttpHeaders): Entry | undefined {
    const { 'content-length': _length, 'content-encoding': _encoding, ...changed } = answer.headers
    const headers = { ...entry.headers, ...changed }
    const lifetime = rules.lifetime(request, { status: entry.status, headers }, now())
    return (
      lifetime && { ...entry, headers, lifetime, storedAt: now(), freshUntil: now() + lifetime.freshSeconds * 1000 }
    )
  }

  async function fetchEntry(key: string, request: IncomingMessage, before: Entry | undefined): Promise<Fetched> {
    const headers = originHeaders(request)
    for (const name of NOT_FOR_ORIGIN) delete headers[name]
    const etag = before?.headers.etag
    if (etag !== undefined) headers['if-none-match'] = etag
    const asked = { method: 'GET', path: request.url ?? '/', headers }
    const answer = await reach(asked)
    const status = answer?.statusCode ?? 0
    if (!answer || status >= 500) {
      if (mayStandIn(before)) {
        answer?.resume()
        return { entry: before, state: 'stale' }
      }
      return answer ? { passing: answer } : { failed: true }
    }
    if (status === 304 && before) {
      answer.resume()
      const entry = renewed(before, answer, request.headers)
      if (entry) entries.put(key, entry)
      else entries.remove(key, before)
      return { entry: entry ?? before, state: 'revalidated' }
    }
    const lifetime = rules.lifetime(request.headers, { status, headers: answer.headers }, now())
    if (!lifetime) {
      if (before) entries.remove(key, before)
      return { passing: answer }
    }
    const storedAt = now()
    const entry: Entry = {
      status,
      headers: answer.headers,
      body: await buffer(answer),
      lifetime,
      storedAt,
      freshUntil: storedAt + lifetime.freshSeconds * 1000,
      variant: variantOf(rules.varies(answer.headers), request.headers),
    }
    // A purge between the origin's response and this line misses the entry. Neither vendor guarantees more.
    entries.put(key, entry)
    return { entry, state: before ? 'expired' : 'miss' }
  }

  /** Fetches once for concurrent requests. Only the first request may use an uncacheable response. */
  async function fetchOnce(
    key: string,
    request: IncomingMessage,
    before: Entry | undefined,
  ): Promise<Fetched | 'not-shared'> {
    const shared = `${key} ${String(request.headers['accept-encoding'])}`
    const waiting = underway.get(shared)
    if (waiting) {
      const fetched = await waiting
      // The stored entry may be a variant for other request headers.
      const isMine = 'entry' in fetched && entries.find(key, request.headers) === fetched.entry
      return isMine ? fetched : 'not-shared'
    }
    const fetching = fetchEntry(key, request, before)
    underway.set(shared, fetching)
    try {
      return await fetching
    } finally {
      underway.delete(shared)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return pass(request, response)
    const encoding = normalEncoding(request.headers['accept-encoding'])
    delete request.headers['accept-encoding']
    if (encoding !== undefined) request.headers['accept-encoding'] = encoding
    const key = `${request.headers.host} ${request.url}`
    const found = entries.find(key, request.headers)
    if (found && staleFor(found) < 0) return deliver(found, 'hit', request, response)
    if (found && staleFor(found) < found.lifetime.staleWhileRevalidateSeconds * 1000) {
      deliver(found, 'updating', request, response)
      const fetched = await fetchOnce(key, request, found)
      if (fetched !== 'not-shared' && 'passing' in fetched) fetched.passing.resume()
      return
    }
    const fetched = await fetchOnce(key, request, found)
    if (fetched === 'not-shared') return pass(request, response)
    if ('entry' in fetched) return deliver(fetched.entry, fetched.state, request, response)
    if ('passing' in fetched) return stream(fetched.passing, request, response, 'bypass')
    refuse(response)
  }

  return (request, response) => {
    // The client or the origin disconnected during the response.
    answer(request, response).catch(() => response.destroy())
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

const endToEnd = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

/** Maximum header size. Cache tags alone may fill Node's default of 16 KB. */
const MAX_HEADER_BYTES = 128 * 1024

type OriginRequest = { method: string; path: string; headers: OutgoingHttpHeaders; body?: Readable }

/**
 * Sends a request to the origin and resolves with the response headers. Rejects if the origin is unreachable or silent
 * for `timeoutMs`.
 */
function askOrigin(
  origin: string,
  { method, path, headers, body }: OriginRequest,
  timeoutMs: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The path is sent unchanged, because `URL` would normalize it.
    const { hostname, port } = new URL(origin)
    const outgoing = send({ host: hostname, port, method, path, headers, maxHeaderSize: MAX_HEADER_BYTES }, resolve)
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`no response from the origin for ${timeoutMs} ms`)))
    outgoing.once('error', reject)
    if (body) body.pipe(outgoing)
    else outgoing.end()
  })
}
