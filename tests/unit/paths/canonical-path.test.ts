import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalizePath, findCanonicalPage } from '../../../lib/platform/http/paths/canonical-path.ts'
import { parseRedirectSource } from '../../../lib/platform/http/paths/redirect-source.ts'

const SITE_URL = 'https://www.ductwise.example'

describe('canonical path', () => {
  it.each([
    ['/caf%C3%A9', ['/café', '/caf%c3%a9', '/cafe\u0301', '/cafe%CC%81', '/CAF%C3%89', '/café/', '//café']],
    ['/about', ['/%61bout', '/About', '/%41BOUT/']],
    ['/old%20page', ['/old page', '/Old%20Page']],
    ['/a+b', ['/a%2Bb', '/a%2bb']],
    ["/a!$&'()*,;=:@~b", ["/a!$&'()*,;=:@~b", '/a%21%24%26%27%28%29%2A%2C%3B%3D%3A%40%7Eb']],
    ['/old-page.html', ['/Old-Page.HTML']],
    ['/', ['/', '//']],
  ])('is %s for every equivalent spelling', (canonical, spellings) =>
    expect(new Set(spellings.map(canonicalizePath))).toEqual(new Set([canonical])),
  )

  it('keeps escaped characters that have a special meaning', () => {
    expect(canonicalizePath('/a%2Fb%5cc%3f%23%25%00')).toBe('/a%2Fb%5Cc%3F%23%25%00')
    expect(canonicalizePath('/%2f%2Fevil.example')).toBe('/%2F%2Fevil.example')
    expect(canonicalizePath('/a%252fb')).toBe('/a%252fb')
  })

  it.each(['', 'pricing', '/%', '/%zz', '/%E0%A4%A', '/%ff', '/%c0%ae', '/a/../b', '/%2e%2E/a', '/.', '/\uD800'])(
    'is undefined for %j',
    (path) => expect(canonicalizePath(path)).toBeUndefined(),
  )

  it('is stable and never has more segments than its source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const canonical = canonicalizePath(`/${text}`)
        if (canonical === undefined) return
        expect(canonicalizePath(canonical)).toBe(canonical)
        expect(canonical.split('/').length).toBeLessThanOrEqual(text.split('/').length + 1)
        expect(new URL(canonical, SITE_URL)).toMatchObject({ pathname: canonical, origin: SITE_URL })
      }),
    )
  })
})

describe('findCanonicalPage', () => {
  const findPage = (path: string) => findCanonicalPage(path, async (page) => page === '/pricing')

  it('finds a page only under its noncanonical spellings', async () => {
    expect(await Promise.all(['/Pricing', '/%70ricing'].map(findPage))).toEqual(['/pricing', '/pricing'])
    expect(await Promise.all(['/pricing', '/Prices', '/%2fpricing', '/a/%2e%2e/pricing'].map(findPage))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })
})

describe('redirect source', () => {
  it.each([
    [
      '/old',
      [
        '/old',
        'old',
        ' /old ',
        '/old/',
        '/Old',
        '/old?page=2#top',
        `${SITE_URL}/old`,
        'HTTPS://WWW.Ductwise.example/old?x=1',
        'http://www.ductwise.example/old',
      ],
    ],
    ['/r%C3%A9sum%C3%A9', ['/résumé', 'résumé', `${SITE_URL}/r%c3%a9sum%c3%a9`]],
    ['/', ['/', SITE_URL, `${SITE_URL}/?x`]],
  ])('is %s for every equivalent spelling', (canonical, spellings) => {
    expect(new Set(spellings.map((source) => parseRedirectSource(source, SITE_URL)))).toEqual(new Set([canonical]))
  })

  it.each([
    '',
    ' ',
    '//evil.example/old',
    'https://example.com/old',
    '/\\old',
    '/o\nld',
    'mailto:a@b.example',
    '?page=2',
    '/%zz',
    '/a/../b',
  ])('is undefined for %j', (source) => expect(parseRedirectSource(source, SITE_URL)).toBeUndefined())

  it('cannot be a full URL if the site URL is unknown', () => {
    expect(parseRedirectSource(`${SITE_URL}/old`, null)).toBeUndefined()
  })
})
