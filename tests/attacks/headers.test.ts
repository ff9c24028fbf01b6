import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect } from 'vitest'
import { findFreePort } from '../../packages/local-server/tests/servers.ts'
import { ADMIN_CLAIMS, createSessionToken } from '../support/session-token.ts'
import { readClerkKey, buildCookies, ORGANIZATION } from '../e2e/account/gate-visitors.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { findChromium } from '../../scripts/support/chromium.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { createDraftModeCookie } from '../support/pages/draft-mode.ts'
import { scoreWithObservatory } from './support/observatory.ts'
import { type ParsedResponse, parseResponse, sendRaw, siteUrl, getHeaderValues } from './support/raw-requests.ts'

/** The site as it runs behind TLS, with its production headers. */
let site: Site
/** The same site without a Content Lake, so that uncached pages cannot be rendered. */
let brokenSite: Site
let address: string
let sessionCookie: string
let draft: string

beforeAll(async () => {
  const port = await findFreePort()
  address = `https://localhost:${port}`
  site = await startSite({ name: 'behind-tls', port, variables: { SITE_URL: address } })
  brokenSite = await startSite({
    name: 'behind-tls-without-content',
    variables: { SITE_URL: address, SANITY_API_HOST: 'http://127.0.0.1:9' },
  })
  draft = await createDraftModeCookie()
  const claims = { ...ADMIN_CLAIMS, azp: address, fva: [1, -1], o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }
  sessionCookie = (await buildCookies(createSessionToken(claims, readClerkKey()))).cookie ?? ''
})
afterAll(() => Promise.all([site?.kill(), brokenSite?.kill()]))

type ResponseCase = {
  label: string
  path: string
  status: number
  method?: string
  headers?: string[]
  body?: string
  of?: () => Site
}

async function fetchCase({
  path,
  method = 'GET',
  headers = [],
  body = '',
  of = () => site,
}: ResponseCase): Promise<ParsedResponse> {
  const { port } = of()
  const host = headers.some((header) => header.startsWith('Host:')) ? [] : [`Host: localhost:${port}`]
  const length = body === '' ? [] : [`Content-Length: ${body.length}`]
  const lines = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...length, ...headers]
  return parseResponse(await sendRaw(`${lines.join('\r\n')}\r\n\r\n${body}`, { port }))
}

const RESPONSE_CASES: ResponseCase[] = [
  { label: 'a cached page', path: '/pricing', status: 200 },
  { label: 'the home page, freshly rendered', path: '/', status: 200 },
  { label: 'a missing page', path: '/no/such/page', status: 404 },
  { label: 'a route redirect', path: '/sign-in', status: 307 },
  { label: 'a trailing-slash redirect', path: '/pricing/', status: 308 },
  { label: 'an editor-defined redirect', path: '/ai-sdr', status: 308 },
  { label: 'a malformed path', path: '/%', status: 400 },
  { label: 'a path with dot segments', path: '/a/../b', status: 404 },
  { label: 'an unsupported method on a page', path: '/pricing', method: 'POST', status: 405 },
  { label: 'an unknown method on a route', path: '/api/contact', method: 'TRACE', status: 405 },
  { label: 'an unsupported method on a route', path: '/api/contact', method: 'PUT', status: 405 },
  {
    label: 'an oversized body',
    path: '/login',
    method: 'POST',
    headers: ['Content-Length: 1000000000'],
    status: 413,
  },
  { label: 'a failed page', path: '/never-made-before', status: 500, of: () => brokenSite },
  { label: 'another host', path: '/pricing', headers: ['Host: evil.example'], status: 421 },
  { label: 'the search page', path: '/search?q=call', status: 200 },
  { label: 'a newsletter confirmation page', path: '/newsletter/confirm', status: 200 },
  { label: 'the sign-in page', path: '/login', status: 200 },
  { label: 'the registration page', path: '/register', status: 200 },
  { label: 'the dashboard, signed out', path: '/dashboard', status: 307 },
  { label: 'a dashboard endpoint, signed out', path: '/api/dashboard/exports', status: 401 },
  { label: 'a cross-site server action', path: '/login', method: 'POST', headers: ['Next-Action: a'], status: 403 },
  { label: 'the OpenAPI document', path: '/api/openapi.json', status: 200 },
  { label: 'a missing endpoint', path: '/api/nothing', status: 404 },
  { label: 'an unsigned webhook', path: '/api/revalidate', method: 'POST', body: '{}', status: 401 },
  { label: 'a preview without a secret', path: '/api/draft-mode/enable', status: 401 },
  { label: 'the feed', path: '/blog/rss.xml', status: 200 },
  { label: 'robots.txt', path: '/robots.txt', status: 200 },
  { label: 'the sitemap', path: '/sitemap.xml', status: 200 },
  { label: 'the manifest', path: '/manifest.webmanifest', status: 200 },
  { label: 'an icon', path: '/icon.svg', status: 200 },
  { label: 'an Open Graph image', path: '/opengraph-image/pricing', status: 200 },
  { label: 'a rejected image', path: '/_next/image?url=%2Fa.png&w=640&q=75', status: 400 },
  { label: 'a missing file', path: '/_next/static/chunks/none.js', status: 404 },
  { label: 'the speculation rules', path: '/speculation-rules.json', status: 200 },
  { label: 'the readiness endpoint', path: '/api/health/ready', status: 200 },
]

