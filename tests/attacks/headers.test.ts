import { chromium } from '@playwright/test'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '../../packages/local-server/tests/servers.ts'
import { ADMIN_CLAIMS, sessionToken } from '../support/session-token.ts'
import { clerkKey, cookiesWith, ORGANIZATION } from '../e2e/account/gate-visitors.ts'
import { type Site, startSite } from '../operate/support/sites.ts'
import { findChromium } from '../../scripts/support/chromium.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { draftModeCookie } from '../support/pages/draft-mode.ts'
import { observatoryScore } from './support/observatory.ts'
import { type Read, read, send, siteUrl, valuesOf } from './support/sending.ts'

/** The site as behind TLS, with its production headers. */
let site: Site
/** The same site without a Content Lake, so that uncached pages cannot be rendered. */
let broken: Site
let address: string
let signedIn: string
let draft: string

beforeAll(async () => {
  const port = await freePort()
  address = `https://localhost:${port}`
  site = await startSite({ name: 'behind-tls', port, variables: { SITE_URL: address } })
  broken = await startSite({
    name: 'behind-tls-without-content',
    variables: { SITE_URL: address, SANITY_API_HOST: 'http://127.0.0.1:9' },
  })
  draft = await draftModeCookie()
  const claims = { ...ADMIN_CLAIMS, azp: address, fva: [1, -1], o: { ...ADMIN_CLAIMS.o, id: ORGANIZATION } }
  signedIn = (await cookiesWith(sessionToken(claims, clerkKey()))).cookie ?? ''
})
afterAll(() => Promise.all([site?.kill(), broken?.kill()]))

type Kind = {
  what: string
  path: string
  status: number
  method?: string
  headers?: string[]
  body?: string
  of?: () => Site
}

async function answerTo({ path, method = 'GET', headers = [], body = '', of = () => site }: Kind): Promise<Read> {
  const { port } = of()
  const host = headers.some((header) => header.startsWith('Host:')) ? [] : [`Host: localhost:${port}`]
  const length = body === '' ? [] : [`Content-Length: ${body.length}`]
  const lines = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...length, ...headers]
  return read(await send(`${lines.join('\r\n')}\r\n\r\n${body}`, { port }))
}

const KINDS: Kind[] = [
  { what: 'a stored page', path: '/pricing', status: 200 },
  { what: 'the home page, made anew', path: '/', status: 200 },
  { what: 'a page that is not there', path: '/no/such/page', status: 404 },
  { what: 'a redirect of a route', path: '/sign-in', status: 307 },
  { what: 'a redirect of the framework', path: '/pricing/', status: 308 },
  { what: 'a redirect of an editor', path: '/ai-sdr', status: 308 },
  { what: 'a malformed path', path: '/%', status: 400 },
  { what: 'a path that leads nowhere', path: '/a/../b', status: 404 },
  { what: 'a method that a page has not', path: '/pricing', method: 'POST', status: 405 },
  { what: 'a method that a route has not', path: '/api/contact', method: 'TRACE', status: 405 },
  { what: 'a method that a route does not take', path: '/api/contact', method: 'PUT', status: 405 },
  {
    what: 'a body that is too large',
    path: '/login',
    method: 'POST',
    headers: ['Content-Length: 1000000000'],
    status: 413,
  },
  { what: 'a page that failed', path: '/never-made-before', status: 500, of: () => broken },
  { what: 'another host', path: '/pricing', headers: ['Host: evil.example'], status: 421 },
  { what: 'the search', path: '/search?q=call', status: 200 },
  { what: 'a step of the newsletter', path: '/newsletter/confirm', status: 200 },
  { what: 'the sign-in', path: '/login', status: 200 },
  { what: 'the registration', path: '/register', status: 200 },
  { what: 'the dashboard, to nobody', path: '/dashboard', status: 307 },
  { what: 'an endpoint of the dashboard, to nobody', path: '/api/dashboard/exports', status: 401 },
  { what: 'an action from another site', path: '/login', method: 'POST', headers: ['Next-Action: a'], status: 403 },
  { what: 'the API', path: '/api/openapi.json', status: 200 },
  { what: 'an endpoint that is not there', path: '/api/nothing', status: 404 },
  { what: 'a webhook without a signature', path: '/api/revalidate', method: 'POST', body: '{}', status: 401 },
  { what: 'a preview without a secret', path: '/api/draft-mode/enable', status: 401 },
  { what: 'the feed', path: '/blog/rss.xml', status: 200 },
  { what: 'robots.txt', path: '/robots.txt', status: 200 },
  { what: 'the sitemap', path: '/sitemap.xml', status: 200 },
  { what: 'the manifest', path: '/manifest.webmanifest', status: 200 },
  { what: 'an icon', path: '/icon.svg', status: 200 },
  { what: 'a picture for sharing', path: '/opengraph-image/pricing', status: 200 },
  { what: 'a picture that is refused', path: '/_next/image?url=%2Fa.png&w=640&q=75', status: 400 },
  { what: 'a file that is not there', path: '/_next/static/chunks/none.js', status: 404 },
  { what: 'the rules of links', path: '/speculation-rules.json', status: 200 },
  { what: 'whether it is well', path: '/api/health/ready', status: 200 },
]

