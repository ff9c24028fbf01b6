import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserFiles } from '../../../lib/browser-bundles.js'
import { failurePolicy } from '../../../lib/platform/csp/failure-page.ts'
import { clientAddress } from '../../../lib/platform/http/client-address.ts'
import { isSameOrigin } from '../../../lib/platform/http/same-origin.ts'
import type { Redirect } from '../../../lib/platform/http/redirects.ts'
import { log } from '../../../lib/platform/log/log.ts'
import { requestId } from '../../../lib/platform/log/request-id.ts'
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
import { figuresIn } from '../../operate/support/figures.ts'
import { fakeFramework, missingMark } from '../../support/fake-framework.ts'
import { type AnyServer, ask as askPort, closed, listening } from '../../support/http.ts'
import { stubSiteEnv } from '../../support/site-env.ts'

const SITE = 'https://www.example.com'
const DRAFT = { cookie: 'theme=dark; __prerender_bypass=abc' }
const HTML = 'text/html; charset=utf-8'

let folder: string
let framework: ReturnType<typeof fakeFramework>
let server: AnyServer
let port: number
/** Paths of the existing pages, or the error of the page lookup. */
let known: Set<string> | Error
let redirects: Redirect[]
let edgeHeaders: SiteOptions['edgeHeaders']
let othersHave: Map<string, PreparedResponse>

beforeEach(async () => {
  stubSiteEnv()
  vi.spyOn(log, 'warn').mockReturnValue()
  vi.spyOn(log, 'error').mockReturnValue()
  folder = mkdtempSync(join(tmpdir(), 'gateway-'))
  const pages = new PageStore(join(folder, 'page-cache'))
  // Next's cache handler reads the page store from this global symbol.
  Object.assign(globalThis, { [Symbol.for('ductwise.pages')]: pages })
  framework = fakeFramework(folder)
  othersHave = new Map()
  known = new Set(['/', '/pricing', '/blog'])
  edgeHeaders = undefined
  redirects = [{ source: '/old', destination: '/pricing?from=old#plans', permanent: true }]
  for (const path of known) framework.ways.set(path, { html: `<h1>${path}</h1>` })
  framework.ways.set(NOT_FOUND_PATH, { html: `${missingMark}<h1>Nothing here</h1>` })
  await start()
})
afterEach(async () => {
  await closed(server)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(globalThis, Symbol.for('ductwise.pages'))
  rmSync(folder, { recursive: true, force: true })
})

async function start(siteUrl = SITE) {
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
    otherBuilds: { find: async (path) => othersHave.get(path) },
    publicFiles: new Set(['/logo.png']),
    edgeHeaders,
    render,
    next: framework.handle,
    knownPage: async (path) => {
      if (known instanceof Error) throw known
      return known.has(path) ? path : undefined
    },
    redirects: async () => redirects,
    operator: createOperator(undefined, []),
    routeName: () => 'unknown',
  })
  server = createServer({ IncomingMessage: SiteRequest, ServerResponse: SiteResponse }, gateway)
  port = await listening(server)
}

const ask = (path: string, { headers, ...sent }: Parameters<typeof askPort>[2] = {}) =>
  askPort(port, path, { ...sent, headers: { host: new URL(SITE).host, ...headers } })
const textOf = async (path: string, sent?: Parameters<typeof askPort>[2]) => (await ask(path, sent)).body.toString()
const locationOf = async (path: string) => {
  const { status, headers } = await ask(path)
  return [status, headers.location]
}
const asked = () => framework.asked.map(({ url }) => url)

