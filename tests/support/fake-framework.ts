import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import PageCache from '../../lib/platform/page-cache/handler.ts'
import { isStale } from '../../lib/platform/page-cache/outdated.ts'
import { NOT_FOUND_META } from '../../lib/platform/page-cache/status.ts'

type RecordedRequest = { method: string | undefined; url: string; headers: IncomingHttpHeaders }

/** The content of a path: a cached page, a cached route, or a custom handler. */
type RouteContent =
  | { html: string; tags?: string[]; revalidate?: number }
  | { type: string; body: Buffer; tags?: string[]; headers?: Record<string, string> }
  | ((request: IncomingMessage, response: ServerResponse) => unknown)

export const missingPageMeta = `<meta name="${NOT_FOUND_META.name}" content="404"/>`

const buildCacheValue = (content: Exclude<RouteContent, (...args: never[]) => unknown>) => {
  const headers = { 'x-next-cache-tags': (content.tags ?? []).join(',') }
  return 'html' in content
    ? { kind: 'APP_PAGE', html: content.html, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } }
    : {
        kind: 'APP_ROUTE',
        body: content.body,
        status: 200,
        headers: { ...headers, 'content-type': content.type, ...content.headers },
      }
}

/**
 * Creates a stand-in for Next that serves pages through the real page cache and records requests.
 * @param folder for cached pages
 */
export function createFakeFramework(folder: string) {
  const contents = new Map<string, RouteContent>()
  const requests: RecordedRequest[] = []
  let gate: Promise<unknown> | undefined

  async function serveCached(
    path: string,
    content: Exclude<RouteContent, (...args: never[]) => unknown>,
    response: ServerResponse,
  ) {
    const cache = new PageCache({ serverDistDir: folder })
    const entry = await cache.get(path, { kind: 'APP_PAGE' })
    const render = async () => {
      const renderedValue = buildCacheValue(content)
      await gate
      const revalidate = 'html' in content ? content.revalidate : undefined
      await cache.set(path, renderedValue, { ...(revalidate !== undefined && { cacheControl: { revalidate } }) })
      return renderedValue
    }
    const value = entry?.value ?? (await render())
    if (entry && isStale({ startedAt: entry.lastModified, cacheControl: entry.cacheControl }, Date.now())) void render()
    response.statusCode = value.status ?? 200
    for (const [name, header] of Object.entries(value.headers ?? {}))
      if (header !== undefined) response.setHeader(name, header)
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 's-maxage=3600')
    response.end(value.html ?? value.body)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? ''
    requests.push({ method: request.method, url, headers: { ...request.headers } })
    const path = url.split('?', 1)[0] ?? ''
    const content = contents.get(path)
    if (!content)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('The framework has nothing here')
    if (typeof content !== 'function') return serveCached(path, content, response)
    await content(request, response)
  }

  return {
    ways: contents,
    asked: requests,
    handle,
    times: (url: string) => requests.filter((recorded) => recorded.url === url).length,
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
