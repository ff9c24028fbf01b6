import { findRedirect, type Target } from '../../lib/platform/http/redirects.ts'
import { withQuery } from '../../lib/platform/http/with-query.ts'
import { log } from '../../lib/platform/log/log.ts'
import { finishHtml } from '../../lib/platform/page-cache/finish-page.ts'
import { findCanonicalPage } from '../../lib/platform/http/paths/canonical-path.ts'
import { HOME_PATH, NOT_FOUND_PATH, PAGES_WITHOUT_DOCUMENT } from '../../lib/routes.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import { Body } from '../http/body.ts'
import type { RequestContext, Site } from '../http/context.ts'
import { createTextResponse, sendPreparedResponse, sendRenderedResponse, sendResult } from '../http/response.ts'
import { ALWAYS_REVALIDATE, isHtml } from '../http/response-headers.ts'
import { handleNext } from './next.ts'

/** Cache-Control value that allows the back/forward cache and otherwise requires revalidation. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache'

/** Sends a redirect that keeps the visitor's query. Clients revalidate redirects, in case a page replaces them. */
function sendRedirect(ctx: RequestContext, { destination, permanent }: Target): void {
  const location = withQuery(destination, ctx.query)
  sendPreparedResponse(
    ctx,
    createTextResponse(permanent ? 308 : 307, '', { location, 'cache-control': ALWAYS_REVALIDATE }),
  )
}

/** Returns the redirect target of a path that has no page: a redirect from the CMS, or the canonical spelling. */
async function findTarget({ siteUrl, knownPage, redirects }: Site, path: string): Promise<Target | undefined> {
  const isPage = async (candidate: string) =>
    PAGES_WITHOUT_DOCUMENT.has(candidate) || (await knownPage(candidate)) !== undefined
  const redirect = await findRedirect(path, { redirects: await redirects(), siteUrl, isPage })
  if (redirect) return redirect
  const destination = await findCanonicalPage(path, isPage)
  return destination === undefined ? undefined : { destination, permanent: true }
}

async function resolvePath(site: Site, path: string): Promise<'page' | Target | undefined> {
  try {
    if ((await site.knownPage(path)) === undefined) return await findTarget(site, path)
    // The path is added only for known pages. Any other path may contain user input.
    telemetry.tracing?.describe({ 'url.path': path })
    return 'page'
  } catch (err) {
    // On failure, Next.js handles the path.
    log.warn({ err }, 'http: page lookup failed')
    return 'page'
  }
}

const sendNotFound = async (ctx: RequestContext): Promise<void> =>
  sendResult(ctx, await ctx.site.cache.get(NOT_FOUND_PATH))

export async function handlePage(ctx: RequestContext): Promise<void> {
  const target = await resolvePath(ctx.site, ctx.path)
  if (!target) return sendNotFound(ctx)
  return target === 'page' ? sendResult(ctx, await ctx.site.cache.get(ctx.path)) : sendRedirect(ctx, target)
}

/**
 * Handles paths with extra slashes. If the path has a redirect once they are removed, the response redirects directly
 * to the final URL. Otherwise, Next.js removes the slashes.
 */
export async function handleExtraSlashes(ctx: RequestContext): Promise<void> {
  const path = ctx.path.replace(/\/{2,}/g, '/').replace(/\/$/, '') || HOME_PATH
  const target = ctx.path.includes('\\') ? undefined : await resolvePath(ctx.site, path)
  return target && target !== 'page' ? sendRedirect(ctx, target) : handleNext(ctx)
}

export async function handleDynamicPage(ctx: RequestContext): Promise<void> {
  const { site, request } = ctx
  const rendered = await site.render(request.url ?? '', { host: site.host })
  const { status, headers } = rendered
  // Next.js's own 404 page is empty without scripts.
  if (status === 404) return sendNotFound(ctx)
  if (!isHtml(headers['content-type']) || status >= 500) return sendRenderedResponse(ctx, rendered)
  const { html, headers: finalHeaders } = finishHtml(rendered.body.toString())
  const isPrivate = headers['referrer-policy'] === 'no-referrer'
  sendPreparedResponse(ctx, {
    status,
    headers: { ...headers, ...finalHeaders, ...(!isPrivate && { 'cache-control': PRIVATE_CACHE_CONTROL }) },
    body: new Body(Buffer.from(html), 'text/html'),
  })
}
