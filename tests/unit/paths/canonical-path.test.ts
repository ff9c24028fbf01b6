import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalPath, findCanonicalPage } from '../../../lib/platform/http/paths/canonical-path.ts'
import { redirectSource } from '../../../lib/platform/http/paths/redirect-source.ts'

const SITE = 'https://www.ductwise.example'

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
    expect(new Set(spellings.map(canonicalPath))).toEqual(new Set([canonical])),
  )

  it('keeps escaped characters that have a special meaning', () => {
    expect(canonicalPath('/a%2Fb%5cc%3f%23%25%00')).toBe('/a%2Fb%5Cc%3F%23%25%00')
    expect(canonicalPath('/%2f%2Fevil.example')).toBe('/%2F%2Fevil.example')
    expect(canonicalPath('/a%252fb')).toBe('/a%252fb')
  })

  it.each(['', 'pricing', '/%', '/%zz', '/%E0%A4%A', '/%ff', '/%c0%ae', '/a/../b', '/%2e%2E/a', '/.', '/\uD800'])(
    'is undefined for %j',
    (path) => expect(canonicalPath(path)).toBeUndefined(),
  )

  it('is stable and never has more segments than its source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const canonical = canonicalPath(`/${text}`)
        if (canonical === undefined) return
        expect(canonicalPath(canonical)).toBe(canonical)
        expect(canonical.split('/').length).toBeLessThanOrEqual(text.split('/').length + 1)
        expect(new URL(canonical, SITE)).toMatchObject({ pathname: canonical, origin: SITE })
      }),
    )
  })
})

describe('findCanonicalPage', () => {
  const find = (path: string) => findCanonicalPage(path, async (page) => page === '/pricing')

  it('finds a page only under its noncanonical spellings', async () => {
    expect(await Promise.all(['/Pricing', '/%70ricing'].map(find))).toEqual(['/pricing', '/pricing'])
    expect(await Promise.all(['/pricing', '/Prices', '/%2fpricing', '/a/%2e%2e/pricing'].map(find))).toEqual(
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
        `${SITE}/old`,
        'HTTPS://WWW.Ductwise.example/old?x=1',
        'http://www.ductwise.example/old',
      ],
    ],
    ['/r%C3%A9sum%C3%A9', ['/résumé', 'résumé', `${SITE}/r%c3%a9sum%c3%a9`]],
    ['/', ['/', SITE, `${SITE}/?x`]],
  ])('is %s for every equivalent spelling', (canonical, spellings) => {
    expect(new Set(spellings.map((source) => redirectSource(source, SITE)))).toEqual(new Set([canonical]))
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
  ])('is undefined for %j', (source) => expect(redirectSource(source, SITE)).toBeUndefined())

  it('cannot be a full URL if the site URL is unknown', () => {
    expect(redirectSource(`${SITE}/old`, null)).toBeUndefined()
  })
})
