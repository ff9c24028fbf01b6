import { describe, expect, it } from 'vitest'
import { redirectFrom } from '../../../lib/http/redirects.ts'
import { withQuery } from '../../../lib/http/with-query.ts'

const SITE = 'https://www.ductwise.example'

const from = (path: string, ...redirects: [source: string, destination: string, permanent?: boolean][]) =>
  redirectFrom(
    path,
    redirects.map(([source, destination, permanent = false]) => ({ source, destination, permanent })),
    SITE,
  )

describe('a redirect made in the Studio', () => {
  it('sends a visitor to a path of this site, for good or for now', () => {
    expect(from('/old', ['/old', '/new', true])).toEqual({ destination: '/new', permanent: true })
    expect(from('/old', ['/old', '/new?a=b#c'])).toEqual({ destination: '/new?a=b#c', permanent: false })
  })

  it('sends a visitor to a web address elsewhere', () => {
    expect(from('/old', ['/old', 'https://example.com/a?b=c'])?.destination).toBe('https://example.com/a?b=c')
    expect(from('/old', ['/old', 'http://example.com'])?.destination).toBe('http://example.com/')
  })

  it('is for exactly its path', () => {
    for (const path of ['/', '/old/', '/old/er', '/Old', '/ol']) expect(from(path, ['/old', '/new'])).toBeUndefined()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:hello@ductwise.example',
    'ftp://example.com',
    '//evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example\x`,
    'evil.example',
    '/\t/evil.example',
    `${SITE}//evil.example`,
    `${SITE}/.//evil.example`,
    'https://user:secret@example.com',
    'https://',
    '',
  ])('does not lead to %j', (destination) => {
    expect(from('/old', ['/old', destination])).toBeUndefined()
  })

  it('is refused when it leads to itself, in any spelling', () => {
    for (const destination of ['/old', '/old?a=b', '/old#a', `${SITE}/old`, '/x/../old']) {
      expect(from('/old', ['/old', destination])).toBeUndefined()
    }
  })

  it('is refused when it leads to another redirect, round in a circle or not', () => {
    const circle: [string, string][] = [
      ['/a', '/b'],
      ['/b', '/a'],
    ]
    expect(from('/a', ...circle)).toBeUndefined()
    expect(from('/b', ...circle)).toBeUndefined()
    expect(from('/a', ['/a', '/b?c=d'], ['/b', '/c'])).toBeUndefined()
    expect(from('/b', ['/a', '/b'], ['/b', '/c'])?.destination).toBe('/c')
  })

  it('keeps an address of this site a path, so that a copy of the site stays on itself', () => {
    expect(from('/old', ['/old', `${SITE}/new?a=b`])?.destination).toBe('/new?a=b')
  })
})

describe('the query of a visitor who is sent on', () => {
  it.each([
    ['/new', 'a=b', '/new?a=b'],
    ['/new?x=y', 'a=b', '/new?x=y&a=b'],
    ['/new#part', 'a=b', '/new?a=b#part'],
    ['https://example.com/?x', 'a=%20c&d', 'https://example.com/?x&a=%20c&d'],
    ['/new', 'a=b&_rsc=1x2y&c', '/new?a=b&c'],
    ['/new', '_rsc=1x2y', '/new'],
    ['/new', '', '/new'],
  ])('%s with %s is %s', (location, query, expected) => {
    expect(withQuery(location, query)).toBe(expected)
  })
})
