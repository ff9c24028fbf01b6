import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getSyncTags } from '../../query/evaluate/scope.ts'
import type { LakeDocument } from '../../store/document.ts'
import { runTestQuery, datasets, buildLakeDocument, PARAMS, perspectives, queries } from './fixtures.ts'

const intersects = (a: string[], b: string[]) => a.some((tag) => b.includes(tag))

const changes = fc
  .tuple(
    datasets,
    datasets.filter((list) => list.length > 0),
    fc.boolean(),
  )
  .map(([documents, [candidate], isDeletion]) => {
    const changedDocument = candidate as LakeDocument
    const before = documents.find(({ _id }) => _id === changedDocument._id)
    const otherDocuments = documents.filter((document) => document !== before)
    const after = isDeletion ? undefined : changedDocument
    return { documents, before, after, next: after ? [...otherDocuments, after] : otherDocuments }
  })

it('changes fire a sync tag of every query whose result changes', () => {
  fc.assert(
    fc.property(changes, perspectives, queries, ({ documents, before, after, next }, perspective, query) => {
      const request = { params: PARAMS, perspective }
      const resultBefore = runTestQuery(documents, query, request)
      if (JSON.stringify(resultBefore.result) === JSON.stringify(runTestQuery(next, query, request).result)) return
      const firedTags = [before, after].flatMap((document) => (document ? getSyncTags(document) : []))
      expect(intersects(resultBefore.syncTags, firedTags)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

const documents = [
  buildLakeDocument({ _id: 'nyc', _type: 'city', name: 'New York', faqs: [{ _key: 'a', _ref: 'faq' }] }),
  buildLakeDocument({ _id: 'faq', _type: 'faqItem', question: 'Does it answer at night?' }),
]
const fetchTags = (query: string, params = {}) => runTestQuery(documents, query, { params }).syncTags
const city = getSyncTags({ _id: 'nyc', _type: 'city' })
const otherCityTags = getSyncTags({ _id: 'austin', _type: 'city' })
const faqTags = getSyncTags({ _id: 'faq', _type: 'faqItem' })

describe('sync tags', () => {
  it('are not fired for documents of another type', () => {
    const tags = fetchTags('*[_type == "faqItem" && defined(question)] | order(question)[0...10]{question}')
    expect(intersects(tags, city)).toBe(false)
    expect(intersects(tags, faqTags)).toBe(true)
  })

  it('are not fired for another document of the same type', () => {
    const tags = fetchTags('*[_type == "city" && _id == $id][0]', { id: 'nyc' })
    expect(intersects(tags, otherCityTags)).toBe(false)
    expect(intersects(tags, city)).toBe(true)
  })

  it('are fired for dereferenced documents and for a missing document', () => {
    const tags = fetchTags('*[_id == "nyc"][0]{faqs[]->{question}}')
    expect(intersects(tags, faqTags)).toBe(true)
    expect(intersects(tags, getSyncTags({ _id: 'other', _type: 'faqItem' }))).toBe(false)
    expect(intersects(fetchTags('*[_id == "austin"]'), otherCityTags)).toBe(true)
  })

  it('are fired by every change if the query has no type or id filter', () => {
    for (const query of ['*', 'count(*)', '*[name == "x"]', '*[references("faq")]']) {
      expect(intersects(fetchTags(query), faqTags)).toBe(true)
      expect(intersects(fetchTags(query), city)).toBe(true)
    }
  })

  it('are shared by drafts, versions and the published document', () => {
    expect(getSyncTags({ _id: 'drafts.nyc', _type: 'city' })).toEqual(city)
    expect(getSyncTags({ _id: 'versions.r1.nyc', _type: 'city' })).toEqual(city)
  })

  it('fall back to types or the whole dataset for large queries', () => {
    const faqs = Array.from({ length: 300 }, (_, number) =>
      buildLakeDocument({ _id: `faq-${number}`, _type: 'faqItem' }),
    )
    const links = faqs.map(({ _id }) => ({ _key: _id, _ref: _id }))
    const linkedCity = buildLakeDocument({ _id: 'all', _type: 'city', faqs: links })
    const [missing, existing] = [[linkedCity], [linkedCity, ...faqs]].map(
      (list) => runTestQuery(list, '*[_type == "city"]{faqs[]->{_id}}').syncTags,
    )
    expect(missing).toHaveLength(1)
    expect(intersects(missing ?? [], getSyncTags({ _id: 'anything', _type: 'page' }))).toBe(true)
    expect(existing).toHaveLength(2)
    expect(intersects(existing ?? [], getSyncTags({ _id: 'faq-299', _type: 'faqItem' }))).toBe(true)
    expect(intersects(existing ?? [], getSyncTags({ _id: 'anything', _type: 'page' }))).toBe(false)
  })

  it('are fired by releases for release lists', () => {
    const tags = fetchTags('releases::all()[]{name}')
    expect(intersects(tags, getSyncTags({ _id: '_.releases.r1', _type: 'system.release' }))).toBe(true)
    expect(intersects(tags, city)).toBe(false)
  })

  it('are opaque, short and prefixed like those of the live API', () => {
    for (const tag of [...city, ...fetchTags('*[_type == "city"]')]) expect(tag).toMatch(/^s1:[\w-]{8}$/)
  })
})
