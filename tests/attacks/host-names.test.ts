import { expect } from 'vitest'
import { check } from '../support/check.ts'
import { sendRequest, isOffsiteRedirect, SITE, siteUrl } from './support/raw-requests.ts'

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

const HOST_NAMES = [
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
    tried: `sent ${HOST_NAMES.length} other host names to ${PATHS.length} kinds of paths`,
    expected: 'returns 421, or 400 for an invalid name, and never echoes the name',
  },
  async () => {
    for (const name of HOST_NAMES)
      for (const path of PATHS) {
        const response = await sendRequest(`GET ${path}`, [`Host: ${name}`])
        expect([421, 400], `${path} of ${name.slice(0, 40)}`).toContain(response.status)
        expect(JSON.stringify(response)).not.toContain('evil')
      }
    return `421 or 400, ${HOST_NAMES.length * PATHS.length} times`
  },
)

check(
  {
    what: 'Duplicate hosts and absolute URLs',
    tried: 'sent two Host headers, and absolute URLs of other sites as the request target',
    expected: 'returns 421 or 400; serves its own absolute URL',
  },
  async () => {
    const hostHeaderPairs = [
      [`Host: ${SITE.host}`, 'Host: evil.example'],
      ['Host: evil.example', `Host: ${SITE.host}`],
      [`Host: ${SITE.host}`, `Host: ${SITE.host}`],
      [`Host : evil.example`, `Host: ${SITE.host}`],
    ]
    for (const headers of hostHeaderPairs)
      expect([421, 400], `${headers.join()}`).toContain((await sendRequest('GET /', headers)).status)
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
      const response = await sendRequest(`GET ${address}`)
      expect([421, 400], `${address}`).toContain(response.status)
      expect(isOffsiteRedirect(response)).toBe(false)
    }
    const ownUrlResponse = await sendRequest(`GET ${siteUrl}/pricing`, ['Host: evil.example'])
    expect([ownUrlResponse.status, ownUrlResponse.body.includes('</html>')]).toEqual([200, true])
    return `rejected ${hostHeaderPairs.length + addresses.length} times; its own URL returns 200`
  },
)