async function buildAllCases(): Promise<ResponseCase[]> {
  const homeResponse = await fetchCase({ label: '', path: '/', status: 200 })
  const [etag = ''] = getHeaderValues(homeResponse, 'etag')
  const findPath = (pattern: RegExp) => pattern.exec(homeResponse.body)?.[1]?.replaceAll('&amp;', '&') ?? '/nothing'
  return [
    ...RESPONSE_CASES,
    { label: 'an unmodified cached page', path: '/', headers: [`If-None-Match: ${etag}`], status: 304 },
    { label: 'the dashboard', path: '/dashboard', headers: [`Cookie: ${sessionCookie}`], status: 200 },
    { label: 'a preview', path: '/pricing', headers: [`Cookie: ${draft}`], status: 200 },
    { label: 'a preview of the search page', path: '/search?q=call', headers: [`Cookie: ${draft}`], status: 200 },
    { label: 'a site script', path: findPath(/"(\/scripts\/[^"]+)"/), status: 200 },
    { label: 'a stylesheet', path: findPath(/"(\/_next\/static\/[^"]+\.css)"/), status: 200 },
    { label: 'an image', path: findPath(/src="(\/_next\/image[^"]+)"/), status: 200 },
  ]
}

const REQUIRED_HEADERS = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
]

const getFirstHeader = (response: ParsedResponse, name: string): string => getHeaderValues(response, name)[0] ?? ''

const isImage = (response: ParsedResponse) => /^image\/|rss\+xml/.test(getFirstHeader(response, 'content-type'))

const SINKS = ['innerHTML', 'parseFromString', 'script', 'text of a script', 'policy']

function findHeaderProblems(response: ParsedResponse): string[] {
  const hsts = Number(/max-age=(\d+)/.exec(getFirstHeader(response, 'strict-transport-security'))?.[1])
  // The OpenAPI document, which browsers on other sites may fetch.
  const isOpenApi = response.body.includes('"openapi"')
  const resourcePolicy = getFirstHeader(response, 'cross-origin-resource-policy')
  return [
    ...REQUIRED_HEADERS.filter((name) => getHeaderValues(response, name).length !== 1).map(
      (name) => `${getHeaderValues(response, name).length} ${name}`,
    ),
    ...(hsts >= 31_536_000 ? [] : ['HSTS below one year']),
    ...(getFirstHeader(response, 'x-content-type-options') === 'nosniff' ? [] : ['no nosniff']),
    ...(/^(strict-origin-when-cross-origin|no-referrer)$/.test(getFirstHeader(response, 'referrer-policy'))
      ? []
      : ['unsafe Referrer-Policy']),
    ...(/^(same-origin|same-origin-allow-popups|unsafe-none)$/.test(
      getFirstHeader(response, 'cross-origin-opener-policy'),
    )
      ? []
      : ['no Cross-Origin-Opener-Policy']),
    ...(resourcePolicy === (isImage(response) && response.status === 200 ? 'cross-origin' : 'same-origin')
      ? []
      : [`Cross-Origin-Resource-Policy: ${resourcePolicy}`]),
    ...(getHeaderValues(response, 'x-powered-by').length + getHeaderValues(response, 'server').length === 0
      ? []
      : ['server software revealed']),
    ...(isOpenApi || getHeaderValues(response, 'access-control-allow-origin').length === 0 ? [] : ['CORS allowed']),
  ]
}

check(
  {
    what: 'Security headers',
    tried: `${RESPONSE_CASES.length + 7} kinds of responses, including 304, 405, 413, 421, dashboard, preview, feed and image`,
    expected: 'each has exactly one CSP, HSTS, nosniff, Referrer-Policy, Permissions-Policy, COOP and CORP',
  },
  async () => {
    const kinds = await buildAllCases()
    for (const responseCase of kinds) {
      const response = await fetchCase(responseCase)
      expect([responseCase.label, response.status, ...findHeaderProblems(response)]).toEqual([
        responseCase.label,
        responseCase.status,
      ])
    }
    return `exactly one, ${kinds.length} times`
  },
)

const parseDirectives = (policy: string) =>
  new Map(
    policy.split(';').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )

