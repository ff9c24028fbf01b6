import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromUrl } from '@sanity/bifur-client'
import type { BifurClient } from '@sanity/bifur-client'
import { createClient } from '@sanity/client'
import { firstValueFrom, of, take, toArray } from 'rxjs'
import type { Observable, Subscription } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { attachSockets } from '../../packages/content-lake/sockets/index.ts'
import type { Sockets } from '../../packages/content-lake/sockets/index.ts'
import { clientOf, testLake, TOKENS } from './lake-fixtures.ts'
import { lakeFetch } from '../../studio/lake-fetch.ts'

/** Polls until a check holds; generous, because several suites share the machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

const SITE = 'http://site.test'
const users: Record<string, { id: string }> = { 'token-a': { id: 'user-a' }, 'token-b': { id: 'user-b' } }

let server: Server
let sockets: Sockets
let origin: string
/** The lake's HTTP handler of a test. */
let answer: (request: Request) => Response | Promise<Response>
let requests: Request[]

beforeEach(async () => {
  requests = []
  answer = () => new Response('no answer set', { status: 500 })
  server = createServer((_request, response) => response.writeHead(418).end())
  sockets = attachSockets(server, {
    allowedOrigins: [SITE],
    authenticate: (token) => (token === undefined ? undefined : users[token]),
    openingMs: 300,
    fetch(request) {
      requests.push(request)
      return answer(request)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await sockets.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const noneOpen = () => until(() => expect(sockets.count()).toBe(0))

/** An event stream that a test writes to by hand. */
function createEventStream(status = 200, headers: Record<string, string> = {}) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const cancelled = vi.fn<() => void>()
  const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started), cancel: cancelled })
  const response = new Response(body, { status, headers: { 'content-type': 'text/event-stream', ...headers } })
  return {
    response,
    cancelled,
    write: (text: string | Uint8Array) =>
      controller?.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text),
    end: () => controller?.close(),
    fail: () => controller?.error(new Error('broken')),
  }
}

