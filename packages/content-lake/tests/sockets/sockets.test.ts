import { createServer } from 'node:http'
import { fromUrl } from '@sanity/bifur-client'
import type { BifurClient } from '@sanity/bifur-client'
import { firstValueFrom, of } from 'rxjs'
import type { Observable, Subscription } from 'rxjs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket as NodeWebSocket } from 'ws'
import { listen } from '../../../local-server/index.ts'
import { attachSockets } from '../../sockets/index.ts'
import { parseRpc, RPC_ERRORS, formatRpcError } from '../../sockets/presence.ts'
import { SITE, startSocketServer, waitUntil } from './server.ts'

const server = startSocketServer()
const getWebSocketOrigin = () => server.origin.replace('http', 'ws')

describe('event streams over WebSocket', () => {
  it('apply backpressure when the client does not read', async () => {
    let pulledCount = 0
    const chunk = new TextEncoder().encode('x'.repeat(256 * 1024))
    server.answerWith(
      () =>
        new Response(
          new ReadableStream({ pull: (controller) => void (controller.enqueue(chunk), (pulledCount += 1)) }),
        ),
    )
    const socket = new NodeWebSocket(`${getWebSocketOrigin()}/v1/data/listen/production`, 'sse')
    await new Promise((resolve) => socket.once('open', resolve))
    socket.pause()
    socket.send('{}')
    let previousCount = -1
    await vi.waitFor(
      () => {
        const isIdle = previousCount === pulledCount && pulledCount > 0
        previousCount = pulledCount
        expect(isIdle).toBe(true)
      },
      { interval: 200, timeout: 10_000 },
    )
    expect(pulledCount).toBeLessThan(200)
    socket.terminate()
    await server.noneOpen()
  })
})

describe('misbehaving sockets', () => {
  const connect = (path: string, protocol?: string, headers: Record<string, string> = {}) => {
    const socket = new NodeWebSocket(getWebSocketOrigin() + path, protocol ? [protocol] : [], {
      headers,
    })
    return new Promise<{ socket: NodeWebSocket } | { status: number }>((resolve) => {
      socket.once('open', () => resolve({ socket }))
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve({ status: statusCode }))
    })
  }
  const openSocket = async (path: string, protocol?: string): Promise<NodeWebSocket> => {
    const result = await connect(path, protocol)
    if (!('socket' in result)) throw new Error(`refused with ${result.status}`)
    return result.socket
  }
  const waitForCloseCode = (socket: NodeWebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

  it.each([
    ['/v1/data/listen/production', 'sse'],
    ['/v1/socket/production', undefined],
  ])('are rejected at %s for a foreign origin', async (path, protocol) => {
    expect(await connect(path, protocol, { origin: 'http://evil.test' })).toEqual({ status: 403 })
    expect(await connect(path, protocol, { origin: 'null' })).toEqual({ status: 403 })
    expect(await connect(path, protocol, { origin: SITE })).toHaveProperty('socket')
  })

  it.each([
    ['/v1/data/query/production', 'sse'],
    ['/v1/data/listen/production', undefined],
    ['/', undefined],
    ['//', 'sse'],
  ])('are rejected at %s (%s)', async (path, protocol) => {
    expect(await connect(path, protocol)).toEqual({ status: 404 })
  })

  it.each(['nonsense', '[]', 'null', '{"bad name":"x"}', '{"x":"a\\nb"}'])(
    'are closed after the opening message %j',
    async (openingMessage) => {
      const socket = await openSocket('/v1/data/listen/production', 'sse')
      socket.send(openingMessage)
      expect(await waitForCloseCode(socket)).toBe(1002)
      expect(server.requests).toEqual([])
    },
  )

  it('are closed if the opening message is missing or oversized', async () => {
    expect(await waitForCloseCode(await openSocket('/v1/data/listen/production', 'sse'))).toBe(1002)
    const socket = await openSocket('/v1/socket/production')
    socket.send('x'.repeat(100_000))
    await waitForCloseCode(socket)
    await server.noneOpen()
  })

  it('are closed if they stop responding to pings', async () => {
    const quickServer = createServer()
    const quickSockets = attachSockets(quickServer, {
      allowedOrigins: [],
      authenticate: () => undefined,
      fetch: () => new Response(),
      heartbeatMs: 50,
    })
    const address = `ws://127.0.0.1:${await listen(quickServer, 0, '127.0.0.1')}/v1/socket/production`
    const [silentSocket, livelySocket] = [new NodeWebSocket(address, { autoPong: false }), new NodeWebSocket(address)]
    expect(await waitForCloseCode(silentSocket)).toBe(1006)
    expect(livelySocket.readyState).toBe(NodeWebSocket.OPEN)
    await quickSockets.close()
    quickServer.close()
  })

  it('cannot set their own origin or cookies', async () => {
    const socket = await openSocket('/v1/data/listen/production', 'sse')
    socket.send(JSON.stringify({ origin: SITE, cookie: 'sid=1', 'x-own': 'yes' }))
    await waitUntil(() => expect(server.requests).toHaveLength(1))
    expect([...(server.requests[0]?.headers.keys() ?? [])]).toEqual(['x-own'])
  })
})