const UNSAFE_SOURCE_PATTERN = /^('unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\*|data:|https?:)$/

function findPolicyProblems(response: ParsedResponse): string[] {
  const policies = getHeaderValues(response, 'content-security-policy')
  const directives = parseDirectives(policies[0] ?? '')
  const scriptSources = directives.get('script-src') ?? directives.get('default-src') ?? ['*']
  return [
    ...(policies.length === 1 ? [] : [`${policies.length} policies`]),
    ...(directives.get('default-src')?.join() === "'none'" ? [] : ["default-src is not 'none'"]),
    ...scriptSources.filter((source) => UNSAFE_SOURCE_PATTERN.test(source)).map((source) => `scripts: ${source}`),
    ...['form-action', 'base-uri', 'frame-ancestors']
      .filter((name) => !directives.has(name))
      .map((name) => `no ${name}`),
    ...(directives.get('base-uri')?.join() === "'none'" ? [] : ["base-uri is not 'none'"]),
    ...(/^'(self|none)'$/.test(directives.get('form-action')?.join() ?? '') ? [] : ['form-action allows other sites']),
    ...(directives.get('frame-ancestors')?.some((source) => UNSAFE_SOURCE_PATTERN.test(source)) === false
      ? []
      : ['frame-ancestors allows any site']),
  ]
}

check(
  {
    what: 'Content-Security-Policy',
    tried: `the same ${RESPONSE_CASES.length + 7} kinds of responses`,
    expected: 'has one policy without unsafe scripts, with base-uri none and narrow form-action and frame-ancestors',
  },
  async () => {
    const kinds = await buildAllCases()
    for (const responseCase of kinds)
      expect([responseCase.label, ...findPolicyProblems(await fetchCase(responseCase))]).toEqual([responseCase.label])
    return `strict, ${kinds.length} times`
  },
)

check(
  {
    what: 'Trusted Types',
    tried: 'read the policy of cached, dynamic and 404 pages; wrote text to script sinks in a browser',
    expected: 'requires Trusted Types: text becomes neither HTML nor script, and site scripts still run',
  },
  async () => {
    for (const path of ['/', '/pricing', '/blog', '/search?q=call', '/no/such/page']) {
      const directives = parseDirectives(
        getFirstHeader(await fetchCase({ label: '', path, status: 200 }), 'content-security-policy'),
      )
      expect([path, directives.get('require-trusted-types-for')]).toEqual([path, ["'script'"]])
    }
    const browser = await chromium.launch({ executablePath: await findChromium(stack) })
    try {
      const page = await browser.newPage()
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      page.on('pageerror', ({ message }) => messages.push(message))
      await page.goto(`${siteUrl}/contact`)
      // An incomplete form makes the site insert returned HTML into the page.
      await page.locator('form [name=name]').first().fill('A')
      await page.evaluate(() => document.querySelector<HTMLFormElement>('form:has([name=name])')?.requestSubmit())
      await page.locator('form [aria-invalid=true]').first().waitFor()
      await page.goto(`${siteUrl}/`)
      await page.mouse.move(200, 200)
      await page.waitForFunction(() => document.querySelectorAll('script[src^="/scripts/"]').length > 0)
      expect(messages.filter((text) => /trusted|content.security.policy/i.test(text))).toEqual([])
      const blockedSinks = await page.evaluate((sinks) => {
        const isBlocked = (sink: string) => {
          try {
            if (sink === 'innerHTML') document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
            if (sink === 'parseFromString') new DOMParser().parseFromString('<p>a</p>', 'text/html')
            if (sink === 'script') document.createElement('script').src = '/api/openapi.json'
            if (sink === 'text of a script') document.createElement('script').text = 'alert(1)'
            if (sink === 'policy')
              (
                window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
              ).trustedTypes.createPolicy('mine', {})
            return false
          } catch {
            // Only Trusted Types can cause this error.
            return true
          }
        }
        return sinks.filter(isBlocked)
      }, SINKS)
      expect(blockedSinks).toEqual(SINKS)
    } finally {
      await browser.close()
    }
    return `required, 5 times; ${SINKS.length} script sinks blocked`
  },
)

/** Replaces the local Content Lake in the policy by the hosted one, because the local one has no TLS. */
const useHostedLake = (response: ParsedResponse): ParsedResponse => ({
  ...response,
  headers: response.headers.map(([name, value]) => [
    name,
    value.replaceAll(stack.env.apiHost ?? ' ', 'https://cdn.sanity.io'),
  ]),
})

check(
  {
    what: 'HTTP Observatory score',
    tried: 'cached pages, search, 404 page, sign-in, registration and dashboard, as if served over TLS',
    expected: 'scores at least 125 on each',
  },
  async () => {
    const pages: ResponseCase[] = [
      ...['/', '/pricing', '/blog', '/contact', '/demo', '/search?q=call', '/login', '/register'].map((path) => ({
        label: path,
        path,
        status: 200,
      })),
      { label: 'the 404 page', path: '/no/such/page', status: 404 },
      { label: 'the dashboard', path: '/dashboard', headers: [`Cookie: ${sessionCookie}`], status: 200 },
    ]
    const scores: number[] = []
    for (const page of pages) {
      const response = await fetchCase(page)
      const { score, failedTests } = await scoreWithObservatory(useHostedLake(response), `${address}${page.path}`)
      expect([page.label, response.status, score >= 125, score, ...failedTests]).toEqual([
        page.label,
        page.status,
        true,
        score,
      ])
      scores.push(score)
    }
    return `${Math.min(...scores)} to ${Math.max(...scores)}`
  },
)
