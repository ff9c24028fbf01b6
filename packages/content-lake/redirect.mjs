/**
 * Redirects requests for hosted Sanity to a local Content Lake, for clients without `apiHost` and the Sanity CLI:
 *
 *   NODE_OPTIONS="--import <folder of this package>/redirect.mjs" CONTENT_LAKE_URL=http://localhost:3900 next dev
 *
 * The file is plain JavaScript, because it runs on the Node version of the other project.
 */
import module, { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const lake = new URL(process.env.CONTENT_LAKE_URL ?? 'http://localhost:3900')

/** Matches `<project>.api.sanity.io`, `<project>.apicdn.sanity.io`, `api.sanity.io` and `cdn.sanity.io`. */
const HOSTED_API_PATTERN = /^(([\w-]+\.)?(api|apicdn)|cdn)\.sanity\.io$/

function redirectUrl(url) {
  const { hostname, pathname, search } = new URL(url)
  return HOSTED_API_PATTERN.test(hostname) ? new URL(pathname + search, lake) : undefined
}

const createRedirectingFetch = (originalFetch) => (input, init) => {
  const target = redirectUrl(input instanceof Request ? input.url : input)
  if (!target) return originalFetch(input, init)
  return originalFetch(input instanceof Request ? new Request(target, input) : target, init)
}

globalThis.fetch = createRedirectingFetch(globalThis.fetch)

const require = createRequire(import.meta.url)
const redirectedModules = new WeakSet()

// Since version 8, @sanity/client uses the fetch of undici in Node. Node 22.15 and later can replace it through hooks.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    if (specifier === 'undici' && resolved.url.startsWith('file:')) redirectModule(fileURLToPath(resolved.url))
    return resolved
  },
})

/** Patches the exports of undici. It is a CommonJS module, so later imports see the changed exports. */
function redirectModule(file) {
  const undici = require(file)
  if (redirectedModules.has(undici)) return
  redirectedModules.add(undici)
  undici.fetch = createRedirectingFetch(undici.fetch)
}
