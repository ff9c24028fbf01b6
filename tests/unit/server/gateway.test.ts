import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserFiles } from '../../../lib/browser-bundles.js'
import { failurePolicy } from '../../../lib/platform/csp/failure-page.ts'
import { getClientAddress } from '../../../lib/platform/http/client-address.ts'
import { isSameOrigin } from '../../../lib/platform/http/same-origin.ts'
import type { Redirect } from '../../../lib/platform/http/redirects.ts'
import { log } from '../../../lib/platform/log/log.ts'
import { getRequestId } from '../../../lib/platform/log/request-id.ts'
import { PageStore } from '../../../lib/platform/page-cache/page-store.ts'
import { NOT_FOUND_PATH } from '../../../lib/routes.ts'
import type { SiteOptions } from '../../../server/http/context.ts'
import { createGateway } from '../../../server/gateway.ts'
import { startMetrics } from '../../../lib/platform/monitoring/open-telemetry.ts'
import { telemetry } from '../../../lib/platform/telemetry/telemetry.ts'
import { createOperator } from '../../../server/handlers/operator.ts'
import { createRenderer } from '../../../server/http/render.ts'
import { createTextResponse, type PreparedResponse } from '../../../server/http/response.ts'
import { ALWAYS_REVALIDATE, buildSecurityHeaders } from '../../../server/http/response-headers.ts'
import { SiteRequest } from '../../../server/http/site-request.ts'
import { SiteResponse } from '../../../server/http/site-response.ts'
import { StaticFiles } from '../../../server/http/static-files.ts'
import { ResponseCache } from '../../../server/http/response-cache.ts'
import { parseMetrics } from '../../operate/support/metrics.ts'
import { createFakeFramework, missingPageMeta } from '../../support/fake-framework.ts'
import { type AnyServer, sendHttpRequest as requestPort, closeServer, listenOnFreePort } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE_URL = 'https://www.example.com'
const DRAFT_HEADERS = { cookie: 'theme=dark; __prerender_bypass=abc' }
const HTML_TYPE = 'text/html; charset=utf-8'

let folder: string
let framework: ReturnType<typeof createFakeFramework>
let server: AnyServer
let port: number
/** Paths of the existing pages, or the error of the page lookup. */
let knownPages: Set<string> | Error
let redirects: Redirect[]
let edgeHeaders: SiteOptions['edgeHeaders']
let peerResponses: Map<string, PreparedResponse>

beforeEach(async () => {
  stubSiteEnv()
  vi.spyOn(log, 'warn').mockReturnValue()
  vi.spyOn(log, 'error').mockReturnValue()
  folder = mkdtempSync(join(tmpdir(), 'gateway-'))
  const pages = new PageStore(join(folder, 'page-cache'))
  // Next's cache handler reads the page store from this global symbol.
  Object.assign(globalThis, { [Symbol.for('ductwise.pages')]: pages })
  framework = createFakeFramework(folder)
  peerResponses = new Map()
  knownPages = new Set(['/', '/pricing', '/blog'])
  edgeHeaders = undefined
  redirects = [{ source: '/old', destination: '/pricing?from=old#plans', permanent: true }]
  for (const path of knownPages) framework.ways.set(path, { html: `<h1>${path}</h1>` })
  framework.ways.set(NOT_FOUND_PATH, { html: `${missingPageMeta}<h1>Nothing here</h1>` })
  await start()
})
afterEach(async () => {
  await closeServer(server)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for('ductwise.pages'))
  rmSync(folder, { recursive: true, force: true })
})

