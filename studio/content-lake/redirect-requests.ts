/** Hosts of hosted services that the Studio calls regardless of its API host: version check and feedback form. */
const HOSTED_SERVICE_PATTERN = /(^|\.)sanity(-cdn)?\.(io|com)$/

type ApiTarget = { apiHost: string; projectId: string }

/** Maps a URL to its target: the API host for `{projectId}.{API host}`, undefined for hosted services. */
export const resolveRequestUrl = (url: string, { apiHost, projectId }: ApiTarget): string | undefined => {
  const target = new URL(url)
  if (HOSTED_SERVICE_PATTERN.test(target.hostname)) return undefined
  const apiUrl = new URL(apiHost)
  if (target.host === `${projectId}.${apiUrl.host}`) target.host = apiUrl.host
  return target.href
}

const getUrl = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, globalThis.location?.href).href

/**
 * Wraps `fetch` for a self-hosted Content Lake. Maps project host names to the API host.
 * Sends nothing to Sanity's servers: GET requests return an empty object, other requests return 503.
 */
export const redirectRequests =
  (originalFetch: typeof fetch, apiTarget: ApiTarget): typeof fetch =>
  async (input, init) => {
    const url = getUrl(input)
    const target = resolveRequestUrl(url, apiTarget)
    if (target === url) return originalFetch(input, init)
    if (target) return originalFetch(input instanceof Request ? new Request(target, input) : target, init)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return method === 'GET' ? Response.json({}) : new Response(null, { status: 503 })
  }
