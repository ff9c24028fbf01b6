/** Hosted services the Studio calls regardless of its API host: version check, feedback form. */
const HOSTED_SERVICES = /(^|\.)sanity(-cdn)?\.(io|com)$/

type Home = { apiHost: string; projectId: string }

/** `undefined` for hosted services; the API host for `{projectId}.{API host}`. */
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
 * `fetch` for a self-hosted Content Lake: sends nothing to Sanity's servers (GETs return "nothing new", other
 * requests "unavailable") and maps project host names to the API host.
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