describe('presence', () => {
  const connect = (token?: string, dataset = 'production'): BifurClient =>
    fromUrl(`${getWebSocketOrigin()}/v2022-06-30/socket/${dataset}`, token ? { token$: of(token) } : {})
  const request = (client: BifurClient, method: string, params?: object): Promise<unknown> =>
    firstValueFrom(client.request(method as never, params as never) as Observable<unknown>)
  async function listen(client: BifurClient) {
    const events: unknown[] = []
    subscriptions.push(client.listen('presence' as never).subscribe((event) => events.push(event)))
    await request(client, 'presence_rollcall', { session: 'probe' })
    return { heard: events }
  }
  async function openRpc() {
    const socket = new NodeWebSocket(`${getWebSocketOrigin()}/v1/socket/production`)
    await new Promise((resolve) => socket.once('open', resolve))
    const send = (id: number, method: string, params?: unknown) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return { socket, send }
  }
  const subscriptions: Subscription[] = []
  afterEach(() => {
    for (const subscription of subscriptions.splice(0)) subscription.unsubscribe()
  })

  it('sends roll call, location and disconnect to the other client', async () => {
    const [a, b] = [connect('token-a'), connect('token-b')]
    const [listenerA, listenerB] = [await listen(a), await listen(b)]
    await waitUntil(() => expect(listenerA.heard).toEqual([{ type: 'rollCall', i: 'user-b', session: 'probe' }]))
    const presenceLocation = {
      sessionId: 'session-a',
      locations: [{ type: 'document', documentId: 'page-home', path: ['title'] }],
    }
    expect(await request(a, 'presence_announce', { data: presenceLocation })).toBe(true)
    await waitUntil(() => expect(listenerB.heard).toEqual([{ type: 'state', i: 'user-a', m: presenceLocation }]))
    await request(a, 'presence_disconnect', { session: 'session-a' })
    await waitUntil(() =>
      expect(listenerB.heard.at(-1)).toEqual({ type: 'disconnect', i: 'user-a', m: { session: 'session-a' } }),
    )
    expect(listenerA.heard).toHaveLength(1)
  })

  it('sends disconnect when a socket closes', async () => {
    const listenerB = await listen(connect('token-b'))
    const { socket, send } = await openRpc()
    send(1, 'authorization', { authorization: 'Bearer token-a' })
    send(2, 'presence_announce', { data: { sessionId: 's1', locations: [] } })
    await waitUntil(() => expect(listenerB.heard).toHaveLength(1))
    socket.terminate()
    await waitUntil(() =>
      expect(listenerB.heard.at(-1)).toEqual({ type: 'disconnect', i: 'user-a', m: { session: 's1' } }),
    )
  })

  it('stays within its dataset', async () => {
    const stagingListener = await listen(connect('token-b', 'staging'))
    const listener = await listen(connect('token-b'))
    await request(connect('token-a'), 'presence_announce', { data: { sessionId: 's', locations: [] } })
    await waitUntil(() => expect(listener.heard).toHaveLength(1))
    expect(stagingListener.heard).toEqual([])
  })

  it('responds to invalid messages with errors and keeps the socket open', async () => {
    const { socket, send } = await openRpc()
    const responses: { id: unknown; error?: { code: number }; result?: unknown }[] = []
    socket.on('message', (message) => responses.push(JSON.parse(String(message))))
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
    await waitUntil(() => expect(responses).toHaveLength(10))
    // oxfmt-ignore
    expect(responses.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700], [1, 4001], [2, 4001], [3, undefined], [4, -32601], [5, -32601], [6, -32602], [7, -32602],
      [8, -32602], [9, undefined],
    ])
  })
})

describe('JSON-RPC messages', () => {
  it('are parsed with and without parameters', () => {
    expect(parseRpc('{"jsonrpc":"2.0","id":"a","method":"m","params":{"x":1}}')).toEqual({
      id: 'a',
      method: 'm',
      params: { x: 1 },
    })
    expect(parseRpc('{"jsonrpc":"2.0","method":"m"}')).toEqual({ id: undefined, method: 'm', params: {} })
  })

  it.each([
    ['', RPC_ERRORS.parse],
    ['{', RPC_ERRORS.parse],
    ['null', RPC_ERRORS.invalidRequest],
    ['[]', RPC_ERRORS.invalidRequest],
    ['"m"', RPC_ERRORS.invalidRequest],
    ['{"method":"m"}', RPC_ERRORS.invalidRequest],
    ['{"jsonrpc":"2.0","method":1}', RPC_ERRORS.invalidRequest],
    ['{"jsonrpc":"2.0","method":"m","id":{}}', RPC_ERRORS.invalidRequest],
  ])('are rejected: %j', (text, error) => {
    expect(parseRpc(text)).toEqual({ error })
  })

  it('receive an error with a null id when unreadable', () => {
    expect(JSON.parse(formatRpcError(undefined, RPC_ERRORS.parse))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: RPC_ERRORS.parse,
    })
  })
})
