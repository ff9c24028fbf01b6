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

const slugged = (type: ContentChange['type'], change: Partial<ContentChange> = {}): ContentChange => ({
  ...other(type),
  slug: 'one',
  previousSlug: 'one',
  ...change,
})

const created = { operation: 'create', previousSlug: undefined, listed: true } as const

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
    ['the text of a post', slugged('post'), ['post:one']],
    ['what lists show of a post', slugged('post', { listed: true }), ['post:one', 'posts']],
    ['a new post', slugged('post', created), ['post:one', 'posts']],
    ['a deleted post', slugged('post', { operation: 'delete' }), ['post:one', 'posts', 'links']],
    ['a post that moves', slugged('post', { slug: 'two' }), ['post:two', 'post:one', 'posts', 'links']],
    ['an author', slugged('author'), ['authors']],
    ['a new author', slugged('author', created), ['authors']],
    ['an author that moves', slugged('author', { slug: 'two' }), ['authors', 'links']],
    ['a category', slugged('category', { listed: true }), ['categories']],
    ['a deleted category', slugged('category', { operation: 'delete' }), ['categories', 'links']],
    ['the text of an announcement', slugged('pressItem'), ['press:one']],
    ['a new announcement', slugged('pressItem', created), ['press:one', 'press']],
    ['the press kit', other('pressKit', { listed: true }), ['press-kit']],
    ['the text of a documentation page', slugged('docPage'), ['doc:one']],
    ['a documentation page that was dragged', slugged('docPage', { listed: true }), ['doc:one', 'docs']],
    ['a deleted documentation page', slugged('docPage', { operation: 'delete' }), ['doc:one', 'docs', 'links']],
    ['a documentation section', slugged('docSection'), ['docs']],
    ['the text of a legal page', page({ type: 'legalPage' }), ['page:/about']],
    [
      'a legal page that moves',
      page({ type: 'legalPage', path: '/us' }),
      ['page:/us', 'page:/about', 'pages', 'links'],
    ],
    ['a plan', other('pricingPlan', { listed: true }), ['plans']],
    ['a testimonial', other('testimonial', { operation: 'delete' }), ['testimonials']],
    ['a redirect', page({ type: 'redirect', listed: true }), ['redirects']],
    ['a deleted redirect', page({ type: 'redirect', operation: 'delete' }), ['redirects']],
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

  it.each<[string, ContentChange, string[]]>([
    ['the text of a post', slugged('post'), ['/blog/one']],
    ['a new post', slugged('post', created), ['/blog/one', '/blog', '/blog/rss.xml', '/sitemap.xml']],
    [
      'a post that moves',
      slugged('post', { slug: 'two' }),
      ['/blog/two', '/blog/one', '/blog', '/blog/rss.xml', '/sitemap.xml'],
    ],
    ['what an author says of themselves', slugged('author'), ['/blog/author/one']],
    ['an author’s name', slugged('author', { listed: true }), ['/blog/author/one', '/blog', '/sitemap.xml']],
    [
      'a category’s title',
      slugged('category', { listed: true }),
      ['/blog/category/one', '/blog', '/blog/rss.xml', '/sitemap.xml'],
    ],
    ['the text of an announcement', slugged('pressItem'), ['/press/one']],
    ['a new announcement', slugged('pressItem', created), ['/press/one', '/press', '/sitemap.xml']],
    ['the press kit', other('pressKit'), ['/press']],
    ['the text of a documentation page', slugged('docPage'), ['/documentation/one']],
    [
      'the title of a documentation page',
      slugged('docPage', { listed: true }),
      ['/documentation/one', '/documentation', '/sitemap.xml'],
    ],
    ['a documentation section', slugged('docSection', { listed: true }), ['/documentation']],
    ['the text of a legal page', page({ type: 'legalPage' }), ['/about']],
    ['a plan', other('pricingPlan'), []],
    ['a testimonial', other('testimonial'), []],
    ['a redirect that starts elsewhere', page({ type: 'redirect', path: '/us' }), ['/us', '/about']],
  ])('for %s', (_, change, paths) => {
    expect(touched(change).paths).toEqual(paths)
  })

  it('is only the page itself when nothing else shows the change', () => {
    expect(touched(page({})).paths).toEqual(['/about'])
  })

  it('are few for documents that show on every page', () => {
    for (const type of ['siteSettings', 'faqItem', 'trustBadge', 'integration'] as const) {
      expect(touched(other(type)).paths.length).toBeLessThanOrEqual(6)
      expect(touched(other(type)).paths).toContain('/')
    }
  })
})

describe('tags', () => {
  it('keep the tag of one document apart from the tag of its list', () => {
    expect(tag.city('cities')).not.toBe(tag.cities)
    expect(tag.page('/')).not.toBe(tag.pages)
    expect(tag.pressItem('kit')).not.toBe(tag.pressKit)
    expect(tag.doc('s')).not.toBe(tag.docs)
  })
})