describe('cached page', () => {
  it('is rendered by Next once and then served from memory', async () => {
    for (let visit = 0; visit < 3; visit++) {
      const { status, headers, body } = await ask('/pricing')
      expect([status, body.toString()]).toEqual([200, '<h1>/pricing</h1>'])
      expect(headers).toMatchObject({ 'content-type': HTML, 'cache-control': ALWAYS_REVALIDATE, 'x-of-pages': 'yes' })
    }
    expect(asked()).toEqual(['/pricing'])
  })

  it('is the same for every query string and for RSC requests', async () => {
    await ask('/pricing')
    for (const path of ['/pricing?plan=pro', '/pricing?_rsc=abc', '/pricing?'])
      expect(await textOf(path, { headers: { rsc: '1', 'next-router-prefetch': '1' } })).toBe('<h1>/pricing</h1>')
    expect(asked()).toEqual(['/pricing'])
  })

  it('has edge cache headers, also on 304, unlike other responses', async () => {
    await closed(server)
    edgeHeaders = ({ startedAt }) => ({ 'surrogate-control': `max-age=${startedAt > 0 ? 5 : 0}` })
    await start()
    const { headers } = await ask('/pricing')
    expect(headers['surrogate-control']).toBe('max-age=5')
    const again = await ask('/pricing', { headers: { 'if-none-match': headers.etag ?? '' } })
    expect([again.status, again.headers['surrogate-control']]).toEqual([304, 'max-age=5'])
    for (const path of ['/nothing', '/old', '/_next/static/b.css'])
      expect((await ask(path)).headers).not.toHaveProperty('surrogate-control')
  })

  it('returns the same headers for HEAD as for GET', async () => {
    const page = { status: 200, headers: { 'content-length': '17' } }
    for (let visit = 0; visit < 2; visit++) expect(await ask('/pricing', { method: 'HEAD' })).toMatchObject(page)
    expect(framework.asked.map(({ method }) => method)).toEqual(['GET'])
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('rejects %s requests', async (method) => {
    await ask('/pricing')
    for (const path of ['/pricing', '/never-seen', '/search', '/newsletter/confirm']) {
      const answer = await ask(path, { method, body: 'a=b' })
      expect(answer.status).toBe(405)
      expect(answer.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
    }
    expect(asked()).toEqual(['/pricing'])
  })

  it('is rendered by Next for requests with draft mode', async () => {
    await ask('/pricing')
    framework.ways.set('/pricing', (_, response) => response.end('a draft'))
    expect(await textOf('/pricing', { headers: DRAFT })).toBe('a draft')
    expect(framework.asked.at(-1)?.headers).toMatchObject(DRAFT)
    expect(await textOf('/pricing')).toBe('<h1>/pricing</h1>')
    expect(await textOf('/pricing', { headers: { cookie: 'no__prerender_bypass=abc' } })).toBe('<h1>/pricing</h1>')
  })
})

describe('path without a page', () => {
  it('returns the 404 page, which Next renders once', async () => {
    const paths = Array.from(
      { length: 1_000 },
      (_, index) => [`/no-${index}`, `/a/${index}.php`, `/%41/${index}`][index % 3] ?? '',
    )
    for (const path of paths) {
      const answer = await ask(path)
      expect([answer.status, answer.body.toString()]).toEqual([404, expect.stringContaining('Nothing here')])
    }
    expect(asked()).toEqual([NOT_FOUND_PATH])
    expect(await ask(NOT_FOUND_PATH)).toMatchObject({ status: 404, headers: { 'x-of-pages': 'yes' } })
  })

  it("follows an editor's redirect and keeps the query", async () => {
    const answerOf = async (path: string) => [...(await locationOf(path)), (await ask(path)).headers['cache-control']]
    redirects.push({ source: '/now', destination: 'https://book.example/demo', permanent: false })
    expect(await answerOf('/old')).toEqual([308, '/pricing?from=old#plans', ALWAYS_REVALIDATE])
    expect(await answerOf('/old?a=b%20c&_rsc=1')).toEqual([308, '/pricing?from=old&a=b%20c#plans', ALWAYS_REVALIDATE])
    expect(await answerOf('/now?plan=pro')).toEqual([307, 'https://book.example/demo?plan=pro', ALWAYS_REVALIDATE])
    expect(asked()).toEqual([])
  })

  it("redirects to the lowercase page unless an editor's redirect exists", async () => {
    redirects.push({ source: '/Blog', destination: 'https://blog.example/', permanent: false })
    expect(await locationOf('/Pricing?plan=Pro')).toEqual([308, '/pricing?plan=Pro'])
    expect(await locationOf('/Login')).toEqual([308, '/login'])
    expect(await locationOf('/Blog')).toEqual([307, 'https://blog.example/'])
    expect(await locationOf('/Prices')).toEqual([404, undefined])
    expect(asked()).toEqual([NOT_FOUND_PATH])
  })

  it('follows redirect chains from any spelling and never redirects an existing page', async () => {
    redirects.push(
      { source: '/café', destination: '/OLD', permanent: true },
      { source: '/loop', destination: '/pool', permanent: true },
      { source: '/pool', destination: '/loop', permanent: true },
      { source: '/blog', destination: '/pricing', permanent: true },
    )
    for (const path of ['/caf%C3%A9', '/caf%c3%a9', '/cafe%CC%81', '/Caf%C3%A9/', '/%63af%C3%A9'])
      expect([path, ...(await locationOf(path))]).toEqual([path, 308, '/pricing?from=old#plans'])
    expect(await locationOf('/%70ricing')).toEqual([308, '/pricing'])
    expect(await locationOf('/loop')).toEqual([404, undefined])
    expect(await locationOf('/blog')).toEqual([200, undefined])
    expect((await ask('/caf%C3')).status).toBe(400)
  })

  it('serves a page as soon as one is published, even over a redirect', async () => {
    expect(await ask('/new')).toMatchObject({ status: 404 })
    framework.ways.set('/new', { html: '<h1>new</h1>' })
    framework.ways.set('/old', { html: '<h1>old</h1>' })
    known = new Set(['/new', '/old'])
    expect(await textOf('/new')).toBe('<h1>new</h1>')
    expect(await textOf('/old')).toBe('<h1>old</h1>')
  })

  it('is passed to Next while the page list is unavailable', async () => {
    known = new Error('The Content Lake is down')
    framework.ways.set('/unknown', { html: `${missingMark}<h1>Nothing at all</h1>` })
    expect(await textOf('/pricing')).toBe('<h1>/pricing</h1>')
    expect(await ask('/unknown')).toMatchObject({ status: 404 })
    expect(asked()).toEqual(['/pricing', '/unknown'])
    expect(log.warn).toHaveBeenCalled()
  })

  it('is rejected with 400 if it cannot be decoded, for every method', async () => {
    for (const path of ['/%', '/blog/%E0%A4%A', '/a%ff/b', '/api/%zz', '/_next/static/%', '/dashboard/%?a=b']) {
      for (const method of ['GET', 'POST']) {
        const answer = await ask(path, { method })
        expect(answer.status).toBe(400)
        expect(answer.headers['content-security-policy']).toBe(failurePolicy)
        expect(answer.body.toString()).toContain('This URL isn’t valid')
      }
    }
    expect(await ask('/100%25')).toMatchObject({ status: 404 })
    expect(asked()).toEqual([NOT_FOUND_PATH])
  })

  it.each(['/pricing/', '//pricing', '/blog//page', '/blog\\page'])(
    'is passed to Next if it is not normalized: %s',
    async (path) => {
      await ask(path)
      expect(asked()).toEqual([path])
    },
  )
})

describe('failing page', () => {
  it('is requested once and shows the error page with the request ID', async () => {
    framework.ways.set('/pricing', (_, response) => response.destroy(new Error('broken')))
    const answer = await ask('/pricing')
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).toMatch(/couldn’t load this page[\s\S]*mention error [0-9a-f-]{36}/)
    expect(answer.headers).toMatchObject({
      'content-type': HTML,
      'content-security-policy': failurePolicy,
      'content-length': String(answer.body.length),
    })
    expect(asked()).toEqual(['/pricing'])
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }), expect.any(String))
    expect(log.warn).not.toHaveBeenCalled()
    expect(await textOf('/blog')).toBe('<h1>/blog</h1>')
  })

  it.each(['/pricing', '/search', '/login'])(
    'that Next answers with an empty 500 shows the error page: %s',
    async (path) => {
      framework.ways.set(path, (_, response) => {
        response.statusCode = 500
        response.setHeader('content-type', HTML)
        response.end('<p></p>')
      })
      const answer = await ask(path)
      expect(answer.status).toBe(500)
      expect(answer.body.toString()).toContain('We couldn’t load this page')
      expect(answer.headers['content-security-policy']).toBe(failurePolicy)
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
    },
  )

  it('answers HEAD without a body', async () => {
    framework.ways.set('/pricing', (_, response) => response.destroy(new Error('broken')))
    expect(await ask('/pricing', { method: 'HEAD' })).toMatchObject({ status: 500, body: Buffer.alloc(0) })
  })
})