async function allKinds(): Promise<Kind[]> {
  const home = await answerTo({ what: '', path: '/', status: 200 })
  const [etag = ''] = valuesOf(home, 'etag')
  const named = (pattern: RegExp) => pattern.exec(home.body)?.[1]?.replaceAll('&amp;', '&') ?? '/nothing'
  return [
    ...KINDS,
    { what: 'a stored page to who has it', path: '/', headers: [`If-None-Match: ${etag}`], status: 304 },
    { what: 'the dashboard', path: '/dashboard', headers: [`Cookie: ${signedIn}`], status: 200 },
    { what: 'a preview', path: '/pricing', headers: [`Cookie: ${draft}`], status: 200 },
    { what: 'a preview of the search', path: '/search?q=call', headers: [`Cookie: ${draft}`], status: 200 },
    { what: 'a script of the site', path: named(/"(\/scripts\/[^"]+)"/), status: 200 },
    { what: 'a style sheet', path: named(/"(\/_next\/static\/[^"]+\.css)"/), status: 200 },
    { what: 'a picture', path: named(/src="(\/_next\/image[^"]+)"/), status: 200 },
  ]
}

const ONE_EACH = [
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
]

const first = (answer: Read, name: string): string => valuesOf(answer, name)[0] ?? ''

const isPicture = (answer: Read) => /^image\/|rss\+xml/.test(first(answer, 'content-type'))

const SINKS = ['innerHTML', 'parseFromString', 'script', 'text of a script', 'policy']

function problemsOf(answer: Read): string[] {
  const hsts = Number(/max-age=(\d+)/.exec(first(answer, 'strict-transport-security'))?.[1])
  // The OpenAPI document, which third-party tools may fetch in a browser.
  const isForPrograms = answer.body.includes('"openapi"')
  const foreign = first(answer, 'cross-origin-resource-policy')
  return [
    ...ONE_EACH.filter((name) => valuesOf(answer, name).length !== 1).map(
      (name) => `${valuesOf(answer, name).length} ${name}`,
    ),
    ...(hsts >= 31_536_000 ? [] : ['HSTS of less than a year']),
    ...(first(answer, 'x-content-type-options') === 'nosniff' ? [] : ['no nosniff']),
    ...(/^(strict-origin-when-cross-origin|no-referrer)$/.test(first(answer, 'referrer-policy'))
      ? []
      : ['a referrer for others']),
    ...(/^(same-origin|same-origin-allow-popups|unsafe-none)$/.test(first(answer, 'cross-origin-opener-policy'))
      ? []
      : ['no opener policy']),
    ...(foreign === (isPicture(answer) && answer.status === 200 ? 'cross-origin' : 'same-origin')
      ? []
      : [`for others: ${foreign}`]),
    ...(valuesOf(answer, 'x-powered-by').length + valuesOf(answer, 'server').length === 0
      ? []
      : ['it says what it is']),
    ...(isForPrograms || valuesOf(answer, 'access-control-allow-origin').length === 0 ? [] : ['others may read it']),
  ]
}

check(
  {
    what: 'Headers of every kind of answer',
    tried: `${KINDS.length + 7} kinds, from stored pages to 304, 405, 413, 421, dashboard, preview, feed, picture`,
    expected: 'one each of CSP, HSTS, nosniff, Referrer-, Permissions-, Opener- and Resource-Policy',
  },
  async () => {
    const kinds = await allKinds()
    for (const kind of kinds) {
      const answer = await answerTo(kind)
      expect([kind.what, answer.status, ...problemsOf(answer)]).toEqual([kind.what, kind.status])
    }
    return `one each, ${kinds.length} times`
  },
)

const directivesOf = (policy: string) =>
  new Map(
    policy.split(';').map((directive): [string, string[]] => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources]
    }),
  )

