/**
 * Sends what this process fetches from hosted Sanity to a local Content Lake instead, for projects whose client names no `apiHost`:
 *
 *   NODE_OPTIONS="--import <folder of this package>/redirect.mjs" CONTENT_LAKE_URL=http://localhost:3900 next dev
 *
 * Plain JavaScript, because it is loaded by whatever Node the other project runs on.
 */
const lake = new URL(process.env.CONTENT_LAKE_URL ?? 'http://localhost:3900')

/** `<project>.api.sanity.io`, `<project>.apicdn.sanity.io`, `api.sanity.io` and `cdn.sanity.io`. */
const HOSTED = /^(([\w-]+\.)?(api|apicdn)|cdn)\.sanity\.io$/

const { fetch: originalFetch } = globalThis

function redirected(url) {
  const { hostname, pathname, search } = new URL(url)
  return HOSTED.test(hostname) ? new URL(pathname + search, lake) : undefined
}

globalThis.fetch = (input, init) => {
  const target = redirected(input instanceof Request ? input.url : input)
  if (!target) return originalFetch(input, init)
  return originalFetch(input instanceof Request ? new Request(target, input) : target, init)
}
