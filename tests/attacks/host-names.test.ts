import { expect } from 'vitest'
import { check } from '../support/defences/check.ts'
import { adminConfirmed, cookiesWith } from '../e2e/account/gate-visitors.ts'
import { actionId } from '../support/server-actions.ts'
import { front } from './defences/front.ts'
import { ask, leadsElsewhere, SITE, valuesOf, siteUrl } from './support/sending.ts'

const PATHS = [
  '/',
  '/pricing',
  '/login',
  '/dashboard',
  '/api/contact/ticket',
  '/robots.txt',
  '/no/such/page',
  '/pricing/',
  '/_next/static/a.js',
]

/** Names that are not the site's, and ways of writing two of them as one. */
const NAMES = [
  'evil.example',
  `evil.example:${SITE.port}`,
  'localhost.evil.example',
  'evil-localhost',
  'localhost@evil.example',
  'evil.example@localhost',
  'localhost#evil.example',
  'evil.example/',
  'localhost/evil.example',
  'localhost, evil.example',
  'localhost evil.example',
  'evil.example?localhost',
  'evil.example%00localhost',
  'localhost:port',
  'xn--localhost-.example',
  'ductwise.local',
  'a'.repeat(4_000),
  '',
]

check(
  {
    what: 'Other host names',
    tried: `${NAMES.length} names that are not the site's, for ${PATHS.length} kinds of paths`,
    expected: '421 (400 where it is no name at all), and no answer names it',
    without: front.ownName,
  },
  async () => {
    for (const name of NAMES)
      for (const path of PATHS) {
        const answer = await ask(`GET ${path}`, [`Host: ${name}`])
        expect([421, 400], `${path} of ${name.slice(0, 40)}`).toContain(answer.status)
        expect(JSON.stringify(answer)).not.toContain('evil')
      }
    return `421 or 400, ${NAMES.length * PATHS.length} times`
  },
)

check(
  {
    what: 'Two hosts, none, or an address for a path',
    tried: 'the site and another as two Host headers, HTTP/1.1 without one, http://other/ as the path',
    expected: '421 or 400; the site itself where the address is its own',
    without: front.ownName,
  },
  async () => {
    const two = [
      [`Host: ${SITE.host}`, 'Host: evil.example'],
      ['Host: evil.example', `Host: ${SITE.host}`],
      [`Host: ${SITE.host}`, `Host: ${SITE.host}`],
      [`Host : evil.example`, `Host: ${SITE.host}`],
    ]
    for (const headers of two) expect([421, 400], `${headers.join()}`).toContain((await ask('GET /', headers)).status)
    const addresses = [
      'http://evil.example/',
      'http://evil.example/pricing',
      'https://evil.example/login',
      'http://evil.example:80/dashboard',
      'ftp://evil.example/',
      'http://localhost@evil.example/',
      'evil:nothing',
    ]
    for (const address of addresses) {
      const answer = await ask(`GET ${address}`)
      expect([421, 400], `${address}`).toContain(answer.status)
      expect(leadsElsewhere(answer)).toBe(false)
    }
    const own = await ask(`GET ${siteUrl}/pricing`, ['Host: evil.example'])
    expect([own.status, own.body.includes('</html>')]).toEqual([200, true])
    return `refused ${two.length + addresses.length} times; its own address is answered`
  },
)

const FORGED = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Host: evil.example, localhost',
  'Forwarded: host=evil.example;proto=https',
  'X-Host: evil.example',
  'X-Forwarded-Server: evil.example',
  'X-Original-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 666',
  'X-Forwarded-Prefix: //evil.example',
  'X-HTTP-Host-Override: evil.example',
]

check(
  {
    what: 'Forwarded names',
    tried: `${FORGED.length} headers of proxies that nobody trusts, on answers that lead somewhere`,
    expected: 'no answer leads elsewhere or names it',
    without: front.ownName,
  },
  async () => {
    const led: string[] = []
    for (const header of FORGED)
      for (const path of ['/pricing/', '/dashboard', '/sign-in', '/help?q=a', '/login', '/api/contact']) {
        const answer = await ask(`GET ${path}`, [header])
        if (leadsElsewhere(answer) || JSON.stringify(answer).includes('evil.example')) led.push(`${path} ${header}`)
        expect(answer.status).toBeLessThan(500)
      }
    // With an origin that fits it, a forged name would be believed by the framework's own check.
    const { cookie = '' } = await cookiesWith(adminConfirmed(0))
    const id = actionId('deleteData')
    for (const name of FORGED.slice(0, 2)) {
      const headers = [
        name,
        'Origin: http://evil.example',
        `Next-Action: ${id}`,
        'Content-Type: text/plain',
        `Cookie: ${cookie}`,
      ]
      const answer = await ask('POST /dashboard/settings/data', headers, '[]')
      if (answer.status !== 403) led.push(`an action: ${answer.status}`)
    }
    expect(led).toEqual([])
    return `none of ${FORGED.length * 6 + 2}`
  },
)

/** Origins that are not the site's, however near to it. */
const ORIGINS = [
  'http://evil.example',
  'null',
  `https://${SITE.host}`,
  'http://localhost',
  `http://localhost:${Number(SITE.port) + 1}`,
  `http://localhost.evil.example:${SITE.port}`,
  `http://127.0.0.1:${SITE.port}`,
  `${siteUrl}.evil.example`,
  `${siteUrl}/`,
  `http://evil.example, ${siteUrl}`,
  'file://',
  '',
]

check(
  {
    what: 'Origins of server actions',
    tried: `deleteData by somebody who confirmed a moment ago, from ${ORIGINS.length} origins and none, and other Sec-Fetch-Site`,
    expected: '403, before the framework sees it',
    without: front.actions,
  },
  async () => {
    const { cookie = '' } = await cookiesWith(adminConfirmed(0))
    const id = actionId('deleteData')
    const common = [`Next-Action: ${id}`, 'Content-Type: text/plain;charset=UTF-8', `Cookie: ${cookie}`]
    const from = [
      [],
      ...ORIGINS.map((origin) => [`Origin: ${origin}`]),
      ...['cross-site', 'same-site', 'none'].map((site) => [`Origin: ${siteUrl}`, `Sec-Fetch-Site: ${site}`]),
      ['Origin: http://evil.example', 'Sec-Fetch-Site: same-origin'],
      ['Origin: http://evil.example', 'X-Forwarded-Host: evil.example'],
    ]
    for (const headers of from) {
      const answer = await ask(
        'POST /dashboard/settings/data',
        [...common, ...headers],
        '["not the name of the company"]',
      )
      expect(`${headers.join(' ')} ${answer.status}`).toBe(`${headers.join(' ')} 403`)
      expect(valuesOf(answer, 'content-type')).toEqual(['text/plain; charset=utf-8'])
    }
    return `403, ${from.length} times`
  },
)
