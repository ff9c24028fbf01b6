import fc from 'fast-check'
import { evaluateSync, parse, toJS } from 'groq-js'
import { describe, expect, it } from 'vitest'
import {
  runTestQuery,
  datasets,
  buildLakeDocument,
  PARAMS,
  perspectives,
  queries,
  fetchResult,
  listVisibleDocuments,
  createSnapshot,
} from './fixtures.ts'

const runs = { numRuns: 2000 }

it('random queries return the same result as groq-js', () => {
  fc.assert(
    fc.property(datasets, perspectives, fc.boolean(), queries, (documents, perspective, anonymous, query) => {
      const visible = listVisibleDocuments(documents, perspective, anonymous)
      const expected = toJS(
        evaluateSync(parse(query), {
          dataset: visible,
          params: PARAMS,
          identity: 'someone',
          sanity: { projectId: 'local', dataset: 'production' },
          timestamp: new Date('2026-01-02T00:00:00Z'),
        }),
      )
      const { result } = runTestQuery(documents, query, { params: PARAMS, perspective, anonymous, identity: 'someone' })
      expect(result).toEqual(expected)
    }),
    runs,
  )
})

describe('query parameters', () => {
  const documents = ['a', 'b', 'c'].map((_id) => buildLakeDocument({ _id, _type: 'page', title: `Page ${_id}` }))
  const queryIds = (query: string, params: Record<string, unknown>) => fetchResult(documents, query, { params })

  it('can change between requests', () => {
    expect(queryIds('*[_id == $id]._id', { id: 'a' })).toEqual(['a'])
    expect(queryIds('*[_id == $id]._id', { id: 'b' })).toEqual(['b'])
  })

  it('can be slice bounds, element indexes and attribute names', () => {
    expect(queryIds('*[0...$end]._id', { end: 1 })).toEqual(['a'])
    expect(queryIds('*[0...$end]._id', { end: 2 })).toEqual(['a', 'b'])
    expect(queryIds('*[$from..($from + 1)]._id', { from: 1 })).toEqual(['b', 'c'])
    expect(queryIds('*[$index]._id', { index: 2 })).toBe('c')
    expect(queryIds('*[0][$field]', { field: 'title' })).toBe('Page a')
    expect(queryIds('*[0][$field]', { field: '_id' })).toBe('a')
  })

  it('are not required for the arguments of user functions', () => {
    expect(queryIds('fn my::named($page) = $page{title}; *[_id == $id]{"page": my::named(@)}', { id: 'a' })).toEqual([
      { page: { title: 'Page a' } },
    ])
  })
})

describe('GROQ behavior that differs from groq-js', () => {
  const documents = ['a', 'a.b', 'a.b.c'].map((_id) => buildLakeDocument({ _id, _type: 'page', tags: [_id, null] }))

  it.each([
    ['array::unique(*[].tags[])', ['a', null, 'a.b', 'a.b.c']],
    ['array::unique([{"a": 1}, {"a": 1}, [1], [1], null, null])', [{ a: 1 }, { a: 1 }, [1], [1], null]],
    ['*[path(_id) in path("a.*")]._id', ['a.b']],
    ['*[path(_id) in path("a.**")]._id', ['a.b', 'a.b.c']],
    ['path("a.b") in ["a.b"]', false],
  ])('matches the GROQ test suite: %s', (query, expected) => expect(fetchResult(documents, query)).toEqual(expected))

  it.each(['*{title} | score(title == "a")', '*[0] | score(title == "a")', '*[]{title} | score(true)'])(
    'rejects %s',
    (query) => expect(() => fetchResult(documents, query)).toThrow('score() can only be used on a list of documents'),
  )
})

describe('document indexes', () => {
  const documents = [
    buildLakeDocument({ _id: 'nyc', _type: 'city', faqs: [{ _key: 'k', _ref: 'faq' }] }),
    buildLakeDocument({ _id: 'faq', _type: 'faqItem', question: 'When?' }),
  ]
  const scanless = {
    ...createSnapshot(documents),
    all: () => {
      throw new Error('all documents were read')
    },
  }

  it.each([
    ['*[_id == "nyc"][0]._id', 'nyc'],
    ['*[_type == "city" && defined(faqs)]._id', ['nyc']],
    ['*[_type == $type][0...10] | order(_id)._id', ['faq']],
    ['*[_id in $ids && _type == "faqItem"]._id', ['faq']],
    ['*[references("faq")]._id', ['nyc']],
    ['*[(_type == "city" && _id == "x") || references($ids)]._id', ['nyc']],
    ['*[_type == "city"]{"q": faqs[]->question}', [{ q: ['When?'] }]],
    ['*[_id == "faq"]{"by": *[references(^._id)]._id}', [{ by: ['nyc'] }]],
    ['*[_id == "nyc"]{"q": *[_id in ^.faqs[]._ref].question}', [{ q: ['When?'] }]],
    ['count(*[_type in ["city", "faqItem"]])', 2],
    ['releases::all()', []],
  ])('serve %s without a full scan', (query, expected) => {
    const params = { type: 'faqItem', ids: ['faq'] }
    for (const perspective of ['raw', 'published', 'drafts', ['r1']] as const) {
      expect(fetchResult(scanless, query, { params, perspective: perspective as 'raw' })).toEqual(expected)
    }
  })
})
