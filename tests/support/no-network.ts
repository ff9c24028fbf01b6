import type { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { afterEach } from 'vitest'

/** The mark of lib/platform/db/no-network.ts, looked up per request because each test file has its own. */
const isForbidden = (): boolean =>
  (Reflect.get(globalThis, Symbol.for('ductwise.no-network')) as AsyncLocalStorage<boolean> | undefined)?.getStore() ===
  true

const PATCHED = Symbol.for('ductwise-tests.no-network')

const state = globalThis as typeof globalThis & { [PATCHED]?: Error[] }

function guard<This, Args extends unknown[], Result>(request: (this: This, ...args: Args) => Result) {
  return function guarded(this: This, ...args: Args): Result {
    if (isForbidden()) {
      const error = new Error('Network request while a database transaction or query deadline is open')
      state[PATCHED]?.push(error)
      throw error
    }
    return request.apply(this, args)
  }
}

// Test files share a worker, so its functions are patched once.
if (!state[PATCHED]) {
  state[PATCHED] = []
  globalThis.fetch = guard(globalThis.fetch)
  Socket.prototype.connect = guard(Socket.prototype.connect) as typeof Socket.prototype.connect
}

// Code may catch the error and return 503.
afterEach(() => {
  const [violation] = state[PATCHED]?.splice(0) ?? []
  if (violation) throw violation
})
