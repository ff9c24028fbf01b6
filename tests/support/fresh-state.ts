import { vi } from 'vitest'
import { resetPool } from './reset-pool.ts'
import { restoreEnvironment } from './restore-environment.ts'

// Test files in one worker share module state, such as the cached environment.
vi.resetModules()
vi.unstubAllEnvs()
restoreEnvironment()
vi.unstubAllGlobals()
vi.useRealTimers()

// lib/platform/process/shared-state.ts also stores its state per process.
await resetPool()
for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
  if (Symbol.keyFor(symbol)?.startsWith('ductwise.')) Reflect.deleteProperty(globalThis, symbol)
}

// In a browser environment, test files also share the document.
if ('document' in globalThis) {
  const { documentElement, head, body } = document
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  localStorage.clear()
}
