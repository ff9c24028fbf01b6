import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { type Company, createCompany, openStackDatabase } from './support/company.ts'
import { buildAdminClaims, buildCookieHeader, signToken } from './support/forged-tokens.ts'
import { type ValidRequest, buildValidRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env
const { host, hostname, port } = new URL(siteUrl)

let database: OpenDatabase
let company: Company
beforeAll(async () => {
  database = await openStackDatabase()
  company = await createCompany(database, 'crosssite')
})
afterAll(() => database.close())

const HOSTS = [
  'evil.example',
  `www.${hostname}`,
  `a.b.${hostname}`,
  `${hostname}.evil.example`,
  `evil-${hostname}`,
  `${hostname}evil.example`,
  `${hostname}.`,
  `.${hostname}`,
  `${hostname}..`,
  `${hostname}_`,
  `-${hostname}`,
  hostname.slice(0, -1),
  hostname.slice(1),
  `${hostname}%00.evil.example`,
  `${hostname}%2eevil.example`,
  `${hostname}\\.evil.example`,
  `${hostname}\u00e9`,
  'xn--lcalhost-u2a',
  'xn--localhst-j8a',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
]

const FOREIGN_ORIGINS: string[] = [
  'null',
  '',
  ' ',
  'undefined',
  '*',
  host,
  `//${host}`,
  hostname,
  siteUrl.toUpperCase(),
  siteUrl.replace('http', 'Http'),
  siteUrl.replace(hostname, hostname.toUpperCase()),
  siteUrl.replace(`:${port}`, ''),
  `${siteUrl}/`,
  `${siteUrl}/dashboard`,
  `${siteUrl}?`,
  `${siteUrl}#`,
  `${siteUrl}0`,
  siteUrl.slice(0, -1),
  `${siteUrl}.evil.example`,
  `${siteUrl}@evil.example`,
  `${siteUrl}:80`,
  `${siteUrl}, https://evil.example`,
  `https://evil.example, ${siteUrl}`,
  `${siteUrl} https://evil.example`,
  `https://evil.example ${siteUrl}`,
  `${siteUrl},${siteUrl}`,
  `${siteUrl}\thttps://evil.example`,
  `https://evil.example/${siteUrl}`,
  `https://evil.example?${siteUrl}`,
  `https://evil.example#${siteUrl}`,
  `http://user@${host}`,
  `http://user:pass@${host}`,
  `http://${host}@evil.example`,
  `http://${host}:80@evil.example`,
  ...[
    'https',
    'ws',
    'wss',
    'ftp',
    'file',
    'data',
    'blob',
    'javascript',
    'chrome-extension',
    'moz-extension',
    'app',
  ].map((scheme) => siteUrl.replace('http:', `${scheme}:`)),
  `blob:${siteUrl}/6f1f4d0e`,
  'file://',
  'data:',
  'about:blank',
  'http:',
  'http:///',
  ...[0, 1, 80, 443, 8080, 65_535, 99_999].map((otherPort) => `http://${hostname}:${otherPort}`),
  ...HOSTS.map((name) => `http://${name}:${port}`),
  ...HOSTS.filter((name) => name !== hostname).map((name) => `https://${name}`),
]

const JSON_LEAD = JSON.stringify({ name: 'Ada Byron', problem: 'Taken over' })

/** Content types: another site can send form, multipart and text without a preflight, but not JSON. */
const CONTENT_TYPES: Record<string, string | undefined> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  text: 'text/plain',
  JSON: 'application/json',
  none: undefined,
}

const encodeBody = (type: string, body: string): string =>
  type === 'multipart' ? `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${body}\r\n--x--\r\n` : body

