import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getClientAddress, setSocketAddressHeader } from '../../../lib/platform/http/client-address.ts'
import { isSameOrigin } from '../../../lib/platform/http/same-origin.ts'
import { sendHttpRequest, closeServer, listenOnFreePort } from '../../support/http.ts'

describe('getClientAddress', () => {
  const server = createServer((request: IncomingMessage, response) => {
    setSocketAddressHeader(request)
    const proxyCount = Number(request.headers['x-test-proxies'])
    response.end(getClientAddress(new Headers(request.headers as Record<string, string>), proxyCount))
  })
  let port: number
  beforeAll(async () => {
    port = await listenOnFreePort(server)
  })
  afterAll(() => closeServer(server))

  const readClientAddress = async (proxyCount: number, headers: Record<string, string> = {}) =>
    (await sendHttpRequest(port, '/', { headers: { ...headers, 'x-test-proxies': proxyCount } })).body.toString()

  it.each(['1.2.3.4', '1.2.3.4, 5.6.7.8', '127.0.0.1, 1.2.3.4', ',,,', 'nonsense'])(
    'returns the socket address and ignores X-Forwarded-For: %s',
    async (forged) =>
      expect(await readClientAddress(0, { 'x-forwarded-for': forged, 'x-real-ip': '9.9.9.9' })).toBe('127.0.0.1'),
  )

  it('returns the address that the trusted proxies report', async () => {
    expect(await readClientAddress(1, { 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7')
    expect(await readClientAddress(1, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' })).toBe('203.0.113.7')
    expect(await readClientAddress(2, { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' })).toBe('203.0.113.7')
  })

  it.each([
    ['203.0.113.7:41234', '203.0.113.7'],
    [' 203.0.113.7 : 41234', '203.0.113.7'],
    ['"203.0.113.7:41234"', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:443', 'fe80::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.7:41234', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:41234', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
    ['[64:ff9b::cb00:7107]:443', '203.0.113.7'],
  ])('normalizes the address from a trusted proxy: %s', async (forwarded, address) => {
    expect(await readClientAddress(1, { 'x-forwarded-for': forwarded })).toBe(address)
    expect(await readClientAddress(1, { 'x-forwarded-for': `6.6.6.6:1, ${forwarded}` })).toBe(address)
  })

  it.each([
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '0x7f.1',
    '1',
    '[2001:db8::1',
    '2001:db8::g',
    ':443',
    '%',
  ])('groups clients that a proxy hides under its own address: %s', async (forwarded) =>
    expect(await readClientAddress(1, { 'x-forwarded-for': forwarded })).toBe('127.0.0.1'),
  )

  it('falls back to the socket address if a request bypassed the proxy', async () =>
    expect(await readClientAddress(1)).toBe('127.0.0.1'))

  it('cannot be spoofed by a header that looks like the internal one', async () => {
    expect(await readClientAddress(0, { 'x-socket-000000000000000000000000': '6.6.6.6' })).toBe('127.0.0.1')
  })
})

describe('isSameOrigin', () => {
  const site = 'https://www.example.com'
  const laptop = 'http://localhost:3000'
  it.each([
    [{ origin: site }, true],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://other.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://www.example.com.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, false],
    [{ origin: site, 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: site, 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('for %o returns %s', (headers, expected) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), site)).toBe(expected)
  })

  it.each([
    ['192.168.1.20:3000', 'http://192.168.1.20:3000', true],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', true],
    ['[fe80::1]:3000', 'http://[fe80::1]:3000', true],
    ['192.168.1.20', 'http://192.168.1.20', true],
    ['192.168.1.20:3000', 'http://localhost:3000', true],
    ['192.168.1.20:3000', 'http://192.168.1.20:8080', false],
    ['192.168.1.20:3000', 'http://192.168.1.21:3000', false],
    ['192.168.1.20:3000', 'https://192.168.1.20:3000', false],
    ['192.168.1.20:3000', 'http://evil.example', false],
    ['192.168.1.20:3000', 'null', false],
    ['evil.example:3000', 'http://evil.example:3000', false],
    ['192.168.1.20.evil.example', 'http://192.168.1.20.evil.example', false],
  ])('in development, for host %s and origin %s returns %s', (host, origin, expected) => {
    expect(isSameOrigin(new Headers({ host, origin }), laptop)).toBe(expected)
    expect(isSameOrigin(new Headers({ host, origin, 'sec-fetch-site': 'cross-site' }), laptop)).toBe(false)
  })

  it('rejects private network addresses for a public site', () => {
    const headers = new Headers({ host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' })
    expect(isSameOrigin(headers, site)).toBe(false)
  })
})
