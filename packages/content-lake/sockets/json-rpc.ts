type RpcId = string | number

export type RpcRequest = {
  /** Absent on notifications, which get no answer. */
  id: RpcId | undefined
  method: string
  params: Record<string, unknown>
}

/** Codes of JSON-RPC 2.0 and of @sanity/bifur-client. */
export const RPC_ERRORS = {
  parse: { code: -32700, message: 'Parse error' },
  invalidRequest: { code: -32600, message: 'Invalid Request' },
  methodNotFound: { code: -32601, message: 'Method not found' },
  invalidParams: { code: -32602, message: 'Invalid params' },
  unauthorized: { code: 4001, message: 'Unauthorized' },
} as const

export type RpcError = (typeof RPC_ERRORS)[keyof typeof RPC_ERRORS]

/** A request, or the error to answer with. */
export function parseRpc(text: string): RpcRequest | { error: RpcError } {
  const message = parseJson(text)
  if (message === undefined) return { error: RPC_ERRORS.parse }
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || typeof message['method'] !== 'string') {
    return { error: RPC_ERRORS.invalidRequest }
  }
  const { id, method, params = {} } = message
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return { error: RPC_ERRORS.invalidRequest }
  return { id, method, params: isObject(params) ? params : {} }
}

export const rpcResult = (id: RpcId, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result })

export const rpcError = (id: RpcId | undefined, error: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error })

export const rpcNotification = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller answers with the error that JSON-RPC has for it.
    return undefined
  }
}