describe('an event stream over a socket', () => {
  const path = '/v2025-02-19/data/listen/production?query=*'
  const open = (init?: RequestInit) => lakeFetch(origin + path, init)

  it('is the answer that fetch would have given', async () => {
    const stream = createEventStream(200, { 'x-extra': 'yes' })
    answer = () => stream.response
    const response = await open({ headers: { authorization: 'Bearer token-a', 'Last-Event-ID': '7' } })
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-extra')]).toEqual([
      200,
      'text/event-stream',
      'yes',
    ])
    expect(requests[0]?.url).toBe(origin + path)
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-a')
    expect(requests[0]?.headers.get('last-event-id')).toBe('7')
    stream.write('data: 1\n\n')
    const bytes = new TextEncoder().encode('data: ü♥\n\n')
    stream.write(bytes.slice(0, 7))
    stream.write(bytes.slice(7))
    stream.end()
    expect(await response.text()).toBe('data: 1\n\ndata: ü♥\n\n')
    await noneOpen()
  })

  it('passes errors of the API on', async () => {
    answer = () => Response.json({ statusCode: 401 }, { status: 401 })
    const response = await open()
    expect([response.status, await response.json()]).toEqual([401, { statusCode: 401 }])
    answer = () => new Response(null, { status: 204 })
    expect((await open()).status).toBe(204)
    await noneOpen()
  })

  it('ends at the server when it is aborted, before and after the answer', async () => {
    const stream = createEventStream()
    answer = () => stream.response
    const abort = new AbortController()
    const response = await open({ signal: abort.signal })
    const reading = response.text()
    abort.abort()
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => expect(stream.cancelled).toHaveBeenCalled())
    expect(requests[0]?.signal.aborted).toBe(true)

    answer = () => new Promise(() => undefined)
    const early = new AbortController()
    const waiting = open({ signal: early.signal })
    await until(() => expect(requests).toHaveLength(2))
    early.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    await expect(open({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    await noneOpen()
  })

  it('ends at the server when its reader stops', async () => {
    const stream = createEventStream()
    answer = () => stream.response
    const response = await open()
    await response.body?.cancel()
    await until(() => expect(stream.cancelled).toHaveBeenCalled())
    await noneOpen()
  })

  it('fails like a broken connection when the stream breaks or nobody listens', async () => {
    const stream = createEventStream()
    answer = () => stream.response
    const reading = (await open()).text()
    stream.fail()
    await expect(reading).rejects.toThrow(TypeError)
    answer = () => Promise.reject(new Error('no'))
    await expect(open()).rejects.toThrow(TypeError)
    await expect(lakeFetch(`http://127.0.0.1:1${path}`)).rejects.toThrow(TypeError)
  })

  it('leaves every other request to fetch', async () => {
    expect((await lakeFetch(`${origin}/v1/data/query/production`)).status).toBe(418)
    expect((await lakeFetch(new Request(`${origin}${path}`, { method: 'POST', body: '{}' }))).status).toBe(418)
    expect(requests).toEqual([])
  })

  it('lets the listener of @sanity/client reconnect with the last event id', async () => {
    const streams = [createEventStream(), createEventStream()]
    answer = () => streams[requests.length - 1]?.response ?? new Response(null, { status: 500 })
    const event = (id: string) => `id: ${id}\nevent: mutation\ndata: {"documentId":"${id}"}\n\n`
    // oxfmt-ignore
    const client = createClient({
      projectId: 'local', dataset: 'production', apiVersion: '2025-02-19', apiHost: origin, useProjectHostname: false,
      useCdn: false, token: 'token-a', resolveFetch: () => lakeFetch,
    })
    const mutations = firstValueFrom(client.listen('*').pipe(take(2), toArray()))
    await until(() => expect(requests).toHaveLength(1))
    streams[0]?.write(`retry: 1\nevent: welcome\ndata: {"listenerName":"x"}\n\n${event('tx1#a')}`)
    streams[0]?.end()
    await until(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.headers.get('last-event-id')).toBe('tx1#a')
    streams[1]?.write(event('tx2#b'))
    expect(await mutations).toMatchObject([{ documentId: 'tx1#a' }, { documentId: 'tx2#b' }])
    await noneOpen()
  })

  it('slows the source down when the client does not read', async () => {
    let pulled = 0
    const chunk = new TextEncoder().encode('x'.repeat(256 * 1024))
    answer = () =>
      new Response(new ReadableStream({ pull: (controller) => void (controller.enqueue(chunk), (pulled += 1)) }))
    const socket = new NodeWebSocket(origin.replace('http', 'ws') + path, 'sse')
    await new Promise((resolve) => socket.once('open', resolve))
    socket.pause()
    socket.send('{}')
    let seen = -1
    await vi.waitFor(
      () => {
        const isStill = seen === pulled && pulled > 0
        seen = pulled
        expect(isStill).toBe(true)
      },
      { interval: 200, timeout: 10_000 },
    )
    expect(pulled).toBeLessThan(200)
    socket.terminate()
    await noneOpen()
  })
})

describe('a Studio on one lake', () => {
  it('keeps more event streams than a browser has connections, and still edits', async () => {
    const lake = await testLake()
    const client = clientOf(lake, TOKENS.editor).withConfig({ resolveFetch: () => lakeFetch })
    const heard: number[] = []
    const welcomed = new Set<number>()
    const subscriptions = Array.from({ length: 12 }, (_, index) =>
      client.listen('*[_type == "page"]', {}, { events: ['welcome', 'mutation'] }).subscribe(({ type }) => {
        if (type === 'welcome') welcomed.add(index)
        else heard.push(index)
      }),
    )
    await until(() => expect(welcomed.size).toBe(12))
    await client.create({ _id: 'page-home', _type: 'page', title: 'Grüße' })
    await until(() => expect(heard).toHaveLength(12))
    for (const subscription of subscriptions) subscription.unsubscribe()
  })

  it('passes refusals on', async () => {
    const lake = await testLake()
    const response = await lakeFetch(`${lake.url}/v2025-02-19/data/listen/nowhere?query=*`)
    expect(response.status).toBe(404)
  })
})

