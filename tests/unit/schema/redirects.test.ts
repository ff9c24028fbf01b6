import { describe, expect, it } from 'vitest'
import { documentAt } from '../../../sanity/content-types.ts'
import {
  chainWarning,
  destinationConflict,
  sourceConflict,
} from '../../../sanity/schema/validation/redirect-neighbours.ts'
import { redirectDestinationError, redirectSourceError } from '../../../sanity/schema/validation/redirect.ts'

const SITE = 'https://www.ductwise.example'

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
    `${SITE}/Old?page=2`,
  ])('accepts %s', (source) => expect(redirectSourceError(source, SITE)).toBeUndefined())

  it.each([
    'https://example.com/old',
    '//evil.example',
    '/\\evil.example',
    '/',
    `${SITE}/`,
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
  ])('refuses %j', (source) => expect(redirectSourceError(source, SITE)).toEqual(sentence))
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
  const among = (...redirects: { source: string; destination?: string }[]) => ({ redirects, siteUrl: SITE })

  it('is nothing when there is nothing in the way', () => {
    expect(sourceConflict('/old', null, among())).toBeUndefined()
    expect(destinationConflict('/pricing', '/old', among())).toBeUndefined()
    expect(destinationConflict('https://example.com', '/old', { redirects: [], siteUrl: null })).toBeUndefined()
  })

  it('names the page that is there', () => {
    expect(sourceConflict('/old', { title: 'Pricing' }, among())).toContain('“Pricing”')
    expect(sourceConflict('/old', {}, among())).toMatch(/^A page/)
  })

  it('names the redirect from the same path, also in another spelling', () => {
    expect(sourceConflict('/old', null, among({ source: '/old', destination: '/new' }))).toContain('leads to /new')
    for (const source of ['/caf%c3%a9', 'cafe\u0301', `${SITE}/Café/`])
      expect(sourceConflict('/café', null, among({ source, destination: '/new' }))).toContain(`written as ${source}`)
  })

  it('refuses a loop, however long and in whatever spelling', () => {
    const others = among({ source: '/B', destination: '/c?x=1' }, { source: '/c/', destination: `${SITE}/A` })
    expect(destinationConflict('/b', '/a', others)).toMatch(/circles/)
    expect(destinationConflict('/b', '/elsewhere', among({ source: '/b', destination: '/b' }))).toMatch(/circles/)
    expect(destinationConflict('/A', `${SITE}/a`, among())).toMatch(/where it starts/)
  })

  it('accepts a chain, and warns of it', () => {
    const others = among({ source: '/b', destination: '/c' }, { source: '/c', destination: '/pricing' })
    expect(destinationConflict('/b', '/a', others)).toBeUndefined()
    expect(chainWarning('/b', '/a', others)).toContain('/pricing')
    expect(chainWarning('/pricing', '/a', others)).toBeUndefined()
  })

  it('wants addresses of this site as paths', () => {
    expect(destinationConflict(`${SITE}/pricing?a=b`, '/old', among())).toContain('/pricing?a=b')
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
