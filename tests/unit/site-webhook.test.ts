import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evaluateChange } from '../../local/content-lake/query/index.ts'
import type { LakeDocument, Snapshot } from '../../local/content-lake/store/document.ts'
import { parseWebhook, webhook } from '../../sanity/webhook.ts'

const chicago = {
  _id: 'city-chicago',
  _type: 'city',
  _rev: 'a',
  _createdAt: '2026-01-01T00:00:00Z',
  _updatedAt: '2026-01-01T00:00:00Z',
  name: 'Chicago',
  slug: { _type: 'slug', current: 'chicago' },
  headline: 'Old',
} as LakeDocument

const snapshot: Snapshot = { revision: 0, get: () => undefined, all: () => [], ofType: () => [], referencing: () => [] }

/** What the Content Lake would send for one change, parsed as the site does. */
function received(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { filter, projection } = webhook
  const { matches, payload } = evaluateChange({ filter, projection, before, after, snapshot, now: new Date() })
  expect(matches).toBe(true)
  return parseWebhook(JSON.stringify(payload))
}

describe('the webhook, as the Content Lake evaluates it', () => {
  it('says that a headline is on no list', () => {
    const event = received(chicago, { ...chicago, headline: 'New', _updatedAt: '2026-01-02T00:00:00Z' } as LakeDocument)
    expect(event.touched.tags).toEqual(['city:chicago'])
    expect(event.updatedAt).toBe('2026-01-02T00:00:00Z')
  })

  it('says that a name is on lists', () => {
    expect(received(chicago, { ...chicago, name: 'Chi' } as LakeDocument).touched.tags).toEqual([
      'city:chicago',
      'cities',
    ])
  })

  it('carries the old slug of a city that moved', () => {
    const moved = { ...chicago, slug: { _type: 'slug', current: 'chi' } } as LakeDocument
    expect(received(chicago, moved).touched.tags).toEqual(['city:chi', 'city:chicago', 'cities', 'links'])
  })

  it('announces a new city', () => {
    const event = received(undefined, chicago)
    expect(event.change.operation).toBe('create')
    expect(event.touched.tags).toEqual(['city:chicago', 'cities'])
  })

  it('announces a deleted city by what it was', () => {
    const event = received(chicago, undefined)
    expect(event.change.operation).toBe('delete')
    expect(event.touched.tags).toEqual(['city:chicago', 'cities', 'links'])
  })

  it('is silent about types the site does not show', () => {
    const asset = { ...chicago, _id: 'image-a', _type: 'sanity.imageAsset' } as LakeDocument
    const { filter, projection } = webhook
    expect(
      evaluateChange({ filter, projection, before: undefined, after: asset, snapshot, now: new Date() }).matches,
    ).toBe(false)
  })
})

describe('documents with other addresses', () => {
  const document = (_type: string, fields: object) => ({ ...chicago, _id: 'one', _type, ...fields }) as LakeDocument
  const reference = (_ref: string) => ({ _type: 'reference', _ref })
  const slug = { _type: 'slug', current: 'one' }

  it('carries the author and the category of a post, now and before', () => {
    const post = { slug, author: reference('author-jo'), category: reference('category-calls') }
    const event = received(
      document('post', post),
      document('post', { ...post, category: reference('category-prices') }),
    )
    expect(event.touched.tags).toEqual(['post:one', 'posts'])
    expect(event.change.groups).toEqual(['author-jo', 'category-prices', 'author-jo', 'category-calls'])
  })

  it('says that the text of a post is on no list', () => {
    expect(received(document('post', { slug, body: [] }), document('post', { slug })).touched).toEqual({
      tags: ['post:one'],
      paths: ['/blog/one'],
    })
  })

  it('knows both paths of a redirect that was moved', () => {
    const event = received(document('redirect', { source: '/old' }), document('redirect', { source: '/older' }))
    expect(event.touched).toEqual({ tags: ['redirects'], paths: ['/older', '/old'] })
  })

  it('announces a deleted redirect by where it was', () => {
    expect(received(document('redirect', { source: '/old' }), undefined).touched.paths).toEqual(['/old'])
  })

  it('announces a legal page like a page', () => {
    expect(received(undefined, document('legalPage', { path: '/terms' })).touched.tags).toEqual([
      'page:/terms',
      'pages',
    ])
  })

  it.each([
    ['docPage', ['doc:one', 'docs']],
    ['docSection', ['docs']],
  ])('notices that a %s was dragged', (type, tags) => {
    const before = document(type, { slug, orderRank: '0|a' })
    expect(received(before, document(type, { slug, orderRank: '0|b' })).touched.tags).toEqual(tags)
  })
})

describe('the handbook', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll(/^ {3}/gm, '')
  const blocks = [...readme.matchAll(/```groq\n(.*?)\n```/gs)].map(([, groq]) => groq)

  it('shows filter and projection as they are', () => {
    expect(blocks).toEqual([webhook.filter, webhook.projection])
  })
})

describe('parseWebhook', () => {
  const valid = { _id: 'faq-a', _type: 'faqItem', _updatedAt: '2026-01-01T00:00:00Z', operation: 'update' }

  it('takes a body without the fields that its type does not have', () => {
    expect(parseWebhook(JSON.stringify(valid)).touched.tags).toEqual(['faqs'])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['an array', '[]'],
    ['another type', JSON.stringify({ ...valid, _type: 'person' })],
    ['no operation', JSON.stringify({ ...valid, operation: undefined })],
    ['no date', JSON.stringify({ ...valid, _updatedAt: 'yesterday' })],
    ['a page without a path', JSON.stringify({ ...valid, _type: 'page' })],
    ['a city without a slug', JSON.stringify({ ...valid, _type: 'city', slug: null })],
    ['a legal page without a path', JSON.stringify({ ...valid, _type: 'legalPage', slug: 'a' })],
    ['a redirect without a source', JSON.stringify({ ...valid, _type: 'redirect' })],
    ['a post without a slug', JSON.stringify({ ...valid, _type: 'post', path: '/blog/a' })],
    ['a crowd of groups', JSON.stringify({ ...valid, groups: Array(9).fill('a') })],
    ['a path that is no text', JSON.stringify({ ...valid, _type: 'page', path: { toString: 'x' } })],
    ['an endless slug', JSON.stringify({ ...valid, _type: 'city', slug: 'a'.repeat(1000) })],
  ])('refuses %s', (_, body) => {
    expect(() => parseWebhook(body)).toThrow()
  })
})
