import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { type Company, newCompany, openStackDatabase } from './support/company.ts'
import { adminClaims, cookie, signedToken } from './support/forged-tokens.ts'
import { type ValidRequest, validRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env
const { host, hostname, port } = new URL(siteUrl)

let opened: OpenDatabase
let company: Company
beforeAll(async () => {
  opened = await openStackDatabase()
  company = await newCompany(opened, 'crosssite')
})
afterAll(() => opened.close())

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

const ORIGINS: string[] = [
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
  ...[0, 1, 80, 443, 8080, 65_535, 99_999].map((other) => `http://${hostname}:${other}`),
  ...HOSTS.map((name) => `http://${name}:${port}`),
  ...HOSTS.filter((name) => name !== hostname).map((name) => `https://${name}`),
]

const JSON_LEAD = JSON.stringify({ name: 'Ada Byron', problem: 'Taken over' })

/** Content types: another site can send form, multipart and text without a preflight, but not JSON. */
const TYPES: Record<string, string | undefined> = {
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  text: 'text/plain',
  JSON: 'application/json',
  none: undefined,
}

const bodyOf = (type: string, body: string): string =>
  type === 'multipart' ? `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${body}\r\n--x--\r\n` : body

/** Sends the body as bytes, because `fetch` adds a content type to a string body. */
async function post(
  path: string,
  headers: Record<string, string>,
  { method = 'POST', body }: { method?: string; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const content = body === undefined || method === 'GET' ? {} : { body: new TextEncoder().encode(body) }
  const response = await fetch(siteUrl + path, { method, redirect: 'manual', headers, ...content })
  return { status: response.status, text: await response.text() }
}

const REFUSED = new Set([400, 403, 421])

const TARGETS: [path: string, body: string][] = [
  ['/api/dashboard/leads', JSON_LEAD],
  ['/api/contact', 'name=Ada&email=ada%40example.com&company=A&message=Hi'],
  ['/api/newsletter', 'email=ada%40example.com'],
  ['/api/newsletter/confirm', 'token=x'],
  ['/api/newsletter/unsubscribe', 'token=x'],
  ['/api/page-views', '/'],
]

const COMBINATIONS = ORIGINS.length * Object.keys(TYPES).length

check(
  {
    what: 'Cross-site requests (routes, forms)',
    tried: `${ORIGINS.length} origins x ${Object.keys(TYPES).length} content types, with an admin cookie, rotating over ${TARGETS.length} routes and forms`,
    expected: 'returns 403 and stores nothing; the same request from this site succeeds',
  },
  async () => {
    const session = cookie(signedToken(adminClaims(company.id)))
    const before = await company.rows()
    const tries = ORIGINS.flatMap((origin, row) =>
      Object.entries(TYPES).flatMap(([name, type], column) => [
        { origin, name, type, target: TARGETS[0]! },
        { origin, name, type, target: TARGETS[1 + ((row + column) % (TARGETS.length - 1))]! },
      ]),
    )
    const seen = await forEach(tries, async ({ origin, name, type, target: [path, body] }) => {
      const headers = { ...session, origin, ...(type && { 'content-type': type }) }
      const { status } = await post(path, headers, { body: bodyOf(name, body) })
      return REFUSED.has(status) ? [] : [`${path} ${name} ${JSON.stringify(origin)}: ${status}`]
    })
    expect(seen.flat().slice(0, 5)).toEqual([])
    expect(await company.rows()).toEqual(before)
    const own = { ...session, origin: siteUrl, 'content-type': 'application/json' }
    expect((await post('/api/dashboard/leads', own, { body: JSON_LEAD })).status).toBe(201)
    return `403, ${tries.length} times in ${COMBINATIONS} combinations; 201 from this site`
  },
)

/** Request headers that identify a cross-site request. */
const SENT: Record<string, Record<string, string>> = {
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
    tried: `${Object.keys(SENT).length} origins x ${Object.keys(TYPES).length} content types, with valid bodies and an admin cookie`,
    expected: 'returns 403 cross-origin before any other check; changes no row',
  },
  async () => {
    const session = cookie(signedToken(adminClaims(company.id)))
    const before = await company.rows()
    const changing = validRequests(company.ids).filter(({ method }) => method !== 'GET')
    const tries = changing.flatMap((request) =>
      Object.entries(SENT).flatMap(([way, sent]) =>
        Object.entries(TYPES).map((type) => ({ request, way, sent, type })),
      ),
    )
    const seen = await forEach(tries, async ({ request, way, sent, type: [name, type] }) => {
      const { status, text } = await post(
        request.path,
        { ...session, ...sent, ...(type && { 'content-type': type }) },
        bodyFor(request, name),
      )
      return status === 403 && text.includes('cross-origin') ? [] : [`${request.name} ${way} ${name}: ${status}`]
    })
    expect(seen.flat().slice(0, 5)).toEqual([])
    expect(await company.rows()).toEqual(before)
    return `403 cross-origin, ${tries.length} times`
  },
)

const bodyFor = ({ method, body }: ValidRequest, type: string) => ({
  method,
  ...(body && { body: bodyOf(type, JSON.stringify(body)) }),
})

check(
  {
    what: 'Cross-origin reads',
    tried: 'sent a GET and a preflight from another origin, with an admin cookie, to every dashboard route',
    expected: 'returns no CORS header',
  },
  async () => {
    const session = cookie(signedToken(adminClaims(company.id)))
    const paths = [...new Set(validRequests(company.ids).map(({ path }) => path.split('?')[0] ?? ''))]
    const origin = 'https://evil.example'
    const asked = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const tries = paths.flatMap((path) => ['OPTIONS', 'GET'].map((method) => ({ path, method })))
    const seen = await forEach(tries, async ({ path, method }) => {
      const since = path.endsWith('/changes') ? '?since=0' : ''
      const headers = { ...session, ...(method === 'GET' ? { origin } : asked) }
      const response = await fetch(siteUrl + path + since, { method, headers, redirect: 'manual' })
      await response.arrayBuffer()
      const shared = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
      return shared.map((name) => `${method} ${path}: ${name}`)
    })
    expect(seen.flat().slice(0, 5)).toEqual([])
    return `none, ${tries.length} times`
  },
)
