import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { isObject, tryJson } from '../../local-server/index.ts'

export type Authenticate = (token: string | undefined) => { id: string } | undefined

type Peer = {
  socket: WebSocket
  user: { id: string } | undefined
  subscriptions: Set<string>
  sessions: Set<string>
}

/** Event format that the presence store of the Studio reads (sanity, `handleIncomingMessage`). `i` is the user. */
type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: Record<string, unknown> }
  | { type: 'disconnect'; i: string; m: { session: string } }

/** @sanity/bifur-client accepts this text as a heartbeat. It logs a warning for other text that is not JSON-RPC. */
const HEARTBEAT = '♥'
const HEARTBEAT_MS = 15_000

const MAX_PER_PEER = 20
const MAX_UNREAD_BYTES = 1024 * 1024

/** Creates the presence channel, through which the Studios of one dataset exchange locations. It stores nothing. */
export function createPresence(authenticate: Authenticate) {
  const rooms = new Map<string, Set<Peer>>()

  function join(socket: WebSocket, dataset: string): void {
    const room = rooms.get(dataset) ?? new Set()
    const peer: Peer = { socket, user: undefined, subscriptions: new Set(), sessions: new Set() }
    rooms.set(dataset, room.add(peer))
    const heartbeat = setInterval(() => send(peer, HEARTBEAT), HEARTBEAT_MS)
    socket.on('message', (message) => receive(room, peer, String(message)))
    socket.once('close', () => {
      clearInterval(heartbeat)
      room.delete(peer)
      if (room.size === 0) rooms.delete(dataset)
      for (const session of peer.sessions) endSession(room, peer, session)
    })
  }

  function receive(room: Set<Peer>, peer: Peer, text: string): void {
    const request = parseRpc(text)
    if ('error' in request) return send(peer, formatRpcError(undefined, request.error))
    const outcome = handleRpc(room, peer, request)
    if (request.id === undefined) return
    send(
      peer,
      'error' in outcome ? formatRpcError(request.id, outcome.error) : formatRpcResult(request.id, outcome.result),
    )
  }

  function handleRpc(
    room: Set<Peer>,
    peer: Peer,
    { method, params }: RpcRequest,
  ): { result: unknown } | { error: RpcError } {
    if (method === 'authorization') return authorize(peer, params)
    const handler = Object.hasOwn(HANDLERS, method) ? HANDLERS[method] : undefined
    if (!handler) return { error: RPC_ERRORS.methodNotFound }
    if (!peer.user) return { error: RPC_ERRORS.unauthorized }
    return handler(room, peer, peer.user.id, params)
  }

  function authorize(peer: Peer, { authorization }: Record<string, unknown>): { result: true } | { error: RpcError } {
    const token = typeof authorization === 'string' ? /^Bearer (.+)$/.exec(authorization)?.[1] : undefined
    peer.user = authenticate(token)
    return peer.user ? { result: true } : { error: RPC_ERRORS.unauthorized }
  }

  return { join }
}

type Handler = (
  room: Set<Peer>,
  peer: Peer,
  userId: string,
  params: Record<string, unknown>,
) => { result: unknown } | { error: RpcError }

const HANDLERS: Record<string, Handler> = {
  presence_subscribe(_room, peer) {
    if (peer.subscriptions.size >= MAX_PER_PEER) return { error: RPC_ERRORS.invalidParams }
    const subscription = randomUUID()
    peer.subscriptions.add(subscription)
    return { result: subscription }
  },
  presence_unsubscribe(_room, peer, _userId, { subscriptionId }) {
    const wasRemoved = peer.subscriptions.delete(String(subscriptionId))
    return wasRemoved ? { result: true } : { error: RPC_ERRORS.invalidParams }
  },
  presence_rollcall(room, peer, userId, { session }) {
    if (typeof session !== 'string') return { error: RPC_ERRORS.invalidParams }
    broadcast(room, peer, { type: 'rollCall', i: userId, session })
    return { result: true }
  },
  presence_announce(room, peer, userId, { data }) {
    const session = isObject(data) ? data['sessionId'] : undefined
    const canAnnounce = typeof session === 'string' && (peer.sessions.has(session) || peer.sessions.size < MAX_PER_PEER)
    if (!isObject(data) || !canAnnounce) return { error: RPC_ERRORS.invalidParams }
    peer.sessions.add(session)
    broadcast(room, peer, { type: 'state', i: userId, m: data })
    return { result: true }
  },
  presence_disconnect(room, peer, _userId, { session }) {
    if (typeof session !== 'string') return { error: RPC_ERRORS.invalidParams }
    endSession(room, peer, session)
    return { result: true }
  },
}

function endSession(room: Set<Peer>, peer: Peer, session: string): void {
  if (!peer.sessions.delete(session) || !peer.user) return
  broadcast(room, peer, { type: 'disconnect', i: peer.user.id, m: { session } })
}

function broadcast(room: Set<Peer>, from: Peer, event: PresenceEvent): void {
  for (const peer of room) {
    if (peer === from) continue
    for (const subscription of peer.subscriptions) {
      send(peer, formatRpcNotification('presence_subscription', { subscription, result: event }))
    }
  }
}

function send({ socket }: Peer, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) return socket.terminate()
  socket.send(text)
}

type RpcId = string | number

type RpcRequest = {
  id: RpcId | undefined
  method: string
  params: Record<string, unknown>
}

/** Error codes of JSON-RPC 2.0 and of @sanity/bifur-client. */
export const RPC_ERRORS = {
  parse: { code: -32700, message: 'Parse error' },
  invalidRequest: { code: -32600, message: 'Invalid Request' },
  methodNotFound: { code: -32601, message: 'Method not found' },
  invalidParams: { code: -32602, message: 'Invalid params' },
  unauthorized: { code: 4001, message: 'Unauthorized' },
} as const

type RpcError = (typeof RPC_ERRORS)[keyof typeof RPC_ERRORS]

export function parseRpc(text: string): RpcRequest | { error: RpcError } {
  const message = tryJson(text)
  if (message === undefined) return { error: RPC_ERRORS.parse }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
    return { error: RPC_ERRORS.invalidRequest }
  }
  const { id, method, params = {} } = message
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return { error: RPC_ERRORS.invalidRequest }
  return { id, method, params: isObject(params) ? params : {} }
}

const formatRpcResult = (id: RpcId, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result })

export const formatRpcError = (id: RpcId | undefined, error: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })

const formatRpcNotification = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })
