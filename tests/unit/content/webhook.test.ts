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

/** Returns the parsed webhook of one change, as the site receives it. */
function received(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { matches, payload } = evaluate(before, after)
  expect(matches).toBe(true)
  return parseWebhook(JSON.stringify(payload))
}

/** Splits the tags into field tags (`fields`) and all other tags (`others`). */
function tagsOf(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { tags, change } = received(before, after)
  const isField = (tag: string) => tag.startsWith(`${change.type}.`)
  return { others: tags.filter((tag) => !isField(tag)), fields: tags.filter(isField) }
}

describe('content webhook', () => {
  it('contains the document id, its address and the changed fields', () => {
    const renamed = { ...chicago, name: 'Chi', _updatedAt: '2026-01-02T00:00:00Z' } as LakeDocument
    const event = received(chicago, renamed)
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city.*', 'city.name'])
    expect(event.updatedAt).toBe('2026-01-02T00:00:00Z')
  })

  it('omits image changes, because no list shows images', () => {
    expect(tagsOf(chicago, { ...chicago, image: { alt: 'New' } } as LakeDocument).fields).toEqual(['city.*'])
  })

  it('reports added and removed fields as changed', () => {
    const { name: _, ...nameless } = chicago
    for (const [before, after] of [
      [chicago, nameless],
      [nameless, chicago],
    ]) {
      expect(tagsOf(before as LakeDocument, after as LakeDocument).fields).toEqual(['city.*', 'city.name'])
    }
  })

  it('contains the old and new slug of a moved city', () => {
    const moved = { ...chicago, slug: { _type: 'slug', current: 'chi' } } as LakeDocument
    const others = ['id:city-chicago', 'city:chi', 'city:chicago']
    expect(tagsOf(chicago, moved)).toEqual({ others, fields: ['city.*', 'city.slug'] })
  })

  it('contains both paths of a moved page', () => {
    const about = { ...chicago, _id: 'page-about', _type: 'page', slug: undefined, path: '/about' } as LakeDocument
    const { others } = tagsOf(about, { ...about, path: '/us' } as LakeDocument)
    expect(others).toEqual(['id:page-about', 'page:%2Fus', 'page:%2Fabout'])
  })

  it('revalidates all city lists for a new city', () => {
    const event = received(undefined, chicago)
    expect(event.change.operation).toBe('create')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it('revalidates a deleted city by its last content', () => {
    const event = received(chicago, undefined)
    expect(event.change.operation).toBe('delete')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it.each(typeNames)('is sent for type %s', (type) => {
    const document = { ...chicago, _id: 'one', _type: type } as LakeDocument
    expect(received(document, { ...document, name: 'Other' } as LakeDocument).tags).toContain('id:one')
  })

  it('is not sent for types that the site does not show', () => {
    const asset = { ...chicago, _id: 'image-a', _type: 'sanity.imageAsset' } as LakeDocument
    expect(evaluate(undefined, asset).matches).toBe(false)
  })
})

describe('cache tag', () => {
  /** Maximum tag length. Next.js rejects longer tags. */
  const LONGEST = 256

  it('of a long address is below the limit and equal for query and change', () => {
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

  it('cannot be generated for an unknown query, whose response would never be revalidated', () => {
    expect(() => tagsOfQuery('*[_type == "unseen"]', {})).toThrow('npm run generate')
  })
})

describe('parseWebhook', () => {
  const valid = { _id: 'faq-a', _type: 'faqItem', _updatedAt: '2026-01-01T00:00:00Z', operation: 'update' }
  const tagsOfBody = (body: object) => parseWebhook(JSON.stringify({ ...valid, ...body })).tags
  const unchanged = Object.fromEntries(watchedFields.map((field) => [field, false]))

  it('treats a field as changed unless it is marked as unchanged', () => {
    const untold = tagsOfBody({})
    expect(untold).toEqual(['id:faq-a', 'faqItem.*', ...watchedFields.map((field) => `faqItem.${field}`)])
    expect(tagsOfBody({ changed: null })).toEqual(untold)
    expect(tagsOfBody({ changed: {} })).toEqual(untold)
    expect(tagsOfBody({ changed: { question: null } })).toEqual(untold)
    expect(tagsOfBody({ changed: unchanged })).toEqual(['id:faq-a', 'faqItem.*'])
  })

  it('revalidates more rather than less for a webhook of another site version', () => {
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
  ])('ignores the invalid path %s', (path) => {
    expect(tagsOfBody({ _type: 'page', path, before: { path }, changed: unchanged })).toEqual(['id:faq-a', 'page.*'])
  })

  it.each([
    ['an empty body', ''],
    ['malformed JSON', '{'],
    ['an array', '[]'],
    ['an unknown type', JSON.stringify({ ...valid, _type: 'person' })],
    ['no id', JSON.stringify({ ...valid, _id: '' })],
    ['no operation', JSON.stringify({ ...valid, operation: undefined })],
    ['an unknown operation', JSON.stringify({ ...valid, operation: 'move' })],
    ['no date', JSON.stringify({ ...valid, _updatedAt: 'yesterday' })],
    ['a path that is not a string', JSON.stringify({ ...valid, _type: 'page', path: { toString: 'x' } })],
    ['an oversized slug', JSON.stringify({ ...valid, _type: 'city', slug: 'a'.repeat(1000) })],
    ['malformed change flags', JSON.stringify({ ...valid, changed: { name: 'yes' } })],
  ])('rejects %s', (_, body) => expect(() => parseWebhook(body)).toThrow())
})