async function start(siteUrl = SITE_URL) {
  const files = join(folder, 'static')
  mkdirSync(join(files, 'chunks'), { recursive: true })
  for (const name of ['chunks/a.js', 'b.css', 'c.woff2', 'd.txt'])
    writeFileSync(join(files, name), `content of ${name} `.repeat(50))
  const render = createRenderer(framework.handle)
  const pages = Reflect.get(globalThis, Symbol.for('ductwise.pages')) as PageStore
  const gateway = createGateway({
    siteUrl,
    trustedProxies: 0,
    headers: buildSecurityHeaders(siteUrl),
    pageHeaders: { 'x-of-pages': 'yes' },
    cache: new ResponseCache(render, pages, new URL(siteUrl).host),
    files: new StaticFiles(files),
    otherBuilds: { find: async (path) => peerResponses.get(path) },
    publicFiles: new Set(['/logo.png']),
    edgeHeaders,
    render,
    next: framework.handle,
    knownPage: async (path) => {
      if (knownPages instanceof Error) throw knownPages
      return knownPages.has(path) ? path : undefined
    },
    redirects: async () => redirects,
    operator: createOperator(undefined, []),
    routeName: () => 'unknown',
  })
  server = createServer({ IncomingMessage: SiteRequest, ServerResponse: SiteResponse }, gateway)
  port = await listenOnFreePort(server)
}

const sendRequest = (path: string, { headers, ...options }: Parameters<typeof requestPort>[2] = {}) =>
  requestPort(port, path, { ...options, headers: { host: new URL(SITE_URL).host, ...headers } })
const fetchText = async (path: string, options?: Parameters<typeof requestPort>[2]) =>
  (await sendRequest(path, options)).body.toString()
const fetchRedirect = async (path: string) => {
  const { status, headers } = await sendRequest(path)
  return [status, headers.location]
}
const listFrameworkUrls = () => framework.asked.map(({ url }) => url)

