import { describe, expect, it } from 'vitest'
import { tag, touched, type ContentChange } from '../../sanity/tags.ts'

const city = (change: Partial<ContentChange>): ContentChange => ({
  id: 'city-chicago',
  type: 'city',
  operation: 'update',
  slug: 'chicago',
  previousSlug: 'chicago',
  listed: false,
  ...change,
})

const page = (change: Partial<ContentChange>): ContentChange => ({
  id: 'page-about',
  type: 'page',
  operation: 'update',
  path: '/about',
  previousPath: '/about',
  listed: false,
  ...change,
})

const other = (type: ContentChange['type'], change: Partial<ContentChange> = {}): ContentChange => ({
  id: type,
  type,
  operation: 'update',
  listed: false,
  ...change,
})

describe('a change touches its own tags and no others', () => {
  const table: [string, ContentChange, string[]][] = [
    ['the text of a city', city({}), ['city:chicago']],
    ['what lists show of a city', city({ listed: true }), ['city:chicago', 'cities']],
    ['a new city', city({ operation: 'create', previousSlug: undefined, listed: true }), ['city:chicago', 'cities']],
    ['a deleted city', city({ operation: 'delete' }), ['city:chicago', 'cities', 'links']],
    [
      'a city that moves',
      city({ slug: 'chicago-il', listed: true }),
      ['city:chicago-il', 'city:chicago', 'cities', 'links'],
    ],
    ['the blocks of a page', page({}), ['page:/about']],
    ['what the sitemap shows of a page', page({ listed: true }), ['page:/about', 'pages']],
    ['a new page', page({ operation: 'create', previousPath: undefined, listed: true }), ['page:/about', 'pages']],
    ['a deleted page', page({ operation: 'delete' }), ['page:/about', 'pages', 'links']],
    ['a page that moves', page({ path: '/us', listed: true }), ['page:/us', 'page:/about', 'pages', 'links']],
    ['the home page', page({ path: '/', previousPath: '/' }), ['page:/']],
    ['the settings', other('siteSettings', { listed: true }), ['settings']],
    ['a question', other('faqItem'), ['faqs']],
    ['a deleted question', other('faqItem', { operation: 'delete' }), ['faqs']],
    ['a badge', other('trustBadge', { listed: true }), ['badges']],
    ['an integration', other('integration', { operation: 'create' }), ['integrations']],
  ]

  it.each(table)('%s', (_, change, tags) => {
    expect(touched(change).tags.toSorted()).toEqual(tags.toSorted())
  })

  it('never names a tag twice', () => {
    for (const [, change] of table) expect(new Set(touched(change).tags).size).toBe(touched(change).tags.length)
  })

  it('takes a city that lost its slug off the lists', () => {
    expect(touched(city({ slug: undefined })).tags).toEqual(['city:chicago', 'cities', 'links'])
  })
})

describe('pages to visit after a change', () => {
  it('is only the page of a city whose text changed', () => {
    expect(touched(city({})).paths).toEqual(['/hvac-ai-sdr/chicago'])
  })

  it('are both addresses of a city that moved, and the pages that list cities', () => {
    expect(touched(city({ slug: 'chicago-il' })).paths).toEqual([
      '/hvac-ai-sdr/chicago-il',
      '/hvac-ai-sdr/chicago',
      '/hvac-ai-sdr',
      '/',
      '/sitemap.xml',
    ])
  })

  it('are both addresses of a page that moved', () => {
    expect(touched(page({ path: '/us' })).paths).toEqual(['/us', '/about', '/sitemap.xml'])
  })

  it('is only the page itself when nothing else shows the change', () => {
    expect(touched(page({})).paths).toEqual(['/about'])
  })

  it('are few for documents that show on every page', () => {
    for (const type of ['siteSettings', 'faqItem', 'trustBadge', 'integration'] as const) {
      expect(touched(other(type)).paths.length).toBeLessThanOrEqual(2)
      expect(touched(other(type)).paths).toContain('/')
    }
  })
})

describe('tags', () => {
  it('keep the tag of one document apart from the tag of its list', () => {
    expect(tag.city('cities')).not.toBe(tag.cities)
    expect(tag.page('/')).not.toBe(tag.pages)
  })
})
