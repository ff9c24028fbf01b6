import { millisecondsInMinute } from 'date-fns/constants'
import { createClientLimit } from '../../lib/platform/http/client-limit.ts'
import { isSiteOrigin } from '../../lib/platform/http/site-origin.ts'
import type { Redirect } from '../../lib/platform/http/redirects.ts'
import type { Lifetime } from '../../lib/platform/page-cache/outdated.ts'
import { HOME_PATH } from '../../lib/routes.ts'
import type { Body } from './body.ts'
import { createHostCheck } from './host-check.ts'
import type { OtherBuilds } from './other-builds.ts'
import type { Render } from './render.ts'
import type { PreparedResponse } from './response.ts'
import type { ResponseCache } from './response-cache.ts'
import type { RouteKind } from './route-kind.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteResponse } from './site-response.ts'
import type { StaticFiles } from './static-files.ts'

/**
 * Rate limit of the search page per network. Each request renders a page, and browsers with scripts search locally
 * instead.
 */
export const SEARCH_LIMIT = { name: 'search', count: 120, windowMs: millisecondsInMinute }

export type SiteOptions = {
  siteUrl: string
  trustedProxies: number
  headers: Record<string, string>
  pageHeaders: Record<string, string>
  cache: Pick<ResponseCache, 'getFreshResponse' | 'get'>
  files: Pick<StaticFiles, 'has' | 'find'>
  otherBuilds: Pick<OtherBuilds, 'find'>
  publicFiles: ReadonlySet<string>
  edgeHeaders?: ((lifetime: Lifetime) => Record<string, string>) | undefined
  render: Render
  next: (request: SiteRequest, response: SiteResponse) => Promise<void>
  knownPage: (path: string) => Promise<string | undefined>
  redirects: () => Promise<Redirect[]>
  operator: (request: SiteRequest, path: string) => Promise<PreparedResponse>
  routeName: (path: string) => string
}

export type Site = ReturnType<typeof createSite>

export function createSite(options: SiteOptions) {
  const { siteUrl, trustedProxies } = options
  const { host, origin, protocol } = new URL(siteUrl)
  return {
    ...options,
    host,
    origin,
    protocol: protocol.slice(0, -1),
    isAllowedHost: createHostCheck(siteUrl, trustedProxies),
    maySearch: createClientLimit(SEARCH_LIMIT),
    /** Responses with all headers, cached so that the headers are merged once per body. */
    completed: new WeakMap<Body, PreparedResponse>(),
  }
}

export type RequestContext = {
  site: Site
  request: SiteRequest
  response: SiteResponse
  path: string
  query: string
  isRead: boolean
  /** Whether draft mode is on. Next.js then renders every page. */
  isDraft: boolean
  /** Route kind; undefined until the first guards have passed. */
  kind: RouteKind | undefined
}

const DRAFT_MODE_COOKIE_PATTERN = /(?:^|;\s*)__prerender_bypass=/

/** Applies an absolute-form request target, which overrides `Host`: RFC 9112, 3.2.2. */
function useAbsoluteUrl(request: SiteRequest): void {
  const { url = '' } = request
  if (url === '*') return
  const address = URL.canParse(url) ? new URL(url) : undefined
  const isHttp = address?.protocol === 'http:' || address?.protocol === 'https:'
  request.headers.host = address && isHttp && !address.username ? address.host : ''
  request.url = address ? address.pathname + address.search : HOME_PATH
}

/**
 * If a page of this site sent the request, replaces its `Origin` header with the public origin, which Next.js expects.
 */
export function usePublicOrigin({ site, request: { headers } }: RequestContext): void {
  if (headers.origin !== undefined && isSiteOrigin(headers.origin, headers.host, site.siteUrl))
    headers.origin = site.origin
}

export function createContext(site: Site, request: SiteRequest, response: SiteResponse): RequestContext {
  if (!request.url?.startsWith('/')) useAbsoluteUrl(request)
  const { url = '', method, headers } = request
  const pathEnd = url.indexOf('?')
  return {
    site,
    request,
    response,
    path: pathEnd < 0 ? url : url.slice(0, pathEnd),
    query: pathEnd < 0 ? '' : url.slice(pathEnd + 1),
    isRead: method === 'GET' || method === 'HEAD',
    isDraft: headers.cookie !== undefined && DRAFT_MODE_COOKIE_PATTERN.test(headers.cookie),
    kind: undefined,
  }
}