describe('cached page', () => {
  it('is rendered by Next once and then served from memory', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, headers, body } = await sendRequest('/pricing')
      expect([status, body.toString()]).toEqual([200, '<h1>/pricing</h1>'])
      expect(headers).toMatchObject({
        'content-type': HTML_TYPE,
        'cache-control': ALWAYS_REVALIDATE,
        'x-of-pages': 'yes',
      })
    }
    expect(listFrameworkUrls()).toEqual(['/pricing'])
  })

  it('is the same for every query string and for RSC requests', async () => {
    await sendRequest('/pricing')
    for (const path of ['/pricing?plan=pro', '/pricing?_rsc=abc', '/pricing?'])
      expect(await fetchText(path, { headers: { rsc: '1', 'next-router-prefetch': '1' } })).toBe('<h1>/pricing</h1>')
    expect(listFrameworkUrls()).toEqual(['/pricing'])
  })

  it('has edge cache headers, also on 304, unlike other responses', async () => {
    await closeServer(server)
    edgeHeaders = ({ startedAt }) => ({ 'surrogate-control': `max-age=${startedAt > 0 ? 5 : 0}` })
    await start()
    const { headers } = await sendRequest('/pricing')
    expect(headers['surrogate-control']).toBe('max-age=5')
    const revalidated = await sendRequest('/pricing', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([revalidated.status, revalidated.headers['surrogate-control']]).toEqual([304, 'max-age=5'])
    for (const path of ['/nothing', '/old', '/_next/static/b.css'])
      expect((await sendRequest(path)).headers).not.toHaveProperty('surrogate-control')
  })

  it('returns the same headers for HEAD as for GET', async () => {
    const page = { status: 200, headers: { 'content-length': '17' } }
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await sendRequest('/pricing', { method: 'HEAD' })).toMatchObject(page)
    expect(framework.asked.map(({ method }) => method)).toEqual(['GET'])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('rejects %s requests', async (method) => {
    await sendRequest('/pricing')
    for (const path of ['/pricing', '/never-seen', '/search', '/newsletter/confirm']) {
      const response = await sendRequest(path, { method, body: 'a=b' })
      expect(response.status).toBe(405)
      expect(response.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
    }
    expect(listFrameworkUrls()).toEqual(['/pricing'])
  })

  it('is rendered by Next for requests with draft mode', async () => {
    await sendRequest('/pricing')
    framework.ways.set('/pricing', (_, response) => response.end('a draft'))
    expect(await fetchText('/pricing', { headers: DRAFT_HEADERS })).toBe('a draft')
    expect(framework.asked.at(-1)?.headers).toMatchObject(DRAFT_HEADERS)
    expect(await fetchText('/pricing')).toBe('<h1>/pricing</h1>')
    expect(await fetchText('/pricing', { headers: { cookie: 'no__prerender_bypass=abc' } })).toBe('<h1>/pricing</h1>')
  })
})

describe('path without a page', () => {
  it('returns the 404 page, which Next renders once', async () => {
    const paths = Array.from(
      { length: 1_000 },
      (_, index) => [`/no-${index}`, `/a/${index}.php`, `/%41/${index}`][index % 3] ?? '',
    )
    for (const path of paths) {
      const response = await sendRequest(path)
      expect([response.status, response.body.toString()]).toEqual([404, expect.stringContaining('Nothing here')])
    }
    expect(listFrameworkUrls()).toEqual([NOT_FOUND_PATH])
    expect(await sendRequest(NOT_FOUND_PATH)).toMatchObject({ status: 404, headers: { 'x-of-pages': 'yes' } })
  })

  it("follows an editor's redirect and keeps the query", async () => {
    const fetchCachedRedirect = async (path: string) => [
      ...(await fetchRedirect(path)),
      (await sendRequest(path)).headers['cache-control'],
    ]
    redirects.push({ source: '/now', destination: 'https://book.example/demo', permanent: false })
    expect(await fetchCachedRedirect('/old')).toEqual([308, '/pricing?from=old#plans', ALWAYS_REVALIDATE])
    expect(await fetchCachedRedirect('/old?a=b%20c&_rsc=1')).toEqual([
      308,
      '/pricing?from=old&a=b%20c#plans',
      ALWAYS_REVALIDATE,
    ])
    expect(await fetchCachedRedirect('/now?plan=pro')).toEqual([
      307,
      'https://book.example/demo?plan=pro',
      ALWAYS_REVALIDATE,
    ])
    expect(listFrameworkUrls()).toEqual([])
  })

  it("redirects to the lowercase page unless an editor's redirect exists", async () => {
    redirects.push({ source: '/Blog', destination: 'https://blog.example/', permanent: false })
    expect(await fetchRedirect('/Pricing?plan=Pro')).toEqual([308, '/pricing?plan=Pro'])
    expect(await fetchRedirect('/Login')).toEqual([308, '/login'])
    expect(await fetchRedirect('/Blog')).toEqual([307, 'https://blog.example/'])
    expect(await fetchRedirect('/Prices')).toEqual([404, undefined])
    expect(listFrameworkUrls()).toEqual([NOT_FOUND_PATH])
  })

  it('follows redirect chains from any spelling and never redirects an existing page', async () => {
    redirects.push(
      { source: '/café', destination: '/OLD', permanent: true },
      { source: '/loop', destination: '/pool', permanent: true },
      { source: '/pool', destination: '/loop', permanent: true },
      { source: '/blog', destination: '/pricing', permanent: true },
    )
    for (const path of ['/caf%C3%A9', '/caf%c3%a9', '/cafe%CC%81', '/Caf%C3%A9/', '/%63af%C3%A9'])
      expect([path, ...(await fetchRedirect(path))]).toEqual([path, 308, '/pricing?from=old#plans'])
    expect(await fetchRedirect('/%70ricing')).toEqual([308, '/pricing'])
    expect(await fetchRedirect('/loop')).toEqual([404, undefined])
    expect(await fetchRedirect('/blog')).toEqual([200, undefined])
    expect((await sendRequest('/caf%C3')).status).toBe(400)
  })

  it('serves a page as soon as one is published, even over a redirect', async () => {
    expect(await sendRequest('/new')).toMatchObject({ status: 404 })
    framework.ways.set('/new', { html: '<h1>new</h1>' })
    framework.ways.set('/old', { html: '<h1>old</h1>' })
    knownPages = new Set(['/new', '/old'])
    expect(await fetchText('/new')).toBe('<h1>new</h1>')
    expect(await fetchText('/old')).toBe('<h1>old</h1>')
  })

  it('is passed to Next while the page list is unavailable', async () => {
    knownPages = new Error('The Content Lake is down')
    framework.ways.set('/unknown', { html: `${missingPageMeta}<h1>Nothing at all</h1>` })
    expect(await fetchText('/pricing')).toBe('<h1>/pricing</h1>')
    expect(await sendRequest('/unknown')).toMatchObject({ status: 404 })
    expect(listFrameworkUrls()).toEqual(['/pricing', '/unknown'])
    expect(log.warn).toHaveBeenCalled()
  })

  it('is rejected with 400 if it cannot be decoded, for every method', async () => {
    for (const path of ['/%', '/blog/%E0%A4%A', '/a%ff/b', '/api/%zz', '/_next/static/%', '/dashboard/%?a=b']) {
      for (const method of ['GET', 'POST']) {
        const response = await sendRequest(path, { method })
        expect(response.status).toBe(400)
        expect(response.headers['content-security-policy']).toBe(failurePolicy)
        expect(response.body.toString()).toContain('This URL isn’t valid')
      }
    }
    expect(await sendRequest('/100%25')).toMatchObject({ status: 404 })
    expect(listFrameworkUrls()).toEqual([NOT_FOUND_PATH])
  })

  it.each(['/pricing/', '//pricing', '/blog//page', '/blog\\page'])(
    'is passed to Next if it is not normalized: %s',
    async (path) => {
      await sendRequest(path)
      expect(listFrameworkUrls()).toEqual([path])
    },
  )
})

describe('failing page', () => {
  it('is requested once and shows the error page with the request ID', async () => {
    framework.ways.set('/pricing', (_, response) => response.destroy(new Error('broken')))
    const response = await sendRequest('/pricing')
    expect(response.status).toBe(500)
    expect(response.body.toString()).toMatch(/couldn’t load this page[\s\S]*mention error [0-9a-f-]{36}/)
    expect(response.headers).toMatchObject({
      'content-type': HTML_TYPE,
      'content-security-policy': failurePolicy,
      'content-length': String(response.body.length),
    })
    expect(listFrameworkUrls()).toEqual(['/pricing'])
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }), expect.any(String))
    expect(log.warn).not.toHaveBeenCalled()
    expect(await fetchText('/blog')).toBe('<h1>/blog</h1>')
  })

  it.each(['/pricing', '/search', '/login'])('shows the error page if Next returns an empty 500: %s', async (path) => {
    framework.ways.set(path, (_, response) => {
      response.statusCode = 500
      response.setHeader('content-type', HTML_TYPE)
      response.end('<p></p>')
    })
    const response = await sendRequest(path)
    expect(response.status).toBe(500)
    expect(response.body.toString()).toContain('We couldn’t load this page')
    expect(response.headers['content-security-policy']).toBe(failurePolicy)
    expect(response.headers['content-length']).toBe(String(response.body.length))
  })

  it('responds to HEAD without a body', async () => {
    framework.ways.set('/pricing', (_, response) => response.destroy(new Error('broken')))
    expect(await sendRequest('/pricing', { method: 'HEAD' })).toMatchObject({ status: 500, body: Buffer.alloc(0) })
  })
})

