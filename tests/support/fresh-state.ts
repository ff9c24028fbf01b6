import { vi } from 'vitest'
import { forgetPool } from './forget-pool.ts'
import { restoreEnvironment } from './restore-environment.ts'

// Test files that share a worker would also share the state of modules, such as the environment that was read once.
vi.resetModules()
vi.unstubAllEnvs()
restoreEnvironment()
vi.unstubAllGlobals()
vi.useRealTimers()

// What lib/shared-state.ts keeps is of the whole process, too: the next file begins without it.
await forgetPool()
for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
  if (Symbol.keyFor(symbol)?.startsWith('ductwise.')) Reflect.deleteProperty(globalThis, symbol)
}

// In the environment of a browser they share its page, too.
if ('document' in globalThis) {
  const { documentElement, head, body } = document
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  localStorage.clear()
}