describe('dynamic page', () => {
  const SCRIPT = '<script src="/_next/static/chunks/a.js" async=""></script>'
  const made = (status: number, headers: Record<string, string>) =>
    framework.ways.set('/newsletter/confirm', (request, response) => {
      response.statusCode = status
      response.setHeaders(new Map(Object.entries({ 'content-type': HTML, ...headers })))
      response.end(`<h1>${request.url}</h1>${SCRIPT}`)
    })

  it('is rendered on every request with its query and without framework scripts', async () => {
    framework.ways.set('/search', (request, response) =>
      response.setHeader('content-type', HTML).end(`<h1>${request.url}</h1>${SCRIPT}`),
    )
    for (const query of ['a', 'b']) {
      const answer = await ask(`/search?q=${query}`)
      expect(answer.body.toString()).toBe(`<h1>/search?q=${query}</h1>`)
      expect(answer.headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cache-control': 'private, no-cache',
        'x-of-pages': 'yes',
      })
    }
    expect(asked()).toEqual(['/search?q=a', '/search?q=b'])
  })

  it('with a secret URL keeps its no-referrer and no-store headers', async () => {
    made(200, { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const { raw, headers } = await ask('/newsletter/confirm?token=abc')
    expect(raw.filter(([name]) => name === 'referrer-policy')).toEqual([['referrer-policy', 'no-referrer']])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })

  it('shows the cached 404 page if Next returns 404', async () => {
    made(404, {})
    expect(await ask('/newsletter/confirm')).toMatchObject({ status: 404 })
    expect(await textOf('/newsletter/nothing')).toContain('Nothing here')
    expect(framework.times(NOT_FOUND_PATH)).toBe(1)
  })

  it('passes redirects through', async () => {
    framework.ways.set('/newsletter/confirm', (_, response) => response.writeHead(303, { location: '/' }).end())
    expect(await ask('/newsletter/confirm')).toMatchObject({ status: 303, headers: { location: '/' } })
  })

  it('answers HEAD without a body', async () => {
    made(200, {})
    expect(await ask('/newsletter/confirm', { method: 'HEAD' })).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  })
})

describe('search requests', () => {
  it('are limited to 120 per minute and network, without affecting other pages', async () => {
    framework.ways.set('/search', { html: '<h1>Results</h1>' })
    const statuses: number[] = []
    for (let search = 0; search < 125; search++) statuses.push((await ask(`/search?q=${search}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), ...Array.from({ length: 5 }, () => 429)])
    for (const sent of [{}, { headers: DRAFT }]) {
      const { status, headers, body } = await ask('/search?q=more', sent)
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '60', 'no-store'])
      expect(headers['content-security-policy']).toBe(failurePolicy)
      expect(body.toString()).toContain('<h1>Please wait a minute</h1>')
    }
    expect((await ask('/search')).status).toBe(200)
    expect((await ask('/pricing')).status).toBe(200)
  })
})

describe('files', () => {
  it("include the site's scripts, and unknown scripts are not found", async () => {
    const [script] = browserFiles
    if (!script) throw new Error('There is no script')
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
    framework.ways.set(script.path, { type: 'text/javascript; charset=utf-8', body: Buffer.from('run()'), headers })
    for (let visit = 0; visit < 2; visit++) expect(await ask(script.path)).toMatchObject({ status: 200, headers })
    othersHave.set('/scripts/other-0123456789.js', createTextResponse(200, 'of another build', {}))
    expect(await textOf('/scripts/other-0123456789.js')).toBe('of another build')
    for (const path of ['/scripts/none.js', '/scripts/', `${script.path}.map`])
      expect(await ask(path)).not.toMatchObject({ status: 200 })
    expect(asked()).toEqual([script.path, '/scripts/'])
  })

  it.each([
    ['cached here if immutable', 'public, max-age=31536000, immutable', 1],
    ['requested each time otherwise', 'public, max-age=3600', 2],
  ])('from Clerk at an exact version are compressed and %s', async (_, cacheControl, times) => {
    const path = '/__clerk/npm/@clerk/ui@1.36.0/dist/ui-common_1.36.0.js'
    framework.ways.set(path, (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': cacheControl })
        .end('run() '.repeat(999)),
    )
    for (let visit = 0; visit < 2; visit++) {
      const { status, headers } = await ask(path, { headers: { 'accept-encoding': 'br' } })
      expect(status).toBe(200)
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': cacheControl })
    }
    expect(framework.times(path)).toBe(times)
  })

  it('of the Next build are served without Next, and unknown ones return 404', async () => {
    expect(await ask('/_next/static/chunks/a.js')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
      },
    })
    const styles = { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } }
    expect(await ask('/_next/static/b.css')).toMatchObject(styles)
    expect(await textOf('/_next/static/c.woff2')).toContain('content of c.woff2')
    for (const file of ['none.js', '../b.css', 'chunks/../../page-cache/a', ''])
      expect([(await ask(`/_next/static/${file}`)).status, file]).toEqual([404, file])
    expect(asked()).toEqual([])
    othersHave.set('/_next/static/chunks/other.js', createTextResponse(200, 'of another build', {}))
    const other = { status: 200, body: Buffer.from('of another build') }
    expect(await ask('/_next/static/chunks/other.js')).toMatchObject(other)
    await ask('/_next/static/d.txt')
    expect(asked()).toEqual(['/_next/static/d.txt'])
  })

  it('include Open Graph images of existing pages only', async () => {
    // The search page is not cached but has an Open Graph image.
    const pictures = ['/opengraph-image/pricing', '/opengraph-image', '/opengraph-image/search']
    for (const path of pictures) {
      framework.ways.set(path, { type: 'image/png', body: Buffer.alloc(5_000) })
      expect(await ask(path)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    }
    expect(await ask('/opengraph-image/no/such/page')).toMatchObject({ status: 404 })
    expect(asked()).toEqual(pictures)
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
    expect(await textOf(url, { headers: { 'x-own': 'header' } })).toBe('GET ')
    expect(framework.asked).toMatchObject([{ url, method: 'GET', headers: { 'x-own': 'header' } }])
  })

  it.each(['POST', 'PUT', 'PATCH'])('include the body if the route accepts one: %s', async (method) => {
    framework.ways.set('/api/contact', echo)
    expect(await textOf('/api/contact', { method, body: 'a=b' })).toBe(`${method} a=b`)
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
    expect(await ask(path, { method })).toMatchObject({ status: 405, headers: { allow } })
    expect(asked()).toEqual([])
  })

  it.each([
    '/dashboard.rsc',
    '/dashboard/calls.segments/_tree.segment.rsc',
    '/__clerk/..%2f',
    '/__clerk/../login',
    '/api/%2e%2e',
  ])('exclude invalid paths: %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404 })
    expect(asked()).toEqual([])
  })

  it("contain the site's own host headers instead of forged ones", async () => {
    framework.ways.set('/login', echo)
    const forged = {
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
    await ask('/login', { headers: forged })
    const { headers = {} } = framework.asked[0] ?? {}
    const own = { host: 'www.example.com', 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'https' }
    expect(headers).toMatchObject(own)
    expect(Object.keys(forged).filter((name) => name in headers && !(name in own))).toEqual([])
  })

  it.each([
    ['192.168.1.20:3000', 'http://192.168.1.20:3000', true],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', true],
    ['192.168.1.20:3000', 'http://192.168.1.20:8080', false],
    ['192.168.1.20:3000', 'http://evil.example', false],
    ['localhost:3000', 'http://192.168.1.20:3000', false],
  ])('on a local site accept forms opened at %s from origin %s: %s', async (host, origin, isAccepted) => {
    await closed(server)
    const laptop = 'http://localhost:3000'
    await start(laptop)
    framework.ways.set('/api/form', (request, response) =>
      response.end(String(isSameOrigin(new Headers(request.headers as Record<string, string>), laptop))),
    )
    expect(await textOf('/api/form', { method: 'POST', headers: { host, origin } })).toBe(String(isAccepted))
    const action = await ask('/login', {
      method: 'POST',
      headers: { host, origin, 'next-action': 'a', 'content-type': 'text/plain' },
      body: '[]',
    })
    expect(action.status === 403).toBe(!isAccepted)
  })

  it("contain the socket's IP address, which clients cannot forge", async () => {
    framework.ways.set('/api/who', (request, response) =>
      response.end(clientAddress(new Headers(request.headers as Record<string, string>), 0)),
    )
    await ask('/api/who')
    const header = Object.keys(framework.asked[0]?.headers ?? {}).find((name) => name.startsWith('x-socket-')) ?? ''
    expect(header).toMatch(/^x-socket-[0-9a-f]{24}$/)
    for (const name of ['x-forwarded-for', header, header.toUpperCase()])
      expect(await textOf('/api/who', { headers: { [name]: '6.6.6.6' } })).toBe('127.0.0.1')
  })

  it('have a request ID, which only API responses include', async () => {
    const seen: (string | undefined)[] = []
    for (const path of ['/api/a', '/login'])
      framework.ways.set(path, (_, response) => {
        seen.push(requestId())
        response.end()
      })
    const ids = [await ask('/api/a'), await ask('/api/a')].map(({ headers }) => headers['x-request-id'])
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids).toEqual(seen)
    expect(new Set(ids).size).toBe(2)
    for (const path of ['/login', '/pricing', '/pricing', '/nothing', '/old', '/%'])
      expect((await ask(path)).headers['x-request-id']).toBeUndefined()
    expect(seen[2]).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('responses', () => {
  const kinds: [what: string, path: string, status: number, sent?: Parameters<typeof askPort>[2]][] = [
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
    ['a preview', '/pricing', 200, { headers: DRAFT }],
    ['another host', '/pricing', 421, { headers: { host: 'evil.example' } }],
    ['a cross-site server action', '/login', 403, { method: 'POST', headers: { 'next-action': 'a' } }],
    ['a blocked path', '/dashboard.rsc', 404],
  ]

  beforeEach(() => {
    ;(known as Set<string>).add('/broken').add('/failed')
    framework.ways.set('/broken', (_, response) => response.destroy(new Error('broken')))
    for (const path of ['/failed', '/newsletter/unsubscribe'])
      framework.ways.set(path, (_, response) => {
        response.statusCode = 500
        response.setHeader('content-type', HTML).end('<p></p>')
      })
    framework.ways.set('/blog', (_, response) => response.setHeader('content-type', HTML).end('<h1>This once</h1>'))
    framework.ways.set('/search', (_, response) => response.setHeader('content-type', HTML).end('<h1>Search</h1>'))
    framework.ways.set('/newsletter/confirm', (_, response) => response.writeHead(303, { location: '/' }).end())
    framework.ways.set('/api/contact', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    )
  })

  const names = [...Object.keys(buildSecurityHeaders(SITE)), 'content-security-policy', 'cross-origin-resource-policy']

  it.each(kinds)('include every security header exactly once: %s', async (_, path, status, sent) => {
    const answer = await ask(path, sent)
    expect(answer.status).toBe(status)
    for (const name of names)
      expect([name, answer.raw.filter(([sentName]) => sentName === name).length]).toEqual([name, 1])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['x-stored-key']).toBeUndefined()
  })
})

describe('unknown host', () => {
  it.each(['/', '/pricing', '/login', '/api/contact', '/_next/static/b.css', '/nothing'])(
    'is rejected with 421: %s',
    async (path) => {
      const answer = await ask(path, { headers: { host: 'evil.example' } })
      expect(answer).toMatchObject({ status: 421, headers: { connection: 'close' } })
      expect(answer.body.toString()).not.toContain('evil')
      expect(asked()).toEqual([])
    },
  )

  it('in an absolute request URL takes precedence over the Host header', async () => {
    expect(await ask('http://evil.example/pricing')).toMatchObject({ status: 421 })
    expect(await ask('ftp://evil.example/pricing')).toMatchObject({ status: 421 })
    expect(await ask('http://www.example.com@evil.example/pricing')).toMatchObject({ status: 421 })
    const own = await ask('http://www.example.com/pricing?a=b', { headers: { host: 'evil.example' } })
    expect([own.status, own.body.toString()]).toEqual([200, '<h1>/pricing</h1>'])
  })
})

describe('operator endpoints', () => {
  it('bypass Next, even in draft mode, and are never cached', async () => {
    for (const path of ['/api/health/live', '/api/health/ready', '/api/metrics'])
      for (const headers of [{}, DRAFT]) {
        const { headers: sent } = await ask(path, { headers })
        expect(sent).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      }
    expect((await ask('/api/health/live', { headers: DRAFT })).status).toBe(200)
    expect((await ask('/api/health/live', { method: 'HEAD' })).status).toBe(200)
    expect((await ask('/api/health/live', { method: 'POST' })).status).toBe(405)
    expect(asked()).toEqual([])
  })
})

describe('request metrics', () => {
  afterEach(() => {
    delete telemetry.meter
  })

  it('count requests by route kind and status', async () => {
    startMetrics({ release: 'a', environment: 'b' }, { hasFigures: true, sentEvery: undefined })
    for (const path of ['/pricing', '/pricing', '/old', '/_next/static/b.css', '/api/health/live', '/api/no', '/%'])
      await ask(path)
    await ask('/pricing', { method: 'POST' })
    const requests = async () =>
      figuresIn((await telemetry.figures?.()) ?? '')
        .filter(({ name }) => name === 'ductwise_request_duration_seconds_count')
        .map(({ labels, value }) => `${labels.destination} ${labels.status} ${value}`)
        .toSorted()
    await expect
      .poll(requests)
      .toEqual([
        'file 2xx 1',
        'framework 4xx 1',
        'front 4xx 1',
        'memory 2xx 1',
        'operator 2xx 1',
        'page 2xx 1',
        'page 3xx 1',
        'page 4xx 1',
      ])
  })
})
