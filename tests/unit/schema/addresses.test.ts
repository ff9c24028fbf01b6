import { describe, expect, it } from 'vitest'
import { getHrefError, getWebUrlError, getSlugError } from '../../../sanity/schema/validation/rules.ts'
import { getLinkError } from '../../../sanity/schema/validation/link.ts'
import { getPagePathError } from '../../../sanity/schema/validation/address.ts'
import { toPublishedId, parseRelease } from '../../../sanity/document-id.ts'
import { documentAt } from '../../../sanity/content-types.ts'
import {
  findChainWarning,
  findDestinationConflict,
  findSourceConflict,
  getRedirectDestinationError,
  getRedirectSourceError,
} from '../../../sanity/schema/validation/redirect.ts'

const validHrefs = [
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

const invalidHrefs = [
  ['nothing', ''],
  ['a number', 7],
  ['a script', 'javascript:alert(1)'],
  ['a script in capitals', 'JavaScript:alert(1)'],
  ['a script with a tab', 'java\tscript:alert(1)'],
  ['a script with a line break', 'java\nscript:alert(1)'],
  ['a script after a space', ' javascript:alert(1)'],
  ['a script after a control character', '\u0001javascript:alert(1)'],
  ['a script after a zero-width space', '\u200Bjavascript:alert(1)'],
  ['a script after a text direction mark', '\u202Ejavascript:alert(1)'],
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
  ['a user name before the host', 'https://example.com@evil.example'],
  ['a user name and password', 'https://user:secret@example.com'],
  ['a space inside', 'https://example.com/a b'],
  ['a space at the end', 'https://example.com '],
  ['backslash in a path', '/\\evil.example'],
  ['a path with a space', '/blog post'],
  ['a path with an empty segment', '/blog//evil.example'],
  ['bare domain', 'example.com'],
  ['an email link without an address', 'mailto:'],
  ['an email link without a domain', 'mailto:hello@'],
  ['two email addresses', 'mailto:a@b.example@c.example'],
  ['a phone number in words', 'tel:call-us'],
  ['an empty phone number', 'tel:'],
] as const

describe('getHrefError', () => {
  it.each(validHrefs)('accepts %s', (href) => expect(getHrefError(href)).toBeUndefined())
  it.each(invalidHrefs)('rejects %s', (_what, href) =>
    expect(getHrefError(href)).toEqual(expect.stringMatching(/^[A-Z].+\.$/)),
  )
})

describe('getHrefError message', () => {
  it.each([
    ['//example.com', 'https:// instead of //'],
    ['https:\\\\example.com', '/ instead of'],
    ['https://example.com/ ', 'spaces'],
    ['example.com', 'Start the address with'],
    ['mailto:hello', 'mailto:name@example.com'],
    ['tel:call-us', 'tel:+12125550142'],
  ])('for %s names the fix', (href, fix) => expect(getHrefError(href)).toContain(fix))
})

describe('getWebUrlError', () => {
  it.each([undefined, '', 'https://example.com', 'http://example.com'])('accepts %s', (url) => {
    expect(getWebUrlError(url)).toBeUndefined()
  })
  it.each(['/blog', 'mailto:hello@ductwise.example', 'tel:911', 'javascript:alert(1)', '//evil.example'])(
    'rejects %s',
    (url) => expect(getWebUrlError(url)).toEqual(expect.any(String)),
  )
})

describe('getLinkError', () => {
  const internal = { _ref: 'page-home' }
  const href = 'https://example.com'

  it.each([
    ['nothing', undefined],
    ['a page', { kind: 'internal', internal }],
    ['a URL', { kind: 'external', href }],
  ])('accepts %s', (_what, link) => expect(getLinkError(link)).toBeUndefined())

  it.each([
    ['no kind', {}, 'kind'],
    ['an unknown kind', { kind: 'other', href }, 'kind'],
    ['a missing page', { kind: 'internal' }, 'internal'],
    ['an empty reference', { kind: 'internal', internal: {} }, 'internal'],
    ['a missing URL', { kind: 'external' }, 'href'],
    ['a dangerous URL', { kind: 'external', href: 'javascript:alert(1)' }, 'href'],
  ])('rejects %s', (_what, link, field) => expect(getLinkError(link)).toMatchObject({ path: [field] }))
})

describe('getPagePathError', () => {
  it.each(['/', '/pricing', '/hvac-ai-sdr', '/legal/privacy', '/a1/b-2/c', '/apiary', '/blogging', '/studio-tour'])(
    'accepts %s',
    (path) => expect(getPagePathError(path)).toBeUndefined(),
  )

  it.each([
    'pricing',
    '/pricing/',
    '//pricing',
    '/Pricing',
    '/pri cing',
    '/pri_cing',
    '/prícing',
    '/-pricing',
    '/pricing-',
    '/a--b',
    '/pricing?x=1',
    '/pricing#top',
    '/../secret',
    '/sitemap.xml',
    '/%2e%2e',
    '/a\n',
    `/${'a'.repeat(120)}`,
    '/studio',
    '/studio/structure',
    '/api',
    '/api/revalidate',
    '/_next',
    '/_next/static',
    '/dashboard',
    '/blog',
    '/sign-in',
    '/hvac-ai-sdr/new-york',
  ])('rejects %j', (path) => expect(getPagePathError(path)).toEqual(expect.stringMatching(/^[A-Z/].+\.$/)))
})

describe('getSlugError', () => {
  it.each([undefined, '', 'new-york', 'a', '29-palms'])('accepts %s', (current) =>
    expect(getSlugError({ current })).toBeUndefined(),
  )
  it.each(['New-York', 'new york', 'new--york', '-a', 'a-', 'a/b', 'são-paulo', 'a'.repeat(81)])(
    'rejects %s',
    (current) => expect(getSlugError({ current })).toEqual(expect.any(String)),
  )
})

describe('toPublishedId', () => {
  it.each([
    ['page-home', 'page-home'],
    ['drafts.page-home', 'page-home'],
    ['versions.rSummer.page-home', 'page-home'],
    ['draftsmanship', 'draftsmanship'],
  ])('of %s is %s', (id, expected) => expect(toPublishedId(id)).toBe(expected))
})

it.each([
  ['page-home', undefined],
  ['drafts.page-home', undefined],
  ['versions.r1.page-home', 'r1'],
])('the release of %s is %s', (id, expected) => expect(parseRelease(id)).toBe(expected))

const SITE_URL = 'https://www.ductwise.example'

const sentence = expect.stringMatching(/^[A-Z/].+\.$/)

describe('redirect source field', () => {
  it.each([
    undefined,
    '',
    '/old',
    '/Old/Page.html',
    '/a/b_c~d',
    '/caf%C3%A9',
    '/blog/old-post',
    '/apiary',
    '/blog/author/jo',
    '/café',
    '/cafe\u0301',
    '/caf%c3%a9',
    'old',
    ' /old ',
    '/old/',
    '/old?page=2',
    '/old#top',
    '/o ld',
    '/a//b',
    '/100%25',
    `${SITE_URL}/Old?page=2`,
  ])('accepts %s', (source) => expect(getRedirectSourceError(source, SITE_URL)).toBeUndefined())

  it.each([
    'https://example.com/old',
    '//evil.example',
    '/\\evil.example',
    '/',
    `${SITE_URL}/`,
    '?page=2',
    '/o\nld',
    '/100%',
    '/caf%E9',
    '/a/../b',
    '/a/%2E%2e/b',
    '/api/contact',
    '/%61pi/contact',
    '/studio',
    '/Dashboard/leads',
    '/_next/static',
    '/sign-in',
    '/blog',
    '/Press/',
    '/documentation',
    '/documentation/search',
    '/search',
    '/sitemap.xml',
    `/${'a'.repeat(240)}`,
  ])('rejects %j', (source) => expect(getRedirectSourceError(source, SITE_URL)).toEqual(sentence))
})

describe('redirect destination field', () => {
  it.each([
    undefined,
    '',
    '/',
    '/pricing',
    '/pricing?plan=solo#faq',
    '/blog',
    'https://example.com',
    'http://example.com/a?b=c',
  ])('accepts %s', (destination) => expect(getRedirectDestinationError(destination, '/old')).toBeUndefined())

  it.each([
    'pricing',
    'example.com',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'mailto:hello@ductwise.example',
    'tel:911',
    'https://user:secret@example.com',
    '/pricing/',
    '/pri cing',
    '/a/../b',
    '/pricing?a=b c',
    '/old',
    '/old?again=1',
    '/old#top',
    `https://example.com/${'a'.repeat(500)}`,
  ])('rejects %j', (destination) => expect(getRedirectDestinationError(destination, '/old')).toEqual(sentence))
})

describe('redirect conflict message', () => {
  const buildContext = (...redirects: { source: string; destination?: string }[]) => ({ redirects, siteUrl: SITE_URL })

  it('is absent if there is no conflict', () => {
    expect(findSourceConflict('/old', null, buildContext())).toBeUndefined()
    expect(findDestinationConflict('/pricing', '/old', buildContext())).toBeUndefined()
    expect(findDestinationConflict('https://example.com', '/old', { redirects: [], siteUrl: null })).toBeUndefined()
  })

  it('names the page at the source path', () => {
    expect(findSourceConflict('/old', { title: 'Pricing' }, buildContext())).toContain('“Pricing”')
    expect(findSourceConflict('/old', {}, buildContext())).toMatch(/^A page/)
  })

  it('names another redirect from the same path in any spelling', () => {
    expect(findSourceConflict('/old', null, buildContext({ source: '/old', destination: '/new' }))).toContain(
      'Destination: /new',
    )
    for (const source of ['/caf%c3%a9', 'cafe\u0301', `${SITE_URL}/Café/`])
      expect(findSourceConflict('/café', null, buildContext({ source, destination: '/new' }))).toContain(
        `written as ${source}`,
      )
  })

  it('rejects a loop of any length and spelling', () => {
    const context = buildContext(
      { source: '/B', destination: '/c?x=1' },
      { source: '/c/', destination: `${SITE_URL}/A` },
    )
    expect(findDestinationConflict('/b', '/a', context)).toMatch(/creates a loop/)
    expect(findDestinationConflict('/b', '/elsewhere', buildContext({ source: '/b', destination: '/b' }))).toMatch(
      /creates a loop/,
    )
    expect(findDestinationConflict('/A', `${SITE_URL}/a`, buildContext())).toMatch(/redirects to itself/)
  })

  it('accepts a chain with a warning', () => {
    const context = buildContext({ source: '/b', destination: '/c' }, { source: '/c', destination: '/pricing' })
    expect(findDestinationConflict('/b', '/a', context)).toBeUndefined()
    expect(findChainWarning('/b', '/a', context)).toContain('/pricing')
    expect(findChainWarning('/pricing', '/a', context)).toBeUndefined()
  })

  it('requires a path instead of a full URL of this site', () => {
    expect(findDestinationConflict(`${SITE_URL}/pricing?a=b`, '/old', buildContext())).toContain('/pricing?a=b')
  })
})

describe('documentAt', () => {
  it.each([
    ['/hvac-ai-sdr/chicago', { type: 'city', slug: 'chicago' }],
    ['/blog/one', { type: 'post', slug: 'one' }],
    ['/blog/author/jo', { type: 'author', slug: 'jo' }],
    ['/press/news', { type: 'pressItem', slug: 'news' }],
    ['/documentation/start', { type: 'docPage', slug: 'start' }],
    ['/pricing', undefined],
    ['/blog/', undefined],
    ['/toString/x', undefined],
  ])('of %s is %j', (path, document) => expect(documentAt(path)).toEqual(document))
})
