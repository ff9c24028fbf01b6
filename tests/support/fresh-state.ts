import { vi } from 'vitest'

// Test files that share a worker would also share the state of modules, such as the environment that was read once.
vi.resetModules()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
vi.useRealTimers()

// In the environment of a browser they share its page, too.
if ('document' in globalThis) {
  const { documentElement, head, body } = document
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name)
  head.replaceChildren()
  body.replaceChildren()
  localStorage.clear()
}
