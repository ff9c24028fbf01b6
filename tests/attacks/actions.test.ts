import { afterAll, beforeAll, expect } from 'vitest'
import type { OpenDatabase } from '../../lib/platform/db/client.ts'
import { check } from '../support/check.ts'
import { stack } from '../support/stack/addresses.ts'
import { forEach } from '../support/until.ts'
import { newCompany, openStackDatabase } from './support/company.ts'
import { adminClaims, bearer, cookie, signedToken } from './support/forged-tokens.ts'
import { act, validRequests } from './support/valid-requests.ts'

const { siteUrl } = stack.env
const { host, port } = new URL(siteUrl)

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openStackDatabase()
})
afterAll(() => opened.close())

const forwarded = (origin: string): Record<string, string> => ({
  origin,
  'x-forwarded-host': new URL(origin).host,
  'x-forwarded-proto': new URL(origin).protocol.slice(0, -1),
  forwarded: `host=${new URL(origin).host}`,
})

const FOREIGN: Record<string, Record<string, string>> = {
  'a forged X-Forwarded-Host and Forwarded of another site': forwarded('https://evil.example'),
  'a forged X-Forwarded-Host of another site, no Forwarded': {
    'x-forwarded-host': 'evil.example',
    origin: 'https://evil.example',
  },
  'a forged X-Forwarded-Host of a subdomain': forwarded(`http://www.${host}`),
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
    tried: `${Object.keys(FOREIGN).length} foreign origins, as an admin who just verified both factors`,
    expected: 'rejects the origin before any other check; deletes no row',
  },
  async () => {
    const company = await newCompany(opened, 'action')
    const token = signedToken(adminClaims(company.id))
    const before = await company.rows()
    for (const [name, headers] of Object.entries(FOREIGN)) {
      const answer = await act('deleteData', { ...cookie(token), ...headers })
      // `withAccess` rejects with a reason, the earlier layers with a status.
      expect(`${name}: ${answer}`).toMatch(/: (?:cross-origin|[45]\d\d)$/)
      expect({ name, rows: await company.rows() }).toEqual({ name, rows: before })
    }
    expect(await act('deleteData', { ...cookie(token), origin: siteUrl })).toBe('done')
    expect(Object.values(await company.rows()).flat()).not.toEqual(Object.values(before).flat())
    return `rejected ${Object.keys(FOREIGN).length} times; succeeded from this site`
  },
)

check(
  {
    what: 'Order of server action checks',
    tried: 'combined each failure with all later ones: origin, session, permission, reverification',
    expected: 'returns the first failure',
  },
  async () => {
    const company = await newCompany(opened, 'order')
    const admin = adminClaims(company.id)
    const old = { ...admin, fva: [60, 60] }
    const member = { ...old, o: { ...admin.o, rol: 'member', fpm: '1,3,0,1,0' } }
    const foreign = { 'sec-fetch-site': 'cross-site' }
    const own = { origin: siteUrl }
    const answers = [
      await act('deleteData', foreign),
      await act('deleteData', { ...cookie(signedToken(member)), ...foreign }),
      await act('deleteData', own),
      await act('deleteData', { ...cookie(signedToken(member)), ...own }),
      await act('deleteData', { ...cookie(signedToken(old)), ...own }),
    ]
    // The HTTP server rejects the first two by their origin, before Next sees the request.
    expect(answers).toEqual(['403', '403', 'signed-out', 'missing-permission', 'reverify'])
    return '403, signed-out, missing-permission, reverify'
  },
)

const ARGUMENTS: unknown[][] = [['half \ud800'], ['\0'], [{ a: ['\udc00\ud800'] }], [{ '\ud800': 1 }]]

check(
  {
    what: 'Server action arguments',
    tried: `${ARGUMENTS.length} arguments with a lone surrogate or NUL, as a company admin`,
    expected: 'returns invalid and deletes nothing',
  },
  async () => {
    const company = await newCompany(opened, 'arguments')
    const before = await company.rows()
    const headers = { ...bearer(signedToken(adminClaims(company.id))), origin: siteUrl }
    for (const args of ARGUMENTS) expect(await act('deleteData', headers, args)).toBe('invalid')
    expect(await company.rows()).toEqual(before)
    return `invalid, ${ARGUMENTS.length} times`
  },
)

const BAD_TEXTS = ['\ud800', '\udc00', '\udc00\ud800', '\0']

function withText(value: unknown, text: string): unknown {
  if (typeof value === 'string') return value + text
  if (Array.isArray(value)) return value.map((item) => withText(item, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withText(item, text)]))
}

const holdsText = (body: object) => JSON.stringify(body) !== JSON.stringify(withText(body, 'x'))

async function refusal(path: string, init: { method: string; headers: Record<string, string>; body: BodyInit }) {
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
    const company = await newCompany(opened, 'texts')
    const before = await company.rows()
    const headers = {
      ...bearer(signedToken(adminClaims(company.id))),
      origin: siteUrl,
      'content-type': 'application/json',
    }
    const bodies = validRequests(company.ids).flatMap(({ name, method, path, body }) =>
      body && holdsText(body) && !path.includes('/lines/') ? [{ name, method, path, body }] : [],
    )
    expect(bodies.length).toBeGreaterThan(15)
    const tries = bodies.flatMap((request) => BAD_TEXTS.map((text) => ({ ...request, text })))
    const seen = await forEach(tries, async ({ name, method, path, body, text }) => {
      const answer = await refusal(path, { method, headers, body: JSON.stringify(withText(body, text)) })
      const isRefused = answer.status === 422 && answer.text.includes('unpaired surrogate')
      return isRefused ? [] : [`${name} ${JSON.stringify(text)}: ${answer.status}`]
    })
    expect(seen.flat()).toEqual([])

    const form = { origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const forms: [string, string, BodyInit][] = [
      ['/api/contact', 'application/json', JSON.stringify({ name: 'half \ud800', email: 'ada@example.com' })],
      ['/api/contact', form['content-type'], 'name=%ED%A0%80&email=ada%40example.com'],
      ['/api/contact', form['content-type'], new Uint8Array([0x6e, 0x3d, 0xff])],
      ['/api/newsletter', 'application/json', JSON.stringify({ email: 'half\ud800@example.com' })],
      ['/api/newsletter', form['content-type'], 'email=%FF%40example.com'],
    ]
    for (const [path, type, body] of forms) {
      const { status, text } = await refusal(path, { method: 'POST', headers: { ...form, 'content-type': type }, body })
      expect([400, 422], `${path} ${status}`).toContain(status)
      expect(`${path} ${text}`).toMatch(/"error":/)
    }
    expect(await company.rows()).toEqual(before)
    return `422, ${tries.length} times; forms rejected ${forms.length} times`
  },
)
