import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import PageCache from '../../lib/platform/page-cache/handler.ts'
import { isAged } from '../../lib/platform/page-cache/outdated.ts'
import { MISSING_PAGE } from '../../lib/platform/page-cache/status.ts'

type Asked = { method: string | undefined; url: string; headers: IncomingHttpHeaders }

/** The content of a path: a cached page, a cached route, or a custom handler. */
type Way =
  | { html: string; tags?: string[]; revalidate?: number }
  | { type: string; body: Buffer; tags?: string[]; headers?: Record<string, string> }
  | ((request: IncomingMessage, response: ServerResponse) => unknown)

export const missingMark = `<meta name="${MISSING_PAGE.name}" content="404"/>`

const valueOf = (way: Exclude<Way, (...args: never[]) => unknown>) => {
  const headers = { 'x-next-cache-tags': (way.tags ?? []).join(',') }
  return 'html' in way
    ? { kind: 'APP_PAGE', html: way.html, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
    : {
        kind: 'APP_ROUTE',
        body: way.body,
        status: 200,
        headers: { ...headers, 'content-type': way.type, ...way.headers },
      }
}

/**
 * Creates a stand-in for Next that serves pages through the real page cache and records requests.
 * @param folder for cached pages
 */
export function fakeFramework(folder: string) {
  const ways = new Map<string, Way>()
  const asked: Asked[] = []
  let gate: Promise<unknown> | undefined

  async function stored(path: string, way: Exclude<Way, (...args: never[]) => unknown>, response: ServerResponse) {
    const cache = new PageCache({ serverDistDir: folder })
    const entry = await cache.get(path, { kind: 'APP_PAGE' })
    const render = async () => {
      const made = valueOf(way)
      await gate
      const revalidate = 'html' in way ? way.revalidate : undefined
      await cache.set(path, made, { ...(revalidate !== undefined && { cacheControl: { revalidate } }) })
      return made
    }
    const value = entry?.value ?? (await render())
    if (entry && isAged({ startedAt: entry.lastModified, cacheControl: entry.cacheControl }, Date.now())) void render()
    response.statusCode = value.status ?? 200
    for (const [name, header] of Object.entries(value.headers ?? {}))
      if (header !== undefined) response.setHeader(name, header)
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 's-maxage=3600')
    response.end(value.html ?? value.body)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? ''
    asked.push({ method: request.method, url, headers: { ...request.headers } })
    const path = url.split('?', 1)[0] ?? ''
    const way = ways.get(path)
    if (!way)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('The framework has nothing here')
    if (typeof way !== 'function') return stored(path, way, response)
    await way(request, response)
  }

  return {
    ways,
    asked,
    handle,
    times: (url: string) => asked.filter((one) => one.url === url).length,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
  }
}
