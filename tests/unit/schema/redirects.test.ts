import { describe, expect, it } from 'vitest'
import { documentAt } from '../../../sanity/content-types.ts'
import { destinationConflict, sourceConflict } from '../../../sanity/schema/validation/redirect-neighbours.ts'
import { redirectDestinationError, redirectSourceError } from '../../../sanity/schema/validation/redirect.ts'

const sentence = expect.stringMatching(/^[A-Z/].+\.$/)

describe('where a redirect may start', () => {
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
  ])('accepts %s', (source) => expect(redirectSourceError(source)).toBeUndefined())

  it.each([
    'old',
    'https://example.com/old',
    '//evil.example',
    '/\\evil.example',
    '/',
    '/old/',
    '/old?page=2',
    '/old#top',
    '/o ld',
    '/o\nld',
    '/a//b',
    '/a/../b',
    '/a/%2E%2e/b',
    '/api/contact',
    '/studio',
    '/Dashboard/leads',
    '/_next/static',
    '/sign-in',
    '/blog',
    '/press',
    '/documentation',
    '/documentation/search',
    '/search',
    '/sitemap.xml',
    `/${'a'.repeat(240)}`,
  ])('refuses %j', (source) => expect(redirectSourceError(source)).toEqual(sentence))
})

describe('where a redirect may lead', () => {
  it.each([
    undefined,
    '',
    '/',
    '/pricing',
    '/pricing?plan=solo#faq',
    '/blog',
    'https://example.com',
    'http://example.com/a?b=c',
  ])('accepts %s', (destination) => expect(redirectDestinationError(destination, '/old')).toBeUndefined())

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
  ])('refuses %j', (destination) => expect(redirectDestinationError(destination, '/old')).toEqual(sentence))
})

describe('what an editor reads about other documents', () => {
  const free = { page: null, same: null, inward: null }
  const other = { source: '/older', destination: '/old' }

  it('is nothing when there is nothing in the way', () => {
    expect(sourceConflict(free)).toBeUndefined()
    expect(
      destinationConflict({ onward: null, siteUrl: 'https://www.ductwise.example' }, '/pricing', '/old'),
    ).toBeUndefined()
    expect(destinationConflict({ onward: null, siteUrl: null }, 'https://example.com', '/old')).toBeUndefined()
  })

  it('names the page that is there', () => {
    expect(sourceConflict({ ...free, page: { title: 'Pricing' } })).toContain('“Pricing”')
    expect(sourceConflict({ ...free, page: {} })).toMatch(/^A page/)
  })

  it('names the redirect that starts there already, and the one that leads there', () => {
    expect(sourceConflict({ ...free, same: { source: '/old', destination: '/new' } })).toContain('/new')
    expect(sourceConflict({ ...free, inward: other })).toContain('/older')
  })

  it('tells a chain from a circle', () => {
    const facts = { onward: { source: '/b', destination: '/c' }, siteUrl: null }
    expect(destinationConflict(facts, '/b', '/a')).toMatch(/directly/)
    expect(destinationConflict({ ...facts, onward: { source: '/b', destination: '/a?x=1' } }, '/b', '/a')).toMatch(
      /circles/,
    )
  })

  it('wants addresses of this site as paths, or a chain could hide in them', () => {
    const facts = { onward: null, siteUrl: 'https://www.ductwise.example' }
    expect(destinationConflict(facts, 'https://www.ductwise.example/pricing?a=b', '/old')).toContain('/pricing?a=b')
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
  ])('%s -> %j', (path, document) => expect(documentAt(path)).toEqual(document))
})
