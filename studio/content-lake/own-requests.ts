/** Hosts of hosted services that the Studio calls regardless of its API host: version check and feedback form. */
const HOSTED_SERVICES = /(^|\.)sanity(-cdn)?\.(io|com)$/

type Home = { apiHost: string; projectId: string }

/** Maps a URL to its target: the API host for `{projectId}.{API host}`, undefined for hosted services. */
export const requestTarget = (url: string, { apiHost, projectId }: Home): string | undefined => {
  const target = new URL(url)
  if (HOSTED_SERVICES.test(target.hostname)) return undefined
  const home = new URL(apiHost)
  if (target.host === `${projectId}.${home.host}`) target.host = home.host
  return target.href
}

const urlOf = (input: RequestInfo | URL): string =>
  new URL(input instanceof Request ? input.url : input, globalThis.location?.href).href

/**
 * Wraps `fetch` for a self-hosted Content Lake. Maps project host names to the API host.
 * Sends nothing to Sanity's servers: GET requests return an empty object, other requests return 503.
 */
export const ownRequests =
  (send: typeof fetch, home: Home): typeof fetch =>
  async (input, init) => {
    const url = urlOf(input)
    const target = requestTarget(url, home)
    if (target === url) return send(input, init)
    if (target) return send(input instanceof Request ? new Request(target, input) : target, init)
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET')
    return method === 'GET' ? Response.json({}) : new Response(null, { status: 503 })
  }
