import { describe, expect, it } from 'vitest'
import { createHostCheck } from '../../../server/http/host-check.ts'

const SITE_URL = 'https://www.example.com'

describe('Host header', () => {
  const isAllowedHost = createHostCheck(SITE_URL, 0)

  it.each(['www.example.com', 'www.example.com:443', 'www.example.com:8080', 'WWW.Example.com', 'www.example.com.'])(
    'is accepted in any valid form: %s',
    (host) => expect(isAllowedHost({ host })).toBe(true),
  )

  it('is accepted if missing', () => expect(isAllowedHost({})).toBe(true))

  it.each([
    'evil.example',
    'example.com',
    'www.example.com.evil.example',
    'evil.example:443',
    'www.example.com@evil.example',
    'evil.example#www.example.com',
    'www.example.com/',
    'www.example.com, evil.example',
    'www.example.com:port',
    'www.example.com%2eevil.example',
    '127.0.0.1:3000',
    'localhost',
    '[::1]',
    ' ',
    '',
    'a'.repeat(10_000),
  ])('is rejected: %s', (host) => expect(isAllowedHost({ host })).toBe(false))
})

describe('Host header of a local site', () => {
  const isAllowedHost = createHostCheck('http://localhost:3000', 0)

  it.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20:3000'])(
    'may be any IP address or localhost: %s',
    (host) => expect(isAllowedHost({ host })).toBe(true),
  )

  it.each(['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'must not be a domain name: %s',
    (host) => expect(isAllowedHost({ host })).toBe(false),
  )
})

describe('X-Forwarded-Host', () => {
  it.each<[trustedProxies: number, forwarded: string | undefined, host: string, isOwn: boolean]>([
    [0, 'www.example.com', 'inside:3000', false],
    [0, 'evil.example', 'www.example.com', true],
    [1, 'www.example.com', 'inside:3000', true],
    [1, 'www.example.com, evil.example', 'inside:3000', false],
    [1, 'evil.example, www.example.com', 'inside:3000', true],
    [2, 'evil.example, www.example.com, inside', 'inside:3000', true],
    [2, 'www.example.com', 'inside:3000', true],
    [1, 'evil.example', 'www.example.com', false],
    [1, '', 'www.example.com', true],
    [1, undefined, 'evil.example', false],
  ])(
    'behind %i trusted proxies, %j with the host %s is accepted: %s',
    (trustedProxies, forwarded, host, isAccepted) => {
      expect(createHostCheck(SITE_URL, trustedProxies)({ host, 'x-forwarded-host': forwarded })).toBe(isAccepted)
    },
  )
})