describe('a socket that does not behave', () => {
  const connect = (path: string, protocol?: string, headers: Record<string, string> = {}) => {
    const socket = new NodeWebSocket(origin.replace('http', 'ws') + path, protocol ? [protocol] : [], { headers })
    return new Promise<{ socket: NodeWebSocket } | { status: number }>((resolve) => {
      socket.once('open', () => resolve({ socket }))
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve({ status: statusCode }))
    })
  }
  const connected = async (path: string, protocol?: string): Promise<NodeWebSocket> => {
    const result = await connect(path, protocol)
    if (!('socket' in result)) throw new Error(`refused with ${result.status}`)
    return result.socket
  }
  const closeCode = (socket: NodeWebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

  it.each([
    ['/v1/data/listen/production', 'sse'],
    ['/v1/socket/production', undefined],
  ])('is refused at %s from a foreign origin', async (path, protocol) => {
    expect(await connect(path, protocol, { origin: 'http://evil.test' })).toEqual({ status: 403 })
    expect(await connect(path, protocol, { origin: 'null' })).toEqual({ status: 403 })
    expect(await connect(path, protocol, { origin: SITE })).toHaveProperty('socket')
  })

  it.each([
    ['/v1/data/query/production', 'sse'],
    ['/v1/data/listen/production', undefined],
    ['/', undefined],
    ['//', 'sse'],
  ])('is refused at %s (%s)', async (path, protocol) => {
    expect(await connect(path, protocol)).toEqual({ status: 404 })
  })

  it.each(['nonsense', '[]', 'null', '{"bad name":"x"}', '{"x":"a\\nb"}'])(
    'is closed after opening with %j',
    async (opening) => {
      const socket = await connected('/v1/data/listen/production', 'sse')
      socket.send(opening)
      expect(await closeCode(socket)).toBe(1002)
      expect(requests).toEqual([])
    },
  )

  it('is closed when it asks for nothing, or sends too much', async () => {
    expect(await closeCode(await connected('/v1/data/listen/production', 'sse'))).toBe(1002)
    const socket = await connected('/v1/socket/production')
    socket.send('x'.repeat(100_000))
    await closeCode(socket)
    await noneOpen()
  })

  it('is cut off when it no longer answers pings', async () => {
    const quick = createServer()
    const quickSockets = attachSockets(quick, {
      allowedOrigins: [],
      authenticate: () => undefined,
      fetch: answer,
      heartbeatMs: 50,
    })
    await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve))
    const address = `ws://127.0.0.1:${(quick.address() as AddressInfo).port}/v1/socket/production`
    const [silent, lively] = [new NodeWebSocket(address, { autoPong: false }), new NodeWebSocket(address)]
    expect(await closeCode(silent)).toBe(1006)
    expect(lively.readyState).toBe(NodeWebSocket.OPEN)
    await quickSockets.close()
    quick.close()
  })

  it('cannot choose its origin or cookies', async () => {
    const socket = await connected('/v1/data/listen/production', 'sse')
    socket.send(JSON.stringify({ origin: SITE, cookie: 'sid=1', 'x-own': 'yes' }))
    await until(() => expect(requests).toHaveLength(1))
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual(['x-own'])
  })
})

