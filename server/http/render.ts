import inject, { type DispatchFunc } from 'light-my-request'
import { withDeadline } from '../../lib/platform/time/deadline.ts'
import { log } from '../../lib/platform/log/log.ts'

export type RenderedResponse = { status: number; headers: Record<string, string>; body: Buffer }

/** Matches transport headers, and headers of Next.js's own caches. */
const DROPPED_HEADER_PATTERN =
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|date|etag|vary|link|x-nextjs-.*|x-next-.*)$/

export type Render = (url: string, headers: Record<string, string>) => Promise<RenderedResponse>

export const createRenderer = (handle: (...args: Parameters<DispatchFunc>) => Promise<unknown>): Render => {
  // If Next.js fails, the response is destroyed. Otherwise, the caller would wait forever.
  const dispatch: DispatchFunc = (request, response) =>
    void handle(request, response).catch((err: Error) => response.destroy(err))
  return async (url, headers) => {
    const response = await inject(dispatch, { method: 'GET', url, headers })
    const keptHeaders = Object.entries(response.headers).filter(([name]) => !DROPPED_HEADER_PATTERN.test(name))
    return {
      status: response.statusCode,
      headers: Object.fromEntries(keptHeaders.map(([name, value]) => [name, String(value)])),
      body: response.rawPayload,
    }
  }
}

/** Time limit of the warm-up. A path that takes longer loads at its first request. */
const WARM_UP_TIMEOUT_MS = 10_000

/**
 * Warm-up paths: a page, a dashboard endpoint (responds 401), the publish webhook, and an endpoint that has no
 * dependencies.
 */
const WARM_UP_PATHS = ['/', '/api/dashboard/changes', '/api/revalidate', '/api/contact/ticket']

/**
 * Loads the code of pages and endpoints before the first request. Loading blocks the event loop for a second or longer.
 */
export async function warmUp(render: Render, host: string): Promise<void> {
  const renderAll = async () => {
    for (const path of WARM_UP_PATHS) await render(path, { host })
  }
  try {
    await withDeadline(renderAll(), WARM_UP_TIMEOUT_MS, () => log.warn('startup: warm-up timed out'))
  } catch (err) {
    log.warn({ err }, 'startup: warm-up failed')
  }
}
