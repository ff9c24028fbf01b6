import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { syncTagsOf } from '../../query/evaluate/scope.ts'
import type { LakeDocument } from '../../store/document.ts'
import { ask, datasets, lakeDocument, PARAMS, perspectives, queries } from './fixtures.ts'

const intersects = (a: string[], b: string[]) => a.some((tag) => b.includes(tag))

const changes = fc
  .tuple(
    datasets,
    datasets.filter((list) => list.length > 0),
    fc.boolean(),
  )
  .map(([documents, [given], isDeletion]) => {
    const changed = given as LakeDocument
    const before = documents.find(({ _id }) => _id === changed._id)
    const others = documents.filter((document) => document !== before)
    const after = isDeletion ? undefined : changed
    return { documents, before, after, next: after ? [...others, after] : others }
  })

it('changes fire a sync tag of every query whose result changes', () => {
  fc.assert(
    fc.property(changes, perspectives, queries, ({ documents, before, after, next }, perspective, query) => {
      const request = { params: PARAMS, perspective }
      const old = ask(documents, query, request)
      if (JSON.stringify(old.result) === JSON.stringify(ask(next, query, request).result)) return
      const fired = [before, after].flatMap((document) => (document ? syncTagsOf(document) : []))
      expect(intersects(old.syncTags, fired)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

const documents = [
  lakeDocument({ _id: 'nyc', _type: 'city', name: 'New York', faqs: [{ _key: 'a', _ref: 'faq' }] }),
  lakeDocument({ _id: 'faq', _type: 'faqItem', question: 'Does it answer at night?' }),
]
const tagsOf = (query: string, params = {}) => ask(documents, query, { params }).syncTags
const city = syncTagsOf({ _id: 'nyc', _type: 'city' })
const otherCity = syncTagsOf({ _id: 'austin', _type: 'city' })
const faq = syncTagsOf({ _id: 'faq', _type: 'faqItem' })

describe('sync tags', () => {
  it('are not fired for documents of another type', () => {
    const tags = tagsOf('*[_type == "faqItem" && defined(question)] | order(question)[0...10]{question}')
    expect(intersects(tags, city)).toBe(false)
    expect(intersects(tags, faq)).toBe(true)
  })

  it('are not fired for another document of the same type', () => {
    const tags = tagsOf('*[_type == "city" && _id == $id][0]', { id: 'nyc' })
    expect(intersects(tags, otherCity)).toBe(false)
    expect(intersects(tags, city)).toBe(true)
  })

  it('are fired for dereferenced documents and for a missing document', () => {
    const tags = tagsOf('*[_id == "nyc"][0]{faqs[]->{question}}')
    expect(intersects(tags, faq)).toBe(true)
    expect(intersects(tags, syncTagsOf({ _id: 'other', _type: 'faqItem' }))).toBe(false)
    expect(intersects(tagsOf('*[_id == "austin"]'), otherCity)).toBe(true)
  })

  it('are fired by every change if the query has no type or id filter', () => {
    for (const query of ['*', 'count(*)', '*[name == "x"]', '*[references("faq")]']) {
      expect(intersects(tagsOf(query), faq)).toBe(true)
      expect(intersects(tagsOf(query), city)).toBe(true)
    }
  })

  it('are shared by drafts, versions and the published document', () => {
    expect(syncTagsOf({ _id: 'drafts.nyc', _type: 'city' })).toEqual(city)
    expect(syncTagsOf({ _id: 'versions.r1.nyc', _type: 'city' })).toEqual(city)
  })

  it('fall back to types or the whole dataset for large queries', () => {
    const faqs = Array.from({ length: 300 }, (_, number) => lakeDocument({ _id: `faq-${number}`, _type: 'faqItem' }))
    const links = faqs.map(({ _id }) => ({ _key: _id, _ref: _id }))
    const all = lakeDocument({ _id: 'all', _type: 'city', faqs: links })
    const [missing, existing] = [[all], [all, ...faqs]].map(
      (list) => ask(list, '*[_type == "city"]{faqs[]->{_id}}').syncTags,
    )
    expect(missing).toHaveLength(1)
    expect(intersects(missing ?? [], syncTagsOf({ _id: 'anything', _type: 'page' }))).toBe(true)
    expect(existing).toHaveLength(2)
    expect(intersects(existing ?? [], syncTagsOf({ _id: 'faq-299', _type: 'faqItem' }))).toBe(true)
    expect(intersects(existing ?? [], syncTagsOf({ _id: 'anything', _type: 'page' }))).toBe(false)
  })

  it('are fired by releases for release lists', () => {
    const tags = tagsOf('releases::all()[]{name}')
    expect(intersects(tags, syncTagsOf({ _id: '_.releases.r1', _type: 'system.release' }))).toBe(true)
    expect(intersects(tags, city)).toBe(false)
  })

  it('are opaque, short and prefixed like those of the live API', () => {
    for (const tag of [...city, ...tagsOf('*[_type == "city"]')]) expect(tag).toMatch(/^s1:[\w-]{8}$/)
  })
})
