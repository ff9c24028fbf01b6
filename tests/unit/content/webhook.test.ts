import { describe, expect, it } from 'vitest'
import { evaluateChange, type LakeDocument, type Snapshot } from '@ductwise/content-lake'
import { typeNames } from '../../../sanity/content-types.ts'
import { CITY_QUERY } from '../../../sanity/queries/city.ts'
import { tagsOfChange, tagsOfQuery, watchedFields } from '../../../sanity/tags.ts'
import { parseWebhook, webhook } from '../../../sanity/webhook.ts'

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

const evaluate = (before: LakeDocument | undefined, after: LakeDocument | undefined) => {
  const { filter, projection } = webhook
  return evaluateChange({ filter, projection, before, after, snapshot, now: new Date() })
}

/** The webhook body of one change, parsed as on the site. */
function received(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { matches, payload } = evaluate(before, after)
  expect(matches).toBe(true)
  return parseWebhook(JSON.stringify(payload))
}

/** Tags without those of fields, and the fields. */
function tagsOf(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { tags, change } = received(before, after)
  const isField = (tag: string) => tag.startsWith(`${change.type}.`)
  return { others: tags.filter((tag) => !isField(tag)), fields: tags.filter(isField) }
}

describe('the webhook, as the Content Lake evaluates it', () => {
  it('names the document, its address and the fields that changed', () => {
    const renamed = { ...chicago, name: 'Chi', _updatedAt: '2026-01-02T00:00:00Z' } as LakeDocument
    const event = received(chicago, renamed)
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city.*', 'city.name'])
    expect(event.updatedAt).toBe('2026-01-02T00:00:00Z')
  })

  it('says that no list shows the picture', () => {
    expect(tagsOf(chicago, { ...chicago, image: { alt: 'New' } } as LakeDocument).fields).toEqual(['city.*'])
  })

  it('says that a field was added, and that one was removed', () => {
    const { name: _, ...nameless } = chicago
    for (const [before, after] of [
      [chicago, nameless],
      [nameless, chicago],
    ]) {
      expect(tagsOf(before as LakeDocument, after as LakeDocument).fields).toEqual(['city.*', 'city.name'])
    }
  })

  it('carries the old slug of a city that moved', () => {
    const moved = { ...chicago, slug: { _type: 'slug', current: 'chi' } } as LakeDocument
    const others = ['id:city-chicago', 'city:chi', 'city:chicago']
    expect(tagsOf(chicago, moved)).toEqual({ others, fields: ['city.*', 'city.slug'] })
  })

  it('carries both paths of a page that moved', () => {
    const about = { ...chicago, _id: 'page-about', _type: 'page', slug: undefined, path: '/about' } as LakeDocument
    const { others } = tagsOf(about, { ...about, path: '/us' } as LakeDocument)
    expect(others).toEqual(['id:page-about', 'page:%2Fus', 'page:%2Fabout'])
  })

  it('announces a new city to every list', () => {
    const event = received(undefined, chicago)
    expect(event.change.operation).toBe('create')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it('announces a deleted city by what it was', () => {
    const event = received(chicago, undefined)
    expect(event.change.operation).toBe('delete')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it.each(typeNames)('is sent for a %s', (type) => {
    const document = { ...chicago, _id: 'one', _type: type } as LakeDocument
    expect(received(document, { ...document, name: 'Other' } as LakeDocument).tags).toContain('id:one')
  })

  it('is silent about types the site does not show', () => {
    const asset = { ...chicago, _id: 'image-a', _type: 'sanity.imageAsset' } as LakeDocument
    expect(evaluate(undefined, asset).matches).toBe(false)
  })
})

describe('a cache tag', () => {
  /** Next rejects longer tags. */
  const LONGEST = 256

  it('of a long address is short enough, and the same for the query and for the change', () => {
    const address = 'é'.repeat(100)
    const asked = tagsOfQuery(CITY_QUERY, { slug: address })
    const changed = tagsOfChange({
      id: 'city-long',
      type: 'city',
      operation: 'update',
      addresses: [address],
      unchanged: watchedFields,
    })
    expect(asked.filter((tag) => changed.includes(tag))).toEqual([expect.stringMatching(/^city:%C3%A9%C3%A9/)])
    expect([...asked, ...changed].filter(({ length }) => length > LONGEST)).toEqual([])
  })

  it('is had for no query that nothing is known about: its answer would never be made anew', () => {
    expect(() => tagsOfQuery('*[_type == "unseen"]', {})).toThrow('npm run generate')
  })
})

describe('parseWebhook', () => {
  const valid = { _id: 'faq-a', _type: 'faqItem', _updatedAt: '2026-01-01T00:00:00Z', operation: 'update' }
  const tagsOfBody = (body: object) => parseWebhook(JSON.stringify({ ...valid, ...body })).tags
  const unchanged = Object.fromEntries(watchedFields.map((field) => [field, false]))

  it('takes a field for changed unless it is told that it is not', () => {
    const untold = tagsOfBody({})
    expect(untold).toEqual(['id:faq-a', 'faqItem.*', ...watchedFields.map((field) => `faqItem.${field}`)])
    expect(tagsOfBody({ changed: null })).toEqual(untold)
    expect(tagsOfBody({ changed: {} })).toEqual(untold)
    expect(tagsOfBody({ changed: { question: null } })).toEqual(untold)
    expect(tagsOfBody({ changed: unchanged })).toEqual(['id:faq-a', 'faqItem.*'])
  })

  it('revalidates more, never less, for a webhook with the projection of another version of the site', () => {
    const { name: _, ...older } = unchanged
    expect(tagsOfBody({ changed: { ...older, gone: false } })).toEqual(['id:faq-a', 'faqItem.*', 'faqItem.name'])
    expect(tagsOfBody({ changed: undefined, listed: false, groups: ['a'] })).toEqual(tagsOfBody({}))
  })

  it.each([
    'https://evil.test/about',
    '//evil.test/about',
    '/\\evil.test',
    'javascript:alert(1)',
    '/about?next=//evil.test',
    '/../admin',
    '@evil.test',
  ])('makes nothing of the path %s, which no page of the site can have', (path) => {
    expect(tagsOfBody({ _type: 'page', path, before: { path }, changed: unchanged })).toEqual(['id:faq-a', 'page.*'])
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['an array', '[]'],
    ['another type', JSON.stringify({ ...valid, _type: 'person' })],
    ['no id', JSON.stringify({ ...valid, _id: '' })],
    ['no operation', JSON.stringify({ ...valid, operation: undefined })],
    ['another operation', JSON.stringify({ ...valid, operation: 'move' })],
    ['no date', JSON.stringify({ ...valid, _updatedAt: 'yesterday' })],
    ['a path that is no text', JSON.stringify({ ...valid, _type: 'page', path: { toString: 'x' } })],
    ['an endless slug', JSON.stringify({ ...valid, _type: 'city', slug: 'a'.repeat(1000) })],
    ['changes that are no answers', JSON.stringify({ ...valid, changed: { name: 'yes' } })],
  ])('refuses %s', (_, body) => expect(() => parseWebhook(body)).toThrow())
})