/** Sends the body as bytes, because `fetch` adds a content type to a string. */
async function post(
  path: string,
  headers: Record<string, string>,
  { method = 'POST', body }: { method?: string; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const content = body === undefined || method === 'GET' ? {} : { body: new TextEncoder().encode(body) }
  const response = await fetch(siteUrl + path, { method, redirect: 'manual', headers, ...content })
  return { status: response.status, text: await response.text() }
}

const REJECTION_STATUSES = new Set([400, 403, 421])

const TARGETS: [path: string, body: string][] = [
  ['/api/dashboard/leads', JSON_LEAD],
  ['/api/contact', 'name=Ada&email=ada%40example.com&company=A&message=Hi'],
  ['/api/newsletter', 'email=ada%40example.com'],
  ['/api/newsletter/confirm', 'token=x'],
  ['/api/newsletter/unsubscribe', 'token=x'],
  ['/api/page-views', '/'],
]

const COMBINATION_COUNT = FOREIGN_ORIGINS.length * Object.keys(CONTENT_TYPES).length

check(
  {
    what: 'Cross-site requests (routes, forms)',
    tried: `${FOREIGN_ORIGINS.length} origins x ${Object.keys(CONTENT_TYPES).length} content types, with an admin cookie, rotating over ${TARGETS.length} routes and forms`,
    expected: 'returns 403 and stores nothing; the same request from this site succeeds',
  },
  async () => {
    const session = buildCookieHeader(signToken(buildAdminClaims(company.id)))
    const rowsBefore = await company.rows()
    const cases = FOREIGN_ORIGINS.flatMap((origin, row) =>
      Object.entries(CONTENT_TYPES).flatMap(([name, type], column) => [
        { origin, name, type, target: TARGETS[0]! },
        { origin, name, type, target: TARGETS[1 + ((row + column) % (TARGETS.length - 1))]! },
      ]),
    )
    const failures = await mapConcurrently(cases, async ({ origin, name, type, target: [path, body] }) => {
      const headers = { ...session, origin, ...(type && { 'content-type': type }) }
      const { status } = await post(path, headers, { body: encodeBody(name, body) })
      return REJECTION_STATUSES.has(status) ? [] : [`${path} ${name} ${JSON.stringify(origin)}: ${status}`]
    })
    expect(failures.flat().slice(0, 5)).toEqual([])
    expect(await company.rows()).toEqual(rowsBefore)
    const sameSiteHeaders = { ...session, origin: siteUrl, 'content-type': 'application/json' }
    expect((await post('/api/dashboard/leads', sameSiteHeaders, { body: JSON_LEAD })).status).toBe(201)
    return `403, ${cases.length} times in ${COMBINATION_COUNT} combinations; 201 from this site`
  },
)

/** Request headers that identify a cross-site request. */
const CROSS_SITE_HEADERS: Record<string, Record<string, string>> = {
  'another origin': { origin: 'https://evil.example' },
  null: { origin: 'null' },
  'no origin': {},
  'cross-site': { origin: siteUrl, 'sec-fetch-site': 'cross-site' },
  'same-site': { origin: siteUrl, 'sec-fetch-site': 'same-site' },
  'basic authentication': { origin: 'https://evil.example', authorization: 'Basic eDp5' },
}

check(
  {
    what: 'Cross-site requests (every mutating route)',
    tried: `${Object.keys(CROSS_SITE_HEADERS).length} origins x ${Object.keys(CONTENT_TYPES).length} content types, with valid bodies and an admin cookie`,
    expected: 'returns 403 cross-origin before any other check; changes no row',
  },
  async () => {
    // The lead that the previous check stores is still being sent to the webhooks of its company.
    const idleCompany = await createCompany(database, 'crossroutes')
    const session = buildCookieHeader(signToken(buildAdminClaims(idleCompany.id)))
    const rowsBefore = await idleCompany.rows()
    const mutatingRequests = buildValidRequests(idleCompany.ids).filter(({ method }) => method !== 'GET')
    const cases = mutatingRequests.flatMap((request) =>
      Object.entries(CROSS_SITE_HEADERS).flatMap(([label, originHeaders]) =>
        Object.entries(CONTENT_TYPES).map((type) => ({ request, way: label, sent: originHeaders, type })),
      ),
    )
    const failures = await mapConcurrently(cases, async ({ request, way, sent, type: [name, type] }) => {
      const { status, text } = await post(
        request.path,
        { ...session, ...sent, ...(type && { 'content-type': type }) },
        buildBody(request, name),
      )
      return status === 403 && text.includes('cross-origin') ? [] : [`${request.name} ${way} ${name}: ${status}`]
    })
    expect(failures.flat().slice(0, 5)).toEqual([])
    expect(await idleCompany.rows()).toEqual(rowsBefore)
    return `403 cross-origin, ${cases.length} times`
  },
)

const buildBody = ({ method, body }: ValidRequest, type: string) => ({
  method,
  ...(body && { body: encodeBody(type, JSON.stringify(body)) }),
})

check(
  {
    what: 'Cross-origin reads',
    tried: 'sent a GET and a preflight from another origin, with an admin cookie, to every dashboard route',
    expected: 'returns no CORS header',
  },
  async () => {
    const session = buildCookieHeader(signToken(buildAdminClaims(company.id)))
    const paths = [...new Set(buildValidRequests(company.ids).map(({ path }) => path.split('?')[0] ?? ''))]
    const origin = 'https://evil.example'
    const preflightHeaders = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    const cases = paths.flatMap((path) => ['OPTIONS', 'GET'].map((method) => ({ path, method })))
    const failures = await mapConcurrently(cases, async ({ path, method }) => {
      const query = path.endsWith('/changes') ? '?since=0' : ''
      const headers = { ...session, ...(method === 'GET' ? { origin } : preflightHeaders) }
      const response = await fetch(siteUrl + path + query, { method, headers, redirect: 'manual' })
      await response.arrayBuffer()
      const corsHeaders = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      return corsHeaders.map((name) => `${method} ${path}: ${name}`)
    })
    expect(failures.flat().slice(0, 5)).toEqual([])
    return `none, ${cases.length} times`
  },
)