describe('presence', () => {
  const connect = (token?: string, dataset = 'production'): BifurClient =>
    fromUrl(`${origin.replace('http', 'ws')}/v2022-06-30/socket/${dataset}`, token ? { token$: of(token) } : {})
  const request = (client: BifurClient, method: string, params?: object): Promise<unknown> =>
    firstValueFrom(client.request(method as never, params as never) as Observable<unknown>)
  /** Collects what a client hears; resolves when its subscription stands. */
  async function listen(client: BifurClient) {
    const heard: unknown[] = []
    subscriptions.push(client.listen('presence' as never).subscribe((event) => heard.push(event)))
    await request(client, 'presence_rollcall', { session: 'probe' })
    return { heard }
  }
  const subscriptions: Subscription[] = []
  afterEach(() => {
    for (const subscription of subscriptions.splice(0)) subscription.unsubscribe()
  })

  it('tells two clients of each other: roll call, place, leaving', async () => {
    const [a, b] = [connect('token-a'), connect('token-b')]
    const [atA, atB] = [await listen(a), await listen(b)]
    await until(() => expect(atA.heard).toEqual([{ type: 'rollCall', i: 'user-b', session: 'probe' }]))
    const place = {
      sessionId: 'session-a',
      locations: [{ type: 'document', documentId: 'page-home', path: ['title'] }],
    }
    expect(await request(a, 'presence_announce', { data: place })).toBe(true)
    await until(() => expect(atB.heard).toEqual([{ type: 'state', i: 'user-a', m: place }]))
    await request(a, 'presence_disconnect', { session: 'session-a' })
    await until(() =>
      expect(atB.heard.at(-1)).toEqual({ type: 'disconnect', i: 'user-a', m: { session: 'session-a' } }),
    )
    expect(atA.heard).toHaveLength(1)
  })

  it('says that a client is gone when its socket closes', async () => {
    const atB = await listen(connect('token-b'))
    const socket = new NodeWebSocket(`${origin.replace('http', 'ws')}/v1/socket/production`)
    const send = (id: number, method: string, params: object) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await new Promise((resolve) => socket.once('open', resolve))
    send(1, 'authorization', { authorization: 'Bearer token-a' })
    send(2, 'presence_announce', { data: { sessionId: 's1', locations: [] } })
    await until(() => expect(atB.heard).toHaveLength(1))
    socket.terminate()
    await until(() => expect(atB.heard.at(-1)).toEqual({ type: 'disconnect', i: 'user-a', m: { session: 's1' } }))
  })

  it('stays within its dataset', async () => {
    const elsewhere = await listen(connect('token-b', 'staging'))
    const here = await listen(connect('token-b'))
    await request(connect('token-a'), 'presence_announce', { data: { sessionId: 's', locations: [] } })
    await until(() => expect(here.heard).toHaveLength(1))
    expect(elsewhere.heard).toEqual([])
  })

  it('answers unknown methods, bad parameters, missing tokens and nonsense with errors, and lives', async () => {
    const socket = new NodeWebSocket(`${origin.replace('http', 'ws')}/v1/socket/production`)
    const answers: { id: unknown; error?: { code: number }; result?: unknown }[] = []
    socket.on('message', (message) => answers.push(JSON.parse(String(message))))
    await new Promise((resolve) => socket.once('open', resolve))
    const send = (id: number, method: string, params?: unknown) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    socket.send('nonsense')
    send(1, 'presence_subscribe')
    send(2, 'authorization', { authorization: 'Bearer wrong' })
    send(3, 'authorization', { authorization: 'Bearer token-a' })
    send(4, 'no_such_method')
    send(5, 'constructor')
    send(6, 'presence_announce', { data: 'x' })
    send(7, 'presence_rollcall', [])
    send(8, 'presence_unsubscribe', { subscriptionId: 'none' })
    send(9, 'presence_subscribe')
    await until(() => expect(answers).toHaveLength(10))
    // oxfmt-ignore
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700], [1, 4001], [2, 4001], [3, undefined], [4, -32601], [5, -32601], [6, -32602], [7, -32602],
      [8, -32602], [9, undefined],
    ])
  })
})
