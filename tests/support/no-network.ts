import type { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { afterEach } from 'vitest'

/**
 * Returns whether lib/platform/db/no-network.ts forbids requests now. Reads the storage per request, because each test
 * file has its own.
 */
const isForbidden = (): boolean =>
  (Reflect.get(globalThis, Symbol.for('ductwise.no-network')) as AsyncLocalStorage<boolean> | undefined)?.getStore() ===
  true

const PATCHED = Symbol.for('ductwise-tests.no-network')

const state = globalThis as typeof globalThis & { [PATCHED]?: Error[] }

function guardRequest<This, Args extends unknown[], Result>(request: (this: This, ...args: Args) => Result) {
  return function guarded(this: This, ...args: Args): Result {
    if (isForbidden()) {
      const error = new Error('Network request while a database transaction or query deadline is open')
      state[PATCHED]?.push(error)
      throw error
    }
    return request.apply(this, args)
  }
}

// Patches the globals once, because test files share a worker.
if (!state[PATCHED]) {
  state[PATCHED] = []
  globalThis.fetch = guardRequest(globalThis.fetch)
  Socket.prototype.connect = guardRequest(Socket.prototype.connect) as typeof Socket.prototype.connect
}

// Fails the test even if its code catches the error and returns 503.
afterEach(() => {
  const [violation] = state[PATCHED]?.splice(0) ?? []
  if (violation) throw violation
})
