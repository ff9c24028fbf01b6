import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { mapConcurrently } from '../support/until.ts'
import { createCompany, openStackDatabase } from './support/company.ts'
import { buildAdminClaims, buildBearerHeader, buildCookieHeader, signToken } from './support/forged-tokens.ts'
import { sendAction, buildValidRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env
const { host, port } = new URL(siteUrl)

let database: OpenDatabase
beforeAll(async () => {
  database = await openStackDatabase()
})
afterAll(() => database.close())

const buildForwardedHeaders = (origin: string): Record<string, string> => ({
  origin,
  'x-forwarded-host': new URL(origin).host,
  'x-forwarded-proto': new URL(origin).protocol.slice(0, -1),
  forwarded: `host=${new URL(origin).host}`,
})

const FOREIGN_ORIGIN_HEADERS: Record<string, Record<string, string>> = {
  'a forged X-Forwarded-Host and Forwarded of another site': buildForwardedHeaders('https://evil.example'),
  'a forged X-Forwarded-Host of another site, no Forwarded': {
    'x-forwarded-host': 'evil.example',
    origin: 'https://evil.example',
  },
  'a forged X-Forwarded-Host of a subdomain': buildForwardedHeaders(`http://www.${host}`),
  'another site': { origin: 'https://evil.example' },
  'another scheme': { origin: siteUrl.replace('http:', 'https:') },
  'another port': { origin: siteUrl.replace(port, '81') },
  'the site as a prefix of another host': { origin: `${siteUrl}.evil.example` },
  'a trailing slash': { origin: `${siteUrl}/` },
  'a list that includes the site': { origin: `http://evil.example, ${siteUrl}` },
  'the loopback IP address': { origin: `http://127.0.0.1:${port}` },
  'the origin null': { origin: 'null' },
  'another site with Sec-Fetch-Site: same-origin': { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  'no origin': {},
  'no origin, cross-site': { 'sec-fetch-site': 'cross-site' },
  'no origin, same-site': { 'sec-fetch-site': 'same-site' },
  'no origin, a typed URL': { 'sec-fetch-site': 'none' },
  'this site with Sec-Fetch-Site: cross-site': { origin: siteUrl, 'sec-fetch-site': 'cross-site' },
  'this site with Sec-Fetch-Site: same-site': { origin: siteUrl, 'sec-fetch-site': 'same-site' },
  'another site, with basic authentication': { origin: 'https://evil.example', authorization: 'Basic eDp5' },
  'no origin, with basic authentication': { authorization: 'Basic eDp5' },
  'no origin, with an invalid bearer token': { authorization: 'Bearer x' },
}

check(
  {
    what: 'Delete-all-data server action',
    tried: `${Object.keys(FOREIGN_ORIGIN_HEADERS).length} foreign origins, as an admin who just verified both factors`,
    expected: 'rejects the origin before any other check; deletes no row',
  },
  async () => {
    const company = await createCompany(database, 'action')
    const token = signToken(buildAdminClaims(company.id))
    const rowsBefore = await company.rows()
    for (const [name, headers] of Object.entries(FOREIGN_ORIGIN_HEADERS)) {
      const outcome = await sendAction('deleteData', { ...buildCookieHeader(token), ...headers })
      // `withAccess` rejects with a reason, the earlier layers with a status.
      expect(`${name}: ${outcome}`).toMatch(/: (?:cross-origin|[45]\d\d)$/)
      expect({ name, rows: await company.rows() }).toEqual({ name, rows: rowsBefore })
    }
    expect(await sendAction('deleteData', { ...buildCookieHeader(token), origin: siteUrl })).toBe('done')
    expect(Object.values(await company.rows()).flat()).not.toEqual(Object.values(rowsBefore).flat())
    return `rejected ${Object.keys(FOREIGN_ORIGIN_HEADERS).length} times; succeeded from this site`
  },
)

check(
  {
    what: 'Order of server action checks',
    tried: 'combined each failure with all later ones: origin, session, permission, reverification',
    expected: 'returns the first failure',
  },
  async () => {
    const company = await createCompany(database, 'order')
    const admin = buildAdminClaims(company.id)
    const staleClaims = { ...admin, fva: [60, 60] }
    const member = { ...staleClaims, o: { ...admin.o, rol: 'member', fpm: '1,3,0,1,0' } }
    const crossSiteHeaders = { 'sec-fetch-site': 'cross-site' }
    const sameSiteHeaders = { origin: siteUrl }
    const outcomes = [
      await sendAction('deleteData', crossSiteHeaders),
      await sendAction('deleteData', { ...buildCookieHeader(signToken(member)), ...crossSiteHeaders }),
      await sendAction('deleteData', sameSiteHeaders),
      await sendAction('deleteData', { ...buildCookieHeader(signToken(member)), ...sameSiteHeaders }),
      await sendAction('deleteData', { ...buildCookieHeader(signToken(staleClaims)), ...sameSiteHeaders }),
    ]
    // The HTTP server rejects the first two by their origin, before Next sees the request.
    expect(outcomes).toEqual(['403', '403', 'signed-out', 'missing-permission', 'reverify'])
    return '403, signed-out, missing-permission, reverify'
  },
)

const INVALID_ARGUMENTS: unknown[][] = [['half \ud800'], ['\0'], [{ a: ['\udc00\ud800'] }], [{ '\ud800': 1 }]]

check(
  {
    what: 'Server action arguments',
    tried: `${INVALID_ARGUMENTS.length} arguments with a lone surrogate or NUL, as a company admin`,
    expected: 'returns invalid and deletes nothing',
  },
  async () => {
    const company = await createCompany(database, 'arguments')
    const rowsBefore = await company.rows()
    const headers = { ...buildBearerHeader(signToken(buildAdminClaims(company.id))), origin: siteUrl }
    for (const args of INVALID_ARGUMENTS) expect(await sendAction('deleteData', headers, args)).toBe('invalid')
    expect(await company.rows()).toEqual(rowsBefore)
    return `invalid, ${INVALID_ARGUMENTS.length} times`
  },
)

const UNSUPPORTED_TEXTS = ['\ud800', '\udc00', '\udc00\ud800', '\0']

function appendText(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value + text
  if (Array.isArray(value)) return value.map((item) => appendText(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, appendText(item, text)]))
}

const containsText = (body: object) => JSON.stringify(body) !== JSON.stringify(appendText(body, 'x'))

async function sendBody(path: string, init: { method: string; headers: Record<string, string>; body: BodyInit }) {
  const response = await fetch(siteUrl + path, { redirect: 'manual', ...init })
  return { status: response.status, text: await response.text() }
}

check(
  {
    what: 'Unsupported characters',
    tried: `lone surrogates, NUL and invalid UTF-8 in every string of every body: dashboard, API, contact, newsletter`,
    expected: 'returns 422 or 400 with the reason; never stores a replacement character',
  },
  async () => {
    const company = await createCompany(database, 'texts')
    const rowsBefore = await company.rows()
    const headers = {
      ...buildBearerHeader(signToken(buildAdminClaims(company.id))),
      origin: siteUrl,
      'content-type': 'application/json',
    }
    const bodies = buildValidRequests(company.ids).flatMap(({ name, method, path, body }) =>
      body && containsText(body) && !path.includes('/lines/') ? [{ name, method, path, body }] : [],
    )
    expect(bodies.length).toBeGreaterThan(15)
    const cases = bodies.flatMap((request) => UNSUPPORTED_TEXTS.map((text) => ({ ...request, text })))
    const failures = await mapConcurrently(cases, async ({ name, method, path, body, text }) => {
      const response = await sendBody(path, { method, headers, body: JSON.stringify(appendText(body, text)) })
      const isRejected = response.status === 422 && response.text.includes('unpaired surrogate')
      return isRejected ? [] : [`${name} ${JSON.stringify(text)}: ${response.status}`]
    })
    expect(failures.flat()).toEqual([])

    const form = { origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const forms: [string, string, BodyInit][] = [
      ['/api/contact', 'application/json', JSON.stringify({ name: 'half \ud800', email: 'ada@example.com' })],
      ['/api/contact', form['content-type'], 'name=%ED%A0%80&email=ada%40example.com'],
      ['/api/contact', form['content-type'], new Uint8Array([0x6e, 0x3d, 0xff])],
      ['/api/newsletter', 'application/json', JSON.stringify({ email: 'half\ud800@example.com' })],
      ['/api/newsletter', form['content-type'], 'email=%FF%40example.com'],
    ]
    for (const [path, type, body] of forms) {
      const { status, text } = await sendBody(path, {
        method: 'POST',
        headers: { ...form, 'content-type': type },
        body,
      })
      expect([400, 422], `${path} ${status}`).toContain(status)
      expect(`${path} ${text}`).toMatch(/"error":/)
    }
    expect(await company.rows()).toEqual(rowsBefore)
    return `422, ${cases.length} times; forms rejected ${forms.length} times`
  },
)
