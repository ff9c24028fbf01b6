import { describe, expect, it } from 'vitest'
import { ownNames } from '../../../server/own-names.ts'

const SITE = 'https://www.example.com'
const HERE = 'http://localhost:3000'

describe('the name of a site', () => {
  const isOwn = ownNames(SITE, 0)

  it.each(['www.example.com', 'www.example.com:443', 'www.example.com:8080', 'WWW.Example.com', 'www.example.com.'])(
    'is its own in every way of writing it: %s',
    (host) => expect(isOwn({ host })).toBe(true),
  )

  it('is not asked for by who names none', () => expect(isOwn({})).toBe(true))

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
  ])('is no other: %s', (host) => expect(isOwn({ host })).toBe(false))
})

describe('a site on a laptop', () => {
  const isOwn = ownNames(HERE, 0)

  it.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20:3000'])(
    'is asked by its addresses, which no page elsewhere can have: %s',
    (host) => expect(isOwn({ host })).toBe(true),
  )

  it.each(['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])('has no name: %s', (host) =>
    expect(isOwn({ host })).toBe(false),
  )
})

describe('a name that proxies say was asked for', () => {
  const asked = (trustedProxies: number, forwarded: string, host = 'inside:3000') =>
    ownNames(SITE, trustedProxies)({ host, 'x-forwarded-host': forwarded })

  it('is not believed without trusted proxies', () => {
    expect(asked(0, 'www.example.com')).toBe(false)
    expect(asked(0, 'evil.example', 'www.example.com')).toBe(true)
  })

  it('is the one that the first trusted proxy saw', () => {
    expect(asked(1, 'www.example.com')).toBe(true)
    expect(asked(1, 'www.example.com, evil.example')).toBe(false)
    expect(asked(1, 'evil.example, www.example.com')).toBe(true)
    expect(asked(2, 'evil.example, www.example.com, inside')).toBe(true)
    expect(asked(2, 'www.example.com')).toBe(true)
    expect(asked(1, 'evil.example', 'www.example.com')).toBe(false)
  })

  it('is the host where they say nothing', () => {
    expect(asked(1, '', 'www.example.com')).toBe(true)
    expect(ownNames(SITE, 1)({ host: 'evil.example' })).toBe(false)
  })
})