describe('dynamic page', () => {
  const SCRIPT = '<script src="/_next/static/chunks/a.js" async=""></script>'
  const setConfirmResponse = (status: number, headers: Record<string, string>) =>
    framework.ways.set('/newsletter/confirm', (request, response) => {
      response.statusCode = status
      response.setHeaders(new Map(Object.entries({ 'content-type': HTML_TYPE, ...headers })))
      response.end(`<h1>${request.url}</h1>${SCRIPT}`)
    })

  it('is rendered on every request with its query and without framework scripts', async () => {
    framework.ways.set('/search', (request, response) =>
      response.setHeader('content-type', HTML_TYPE).end(`<h1>${request.url}</h1>${SCRIPT}`),
    )
    for (const query of ['a', 'b']) {
      const response = await sendRequest(`/search?q=${query}`)
      expect(response.body.toString()).toBe(`<h1>/search?q=${query}</h1>`)
      expect(response.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'private, no-cache',
        'x-of-pages': 'yes',
      })
    }
    expect(listFrameworkUrls()).toEqual(['/search?q=a', '/search?q=b'])
  })

  it('with a secret URL keeps its no-referrer and no-store headers', async () => {
    setConfirmResponse(200, {
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const { raw, headers } = await sendRequest('/newsletter/confirm?token=abc')
    expect(raw.filter(([name]) => name === 'referrer-policy')).toEqual([['referrer-policy', 'no-referrer']])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })

  it('shows the cached 404 page if Next returns 404', async () => {
    setConfirmResponse(404, {})
    expect(await sendRequest('/newsletter/confirm')).toMatchObject({ status: 404 })
    expect(await fetchText('/newsletter/nothing')).toContain('Nothing here')
    expect(framework.times(NOT_FOUND_PATH)).toBe(1)
  })

  it('passes redirects through', async () => {
    framework.ways.set('/newsletter/confirm', (_, response) => response.writeHead(303, { location: '/' }).end())
    expect(await sendRequest('/newsletter/confirm')).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  it('responds to HEAD without a body', async () => {
    setConfirmResponse(200, {})
    expect(await sendRequest('/newsletter/confirm', { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    })
  })
})

describe('search requests', () => {
  it('are limited to 120 per minute per network, without affecting other pages', async () => {
    framework.ways.set('/search', { html: '<h1>Results</h1>' })
    const statuses: number[] = []
    for (let search = 0; search < 125; search++) statuses.push((await sendRequest(`/search?q=${search}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), ...Array.from({ length: 5 }, () => 429)])
    for (const options of [{}, { headers: DRAFT_HEADERS }]) {
      const { status, headers, body } = await sendRequest('/search?q=more', options)
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '60', 'no-store'])
      expect(headers['content-security-policy']).toBe(failurePolicy)
      expect(body.toString()).toContain('<h1>Please wait a minute</h1>')
    }
    expect((await sendRequest('/search')).status).toBe(200)
    expect((await sendRequest('/pricing')).status).toBe(200)
  })
})

describe('files', () => {
  it("include the site's scripts, and unknown scripts are not found", async () => {
    const [script] = browserFiles
    if (!script) throw new Error('There is no script')
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
    framework.ways.set(script.path, { type: 'text/javascript; charset=utf-8', body: Buffer.from('run()'), headers })
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await sendRequest(script.path)).toMatchObject({ status: 200, headers })
    peerResponses.set('/scripts/other-0123456789.js', createTextResponse(200, 'of another build', {}))
    expect(await fetchText('/scripts/other-0123456789.js')).toBe('of another build')
    for (const path of ['/scripts/none.js', '/scripts/', `${script.path}.map`])
      expect(await sendRequest(path)).not.toMatchObject({ status: 200 })
    expect(listFrameworkUrls()).toEqual([script.path, '/scripts/'])
  })

  it.each([
    ['cached by the site if immutable', 'public, max-age=31536000, immutable', 1],
    ['requested every time otherwise', 'public, max-age=3600', 2],
  ])('from Clerk at an exact version are compressed and %s', async (_, cacheControl, renderCount) => {
    const path = '/__clerk/npm/@clerk/ui@1.36.0/dist/ui-common_1.36.0.js'
    framework.ways.set(path, (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': cacheControl })
        .end('run() '.repeat(999)),
    )
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, headers } = await sendRequest(path, { headers: { 'accept-encoding': 'br' } })
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': cacheControl })
    }
    expect(framework.times(path)).toBe(renderCount)
  })

  it('of the Next build are served without Next, and unknown ones return 404', async () => {
    expect(await sendRequest('/_next/static/chunks/a.js')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      },
    })
    const styles = { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } }
    expect(await sendRequest('/_next/static/b.css')).toMatchObject(styles)
    expect(await fetchText('/_next/static/c.woff2')).toContain('content of c.woff2')
    for (const file of ['none.js', '../b.css', 'chunks/../../page-cache/a', ''])
      expect([(await sendRequest(`/_next/static/${file}`)).status, file]).toEqual([404, file])
    expect(listFrameworkUrls()).toEqual([])
    peerResponses.set('/_next/static/chunks/other.js', createTextResponse(200, 'of another build', {}))
    const otherBuild = { status: 200, body: Buffer.from('of another build') }
    expect(await sendRequest('/_next/static/chunks/other.js')).toMatchObject(otherBuild)
    await sendRequest('/_next/static/d.txt')
    expect(listFrameworkUrls()).toEqual(['/_next/static/d.txt'])
  })

  it('include Open Graph images only of existing pages', async () => {
    // The search page is not cached but has an Open Graph image.
    const imagePaths = ['/opengraph-image/pricing', '/opengraph-image', '/opengraph-image/search']
    for (const path of imagePaths) {
      framework.ways.set(path, { type: 'image/png', body: Buffer.alloc(5_000) })
      expect(await sendRequest(path)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    }
    expect(await sendRequest('/opengraph-image/no/such/page')).toMatchObject({ status: 404 })
    expect(listFrameworkUrls()).toEqual(imagePaths)
  })
})

describe('requests passed to Next', () => {
  const PATHS = [
    '/api/contact/ticket',
    '/dashboard',
    '/login',
    '/sign-in?next=a',
    '/logo.png',
    '/robots.txt',
    '/sitemap/1.xml',
    '/studio/desk',
    '/_next/image?url=a',
    '/blog/rss.xml',
  ]

  const echo: (typeof framework)['handle'] = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.end(`${request.method} ${Buffer.concat(chunks).toString()}`)
  }

  it.each(PATHS)('are unchanged: %s', async (url) => {
    framework.ways.set(url.split('?')[0] ?? '', echo)
    expect(await fetchText(url, { headers: { 'x-own': 'header' } })).toBe('GET ')
    expect(framework.asked).toMatchObject([{ url, method: 'GET', headers: { 'x-own': 'header' } }])
  })

  it.each(['POST', 'PUT', 'PATCH'])('include the body if the route accepts one: %s', async (method) => {
    framework.ways.set('/api/contact', echo)
    expect(await fetchText('/api/contact', { method, body: 'a=b' })).toBe(`${method} a=b`)
  })

  it.each([
    ['/robots.txt', 'POST', 'GET, HEAD'],
    ['/studio', 'POST', 'GET, HEAD'],
    ['/_next/image', 'DELETE', 'GET, HEAD'],
    ['/login', 'PUT', 'GET, HEAD, POST'],
    ['/login', 'POST', 'GET, HEAD'],
    ['/dashboard/calls', 'PROPFIND', 'GET, HEAD, POST'],
    ['/api/contact', 'TRACE', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  ])('exclude methods that the route does not allow: %s by %s', async (path, method, allow) => {
    expect(await sendRequest(path, { method })).toMatchObject({ status: 405, headers: { allow } })
    expect(listFrameworkUrls()).toEqual([])
  })

  it.each([
    '/dashboard.rsc',
    '/dashboard/calls.segments/_tree.segment.rsc',
    '/__clerk/..%2f',
    '/__clerk/../login',
    '/api/%2e%2e',
  ])('exclude invalid paths: %s', async (path) => {
    expect(await sendRequest(path)).toMatchObject({ status: 404 })
    expect(listFrameworkUrls()).toEqual([])
  })

  it("contain the site's own host headers instead of forged ones", async () => {
    framework.ways.set('/login', echo)
    const forgedHeaders = {
      host: 'WWW.EXAMPLE.COM:8443',
      forwarded: 'host=evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '666',
      'x-forwarded-for': '6.6.6.6',
      'x-original-url': '/dashboard',
      'x-rewrite-url': '/dashboard',
      'x-middleware-subrequest': 'proxy',
      'x-invoke-path': '/dashboard',
      'x-matched-path': '/dashboard',
      'x-nextjs-data': '1',
      'x-prerender-revalidate': 'a',
    }
    await sendRequest('/login', { headers: forgedHeaders })
    const { headers = {} } = framework.asked[0] ?? {}
    const trustedHeaders = {
      host: 'www.example.com',
      'x-forwarded-host': 'www.example.com',
      'x-forwarded-proto': 'https',
    }
    expect(headers).toMatchObject(trustedHeaders)
    expect(Object.keys(forgedHeaders).filter((name) => name in headers && !(name in trustedHeaders))).toEqual([])
  })

  it.each([
    ['192.168.1.20:3000', 'http://192.168.1.20:3000', true],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', true],
    ['192.168.1.20:3000', 'http://192.168.1.20:8080', false],
    ['192.168.1.20:3000', 'http://evil.example', false],
    ['localhost:3000', 'http://192.168.1.20:3000', false],
  ])('on a local site accept forms opened at %s from origin %s: %s', async (host, origin, isAccepted) => {
    await closeServer(server)
    const localOrigin = 'http://localhost:3000'
    await start(localOrigin)
    framework.ways.set('/api/form', (request, response) =>
      response.end(String(isSameOrigin(new Headers(request.headers as Record<string, string>), localOrigin))),
    )
    expect(await fetchText('/api/form', { method: 'POST', headers: { host, origin } })).toBe(String(isAccepted))
    const action = await sendRequest('/login', {
      method: 'POST',
      headers: { host, origin, 'next-action': 'a', 'content-type': 'text/plain' },
      body: '[]',
    })
    expect(action.status === 403).toBe(!isAccepted)
  })

  it("contain the socket's IP address, which clients cannot forge", async () => {
    framework.ways.set('/api/who', (request, response) =>
      response.end(getClientAddress(new Headers(request.headers as Record<string, string>), 0)),
    )
    await sendRequest('/api/who')
    const header = Object.keys(framework.asked[0]?.headers ?? {}).find((name) => name.startsWith('x-socket-')) ?? ''
    expect(header).toMatch(/^x-socket-[0-9a-f]{24}$/)
    for (const name of ['x-forwarded-for', header, header.toUpperCase()])
      expect(await fetchText('/api/who', { headers: { [name]: '6.6.6.6' } })).toBe('127.0.0.1')
  })

  it('have a request ID, which only API responses include', async () => {
    const requestIds: (string | undefined)[] = []
    for (const path of ['/api/a', '/login'])
      framework.ways.set(path, (_, response) => {
        requestIds.push(getRequestId())
        response.end()
      })
    const ids = [await sendRequest('/api/a'), await sendRequest('/api/a')].map(({ headers }) => headers['x-request-id'])
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids).toEqual(requestIds)
    expect(new Set(ids).size).toBe(2)
    for (const path of ['/login', '/pricing', '/pricing', '/nothing', '/old', '/%'])
      expect((await sendRequest(path)).headers['x-request-id']).toBeUndefined()
    expect(requestIds[2]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('responses', () => {
  const kinds: [what: string, path: string, status: number, sent?: Parameters<typeof requestPort>[2]][] = [
    ['a cached page', '/pricing', 200],
    ['an uncached page', '/blog', 200],
    ['a missing page', '/nothing', 404],
    ['a redirect', '/old', 308],
    ['a broken page', '/broken', 500],
    ['a page that Next failed to render', '/failed', 500],
    ['a dynamic page', '/search', 200],
    ['a dynamic redirect', '/newsletter/confirm', 303],
    ['a failed dynamic page', '/newsletter/unsubscribe', 500],
    ['a file', '/_next/static/b.css', 200],
    ['the speculation rules', '/speculation-rules.json', 200],
    ['a missing file', '/_next/static/none.css', 404],
    ['a missing script', '/scripts/none.js', 404],
    ['a missing image', '/opengraph-image/none', 404],
    ['a malformed URL', '/%', 400],
    ['a POST to a page', '/pricing', 405, { method: 'POST' }],
    ['an oversized body', '/login', 413, { method: 'POST', body: Buffer.alloc(100_000) }],
    ['an endpoint', '/api/contact', 200],
    ['a preview', '/pricing', 200, { headers: DRAFT_HEADERS }],
    ['another host', '/pricing', 421, { headers: { host: 'evil.example' } }],
    ['a cross-site server action', '/login', 403, { method: 'POST', headers: { 'next-action': 'a' } }],
    ['a blocked path', '/dashboard.rsc', 404],
  ]

  beforeEach(() => {
    ;(knownPages as Set<string>).add('/broken').add('/failed')
    framework.ways.set('/broken', (_, response) => response.destroy(new Error('broken')))
    for (const path of ['/failed', '/newsletter/unsubscribe'])
      framework.ways.set(path, (_, response) => {
        response.statusCode = 500
        response.setHeader('content-type', HTML_TYPE).end('<p></p>')
      })
    framework.ways.set('/blog', (_, response) =>
      response.setHeader('content-type', HTML_TYPE).end('<h1>This once</h1>'),
    )
    framework.ways.set('/search', (_, response) => response.setHeader('content-type', HTML_TYPE).end('<h1>Search</h1>'))
    framework.ways.set('/newsletter/confirm', (_, response) => response.writeHead(303, { location: '/' }).end())
    framework.ways.set('/api/contact', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
  })

  const names = [
    ...Object.keys(buildSecurityHeaders(SITE_URL)),
    'content-security-policy',
    'cross-origin-resource-policy',
  ]

  it.each(kinds)('include every security header exactly once: %s', async (_, path, status, options) => {
    const response = await sendRequest(path, options)
    expect(response.status).toBe(status)
    for (const name of names)
      expect([name, response.raw.filter(([headerName]) => headerName === name).length]).toEqual([name, 1])
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.headers['x-stored-key']).toBeUndefined()
  })
})

describe('unknown host', () => {
  it.each(['/', '/pricing', '/login', '/api/contact', '/_next/static/b.css', '/nothing'])(
    'is rejected with 421: %s',
    async (path) => {
      const response = await sendRequest(path, { headers: { host: 'evil.example' } })
      expect(response).toMatchObject({ status: 421, headers: { connection: 'close' } })
      expect(response.body.toString()).not.toContain('evil')
      expect(listFrameworkUrls()).toEqual([])
    },
  )

  it('in an absolute request URL takes precedence over the Host header', async () => {
    expect(await sendRequest('http://evil.example/pricing')).toMatchObject({ status: 421 })
    expect(await sendRequest('ftp://evil.example/pricing')).toMatchObject({ status: 421 })
    expect(await sendRequest('http://www.example.com@evil.example/pricing')).toMatchObject({ status: 421 })
    const absoluteResponse = await sendRequest('http://www.example.com/pricing?a=b', {
      headers: { host: 'evil.example' },
    })
    expect([absoluteResponse.status, absoluteResponse.body.toString()]).toEqual([200, '<h1>/pricing</h1>'])
  })
})

describe('operator endpoints', () => {
  it('bypass Next, even in draft mode, and are never cached', async () => {
    for (const path of ['/api/health/live', '/api/health/ready', '/api/metrics'])
      for (const headers of [{}, DRAFT_HEADERS]) {
        const { headers: responseHeaders } = await sendRequest(path, { headers })
        expect(responseHeaders).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      }
    expect((await sendRequest('/api/health/live', { headers: DRAFT_HEADERS })).status).toBe(200)
    expect((await sendRequest('/api/health/live', { method: 'HEAD' })).status).toBe(200)
    expect((await sendRequest('/api/health/live', { method: 'POST' })).status).toBe(405)
    expect(listFrameworkUrls()).toEqual([])
  })
})

describe('request metrics', () => {
  afterEach(() => {
    delete telemetry.meter
  })

  it('count requests by route kind and status', async () => {
    startMetrics({ release: 'a', environment: 'b' }, { hasEndpoint: true, exportIntervalMs: undefined })
    for (const path of ['/pricing', '/pricing', '/old', '/_next/static/b.css', '/api/health/live', '/api/no', '/%'])
      await sendRequest(path)
    await sendRequest('/pricing', { method: 'POST' })
    const readRequestCounts = async () =>
      parseMetrics((await telemetry.renderMetrics?.()) ?? '')
        .filter(({ name }) => name === 'http_server_request_duration_seconds_count')
        .map(({ labels, value }) => `${labels.ductwise_handler} ${labels.http_response_status_code} ${value}`)
        .toSorted()
    await expect
      .poll(readRequestCounts)
      .toEqual([
        'file 200 1',
        'gateway 400 1',
        'memory 200 1',
        'next 404 1',
        'operator 200 1',
        'page 200 1',
        'page 308 1',
        'page 405 1',
      ])
  })
})
