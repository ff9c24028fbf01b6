import { describe, expect, it } from 'vitest'
import { evaluateChange, type LakeDocument, type Snapshot } from '@ductwise/content-lake'
import { typeNames } from '../../../sanity/content-types.ts'
import { CITY_QUERY } from '../../../sanity/queries/city.ts'
import { getChangeTags, getQueryTags, webhookFields } from '../../../sanity/tags.ts'
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
function receiveChange(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { matches, payload } = evaluate(before, after)
  expect(matches).toBe(true)
  return parseWebhook(JSON.stringify(payload))
}

/** Splits the tags into field tags (`fields`) and all other tags (`routeTags`). */
function evaluateTags(before: LakeDocument | undefined, after: LakeDocument | undefined) {
  const { tags, change } = receiveChange(before, after)
  const isField = (tag: string) => tag.startsWith(`${change.type}.`)
  return { others: tags.filter((tag) => !isField(tag)), fields: tags.filter(isField) }
}

describe('content webhook', () => {
  it('contains the document id, its address and the changed fields', () => {
    const renamed = { ...chicago, name: 'Chi', _updatedAt: '2026-01-02T00:00:00Z' } as LakeDocument
    const event = receiveChange(chicago, renamed)
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city.*', 'city.name'])
    expect(event.updatedAt).toBe('2026-01-02T00:00:00Z')
  })

  it('omits image changes, because no list shows images', () => {
    expect(evaluateTags(chicago, { ...chicago, image: { alt: 'New' } } as LakeDocument).fields).toEqual(['city.*'])
  })

  it('reports added and removed fields as changed', () => {
    const { name: _, ...nameless } = chicago
    for (const [before, after] of [
      [chicago, nameless],
      [nameless, chicago],
    ]) {
      expect(evaluateTags(before as LakeDocument, after as LakeDocument).fields).toEqual(['city.*', 'city.name'])
    }
  })

  it('contains the old and new slug of a moved city', () => {
    const moved = { ...chicago, slug: { _type: 'slug', current: 'chi' } } as LakeDocument
    const routeTags = ['id:city-chicago', 'city:chi', 'city:chicago']
    expect(evaluateTags(chicago, moved)).toEqual({ others: routeTags, fields: ['city.*', 'city.slug'] })
  })

  it('contains both paths of a moved page', () => {
    const aboutPage = { ...chicago, _id: 'page-about', _type: 'page', slug: undefined, path: '/about' } as LakeDocument
    const { others } = evaluateTags(aboutPage, { ...aboutPage, path: '/us' } as LakeDocument)
    expect(others).toEqual(['id:page-about', 'page:%2Fus', 'page:%2Fabout'])
  })

  it('revalidates all city lists for a new city', () => {
    const event = receiveChange(undefined, chicago)
    expect(event.change.operation).toBe('create')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it('revalidates a deleted city by its last content', () => {
    const event = receiveChange(chicago, undefined)
    expect(event.change.operation).toBe('delete')
    expect(event.tags).toEqual(['id:city-chicago', 'city:chicago', 'city'])
  })

  it.each(typeNames)('is sent for type %s', (type) => {
    const document = { ...chicago, _id: 'one', _type: type } as LakeDocument
    expect(receiveChange(document, { ...document, name: 'Other' } as LakeDocument).tags).toContain('id:one')
  })

  it('is not sent for types that the site does not show', () => {
    const asset = { ...chicago, _id: 'image-a', _type: 'sanity.imageAsset' } as LakeDocument
    expect(evaluate(undefined, asset).matches).toBe(false)
  })
})

describe('cache tag', () => {
  /** Maximum tag length. Next.js rejects longer tags. */
  const MAX_LENGTH = 256

  it('of a long address is below the length limit and the same for query and change', () => {
    const address = 'é'.repeat(100)
    const queryTags = getQueryTags(CITY_QUERY, { slug: address })
    const changeTags = getChangeTags({
      id: 'city-long',
      type: 'city',
      operation: 'update',
      addresses: [address],
      unchanged: webhookFields,
    })
    expect(queryTags.filter((tag) => changeTags.includes(tag))).toEqual([expect.stringMatching(/^city:%C3%A9%C3%A9/)])
    expect([...queryTags, ...changeTags].filter(({ length }) => length > MAX_LENGTH)).toEqual([])
  })

  it('cannot be generated for an unknown query, whose response would never be revalidated', () => {
    expect(() => getQueryTags('*[_type == "unseen"]', {})).toThrow('npm run generate')
  })
})

describe('parseWebhook', () => {
  const valid = { _id: 'faq-a', _type: 'faqItem', _updatedAt: '2026-01-01T00:00:00Z', operation: 'update' }
  const parseTags = (body: object) => parseWebhook(JSON.stringify({ ...valid, ...body })).tags
  const unchanged = Object.fromEntries(webhookFields.map((field) => [field, false]))

  it('treats a field as changed unless it is marked as unchanged', () => {
    const defaultTags = parseTags({})
    expect(defaultTags).toEqual(['id:faq-a', 'faqItem.*', ...webhookFields.map((field) => `faqItem.${field}`)])
    expect(parseTags({ changed: null })).toEqual(defaultTags)
    expect(parseTags({ changed: {} })).toEqual(defaultTags)
    expect(parseTags({ changed: { question: null } })).toEqual(defaultTags)
    expect(parseTags({ changed: unchanged })).toEqual(['id:faq-a', 'faqItem.*'])
  })

  it('revalidates too many tags rather than too few for a webhook from another site version', () => {
    const { name: _, ...olderFlags } = unchanged
    expect(parseTags({ changed: { ...olderFlags, gone: false } })).toEqual(['id:faq-a', 'faqItem.*', 'faqItem.name'])
    expect(parseTags({ changed: undefined, listed: false, groups: ['a'] })).toEqual(parseTags({}))
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
    expect(parseTags({ _type: 'page', path, before: { path }, changed: unchanged })).toEqual(['id:faq-a', 'page.*'])
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
