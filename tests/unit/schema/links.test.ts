import { describe, expect, it } from 'vitest'
import { hrefError, webUrlError } from '../../../sanity/schema/validation/href.ts'
import { linkError } from '../../../sanity/schema/validation/link.ts'

const good = [
  'https://example.com',
  'http://example.com/a/b?c=d#e',
  'HTTPS://EXAMPLE.COM/',
  'https://xn--bcher-kva.example/',
  'https://example.com:8443/path',
  'mailto:hello@ductwise.example',
  'mailto:hello@ductwise.example?subject=Demo',
  'tel:+12125550142',
  'tel:911',
  'tel:+1-212-555-0142;ext=7',
  '/blog',
  '/blog/page/2?a=b#c',
]

const bad = [
  ['nothing', ''],
  ['no string', 7],
  ['script', 'javascript:alert(1)'],
  ['script in capitals', 'JavaScript:alert(1)'],
  ['script behind a tab', 'java\tscript:alert(1)'],
  ['script behind a line break', 'java\nscript:alert(1)'],
  ['script behind a space', ' javascript:alert(1)'],
  ['script behind a control character', '\u0001javascript:alert(1)'],
  ['script behind a zero-width space', '\u200Bjavascript:alert(1)'],
  ['script behind a direction mark', '\u202Ejavascript:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['vbscript', 'vbscript:msgbox(1)'],
  ['blob', 'blob:https://example.com/1'],
  ['file', 'file:///etc/passwd'],
  ['protocol-relative', '//evil.example'],
  ['backslashes', '\\\\evil.example'],
  ['backslash after the scheme', 'https:\\\\evil.example'],
  ['one slash', 'https:/evil.example'],
  ['no slash', 'https:evil.example'],
  ['no host', 'https://'],
  ['only a query', 'https://?a=b'],
  ['name before the host', 'https://example.com@evil.example'],
  ['name and password', 'https://user:secret@example.com'],
  ['space inside', 'https://example.com/a b'],
  ['space at the end', 'https://example.com '],
  ['backslash in a path', '/\\evil.example'],
  ['path with a space', '/blog post'],
  ['path with an empty segment', '/blog//evil.example'],
  ['bare domain', 'example.com'],
  ['mail without an address', 'mailto:'],
  ['mail without a domain', 'mailto:hello@'],
  ['two mail addresses', 'mailto:a@b.example@c.example'],
  ['phone in words', 'tel:call-us'],
  ['empty phone', 'tel:'],
] as const

describe('hrefError', () => {
  it.each(good)('accepts %s', (href) => expect(hrefError(href)).toBeUndefined())
  it.each(bad)('refuses %s', (_what, href) => expect(hrefError(href)).toEqual(expect.stringMatching(/^[A-Z].+\.$/)))
})

describe('what an editor reads', () => {
  it.each([
    ['//example.com', 'https:// instead of //'],
    ['https:\\\\example.com', '/ instead of'],
    ['https://example.com/ ', 'spaces'],
    ['example.com', 'Start the address with'],
    ['mailto:hello', 'mailto:name@example.com'],
    ['tel:call-us', 'tel:+12125550142'],
  ])('about %s names the cure', (href, cure) => expect(hrefError(href)).toContain(cure))
})

describe('webUrlError', () => {
  it.each([undefined, '', 'https://example.com', 'http://example.com'])('accepts %s', (url) => {
    expect(webUrlError(url)).toBeUndefined()
  })
  it.each(['/blog', 'mailto:hello@ductwise.example', 'tel:911', 'javascript:alert(1)', '//evil.example'])(
    'refuses %s',
    (url) => {
      expect(webUrlError(url)).toEqual(expect.any(String))
    },
  )
})

describe('linkError', () => {
  const internal = { _ref: 'page-home' }
  const href = 'https://example.com'

  it.each([
    ['nothing', undefined],
    ['a page', { kind: 'internal', internal }],
    ['an address', { kind: 'external', href }],
  ])('accepts %s', (_what, link) => expect(linkError(link)).toBeUndefined())

  it.each([
    ['no kind', {}, 'kind'],
    ['an unknown kind', { kind: 'other', href }, 'kind'],
    ['a page that is missing', { kind: 'internal' }, 'internal'],
    ['an empty reference', { kind: 'internal', internal: {} }, 'internal'],
    ['an address that is missing', { kind: 'external' }, 'href'],
    ['a dangerous address', { kind: 'external', href: 'javascript:alert(1)' }, 'href'],
  ])('refuses %s', (_what, link, field) => expect(linkError(link)).toMatchObject({ path: [field] }))
})