const UNSAFE = /^('unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\*|data:|https?:)$/

function problemsOfPolicy(answer: Read): string[] {
  const policies = valuesOf(answer, 'content-security-policy')
  const directives = directivesOf(policies[0] ?? '')
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ['*']
  return [
    ...(policies.length === 1 ? [] : [`${policies.length} policies`]),
    ...(directives.get('default-src')?.join() === "'none'" ? [] : ['something is allowed by default']),
    ...scripts.filter((source) => UNSAFE.test(source)).map((source) => `scripts: ${source}`),
    ...['form-action', 'base-uri', 'frame-ancestors']
      .filter((name) => !directives.has(name))
      .map((name) => `no ${name}`),
    ...(directives.get('base-uri')?.join() === "'none'" ? [] : ['another base']),
    ...(/^'(self|none)'$/.test(directives.get('form-action')?.join() ?? '') ? [] : ['forms lead elsewhere']),
    ...(directives.get('frame-ancestors')?.some((source) => UNSAFE.test(source)) === false ? [] : ['any frame']),
  ]
}

check(
  {
    what: 'Policies of content',
    tried: `the same ${KINDS.length + 7} kinds`,
    expected: 'one policy, no unsafe script, base-uri none, form-action and frame-ancestors narrow',
  },
  async () => {
    const kinds = await allKinds()
    for (const kind of kinds) expect([kind.what, ...problemsOfPolicy(await answerTo(kind))]).toEqual([kind.what])
    return `strict, ${kinds.length} times`
  },
)

check(
  {
    what: 'Trusted Types',
    tried: 'public pages, stored and made, and the one that is not there; sinks of texts in a browser',
    expected: 'required, no text becomes HTML or a script, and the scripts of the site run as before',
  },
  async () => {
    for (const path of ['/', '/pricing', '/blog', '/search?q=call', '/no/such/page']) {
      const directives = directivesOf(first(await answerTo({ what: '', path, status: 200 }), 'content-security-policy'))
      expect([path, directives.get('require-trusted-types-for')]).toEqual([path, ["'script'"]])
    }
    const browser = await chromium.launch({ executablePath: await findChromium(stack) })
    try {
      const page = await browser.newPage()
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      page.on('pageerror', ({ message }) => said.push(message))
      await page.goto(`${siteUrl}/contact`)
      // An incomplete form makes the site insert returned HTML into the page.
      await page.locator('form [name=name]').first().fill('A')
      await page.evaluate(() => document.querySelector<HTMLFormElement>('form:has([name=name])')?.requestSubmit())
      await page.locator('form [aria-invalid=true]').first().waitFor()
      await page.goto(`${siteUrl}/`)
      await page.mouse.move(200, 200)
      await page.waitForFunction(() => document.querySelectorAll('script[src^="/scripts/"]').length > 0)
      expect(said.filter((text) => /trusted|content.security.policy/i.test(text))).toEqual([])
      const refused = await page.evaluate((sinks) => {
        const threw = (sink: string) => {
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
        return sinks.filter(threw)
      }, SINKS)
      expect(refused).toEqual(SINKS)
    } finally {
      await browser.close()
    }
    return `required, 5 times; ${SINKS.length} ways from a text to a script are closed`
  },
)

/** Replaces the local Content Lake in the policy by the hosted one, because the local one has no TLS. */
const withHostedLake = (answer: Read): Read => ({
  ...answer,
  headers: answer.headers.map(([name, value]) => [
    name,
    value.replaceAll(stack.env.apiHost ?? ' ', 'https://cdn.sanity.io'),
  ]),
})

check(
  {
    what: "Observatory's own scorer",
    tried: 'stored pages, search, page not found, sign-in, registration, dashboard, as behind TLS',
    expected: 'at least 125 each',
  },
  async () => {
    const pages: Kind[] = [
      ...['/', '/pricing', '/blog', '/contact', '/demo', '/search?q=call', '/login', '/register'].map((path) => ({
        what: path,
        path,
        status: 200,
      })),
      { what: 'no page', path: '/no/such/page', status: 404 },
      { what: 'the dashboard', path: '/dashboard', headers: [`Cookie: ${signedIn}`], status: 200 },
    ]
    const scores: number[] = []
    for (const page of pages) {
      const answer = await answerTo(page)
      const { score, lost } = await observatoryScore(withHostedLake(answer), `${address}${page.path}`)
      expect([page.what, answer.status, score >= 125, score, ...lost]).toEqual([page.what, page.status, true, score])
      scores.push(score)
    }
    return `${Math.min(...scores)} to ${Math.max(...scores)}`
  },
)
