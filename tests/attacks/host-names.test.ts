import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { ask, leadsElsewhere, SITE, siteUrl } from './support/sending.ts'

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
