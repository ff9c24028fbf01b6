import { describe, expect, it } from 'vitest'
import { parseRpc, RPC_ERRORS, rpcError } from '../../sockets/json-rpc.ts'

describe('JSON-RPC messages', () => {
  it('are read with and without parameters', () => {
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
  ])('%j is refused', (text, error) => {
    expect(parseRpc(text)).toEqual({ error })
  })

  it('answer an unreadable request with a null id', () => {
    expect(JSON.parse(rpcError(undefined, RPC_ERRORS.parse))).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: RPC_ERRORS.parse,
    })
  })
})
