import { describe, expect, it } from 'vitest'
import { analyzeResult } from '../../../scripts/build/answer-shape.ts'
import { type AnswerShape, type MalformedValue, removeMalformedValues } from '../../../sanity/answer-shape.ts'
import { queryReads } from '../../../sanity/query-reads.ts'
import { REDIRECTS_QUERY } from '../../../sanity/queries/pages.ts'

const post: AnswerShape = { _id: 'text', title: 'text', tags: ['text'], cover: { alt: 'text', width: 'number' } }

function cleanValue(value: unknown, shape: AnswerShape) {
  const reports: MalformedValue[] = []
  return { answer: removeMalformedValues(value, shape, (report) => reports.push(report)), reports }
}

describe('response with malformed values', () => {
  it('drops only the malformed list items', () => {
    const validAnswer = { _id: 'a', title: 'A', tags: null, cover: { alt: 'x', width: 1 }, unknown: { anything: [1] } }
    const invalidAnswers = [
      { _id: 'b', title: { a: 1 } },
      { _id: 'c', title: 'C', cover: { alt: ['x'] } },
      { _id: 'd', title: 'D', tags: 'x' },
      'no object',
    ]
    const { answer, reports } = cleanValue(
      { posts: [...invalidAnswers, validAnswer], total: 5 },
      { posts: [post], total: 'number' },
    )
    expect(answer).toEqual({ posts: [validAnswer], total: 5 })
    expect(reports).toEqual([
      { field: 'posts[0].title', expected: 'text', document: 'b' },
      { field: 'posts[1].cover.alt', expected: 'text', document: 'c' },
      { field: 'posts[2].tags', expected: 'list', document: 'd' },
      { field: 'posts[3]', expected: 'object' },
    ])
  })

  it('drops only the innermost malformed item', () => {
    const { answer, reports } = cleanValue([{ _id: 'a', title: 'A', tags: ['x', 1, 'y'] }], [post])
    expect(answer).toEqual([{ _id: 'a', title: 'A', tags: ['x', 'y'] }])
    expect(reports).toEqual([{ field: '[0].tags[1]', expected: 'text', document: 'a' }])
  })

  it('drops null items at any depth', () => {
    const answer = [null, { _id: 'a', title: 'A', tags: [null, 'x', null] }]
    expect(cleanValue(answer, [post])).toEqual({ answer: [{ _id: 'a', title: 'A', tags: ['x'] }], reports: [] })
  })

  it('replaces a malformed value outside a list with null', () => {
    const { answer, reports } = cleanValue({ _id: 'a', title: 7, cover: 'x', tags: {} }, post)
    expect(answer).toEqual({ _id: 'a', title: null, cover: null, tags: null })
    expect(reports.map(({ field }) => field)).toEqual(['title', 'cover', 'tags'])
  })

  it('replaces text above the length limit with null', () => {
    const { answer, reports } = cleanValue({ _id: 'a', title: 'x'.repeat(1_000_000), tags: ['x'] }, post)
    expect(answer).toEqual({ _id: 'a', title: null, tags: ['x'] })
    expect(reports).toEqual([{ field: 'title', expected: 'a shorter text', document: 'a' }])
  })

  it('is unchanged if it is valid or its shape is unknown', () => {
    const validDocument = { _id: 'a', title: null, extra: [{ deep: true }] }
    expect(cleanValue(validDocument, post)).toEqual({ answer: validDocument, reports: [] })
    expect(cleanValue([1, 'x', null], 'any').answer).toEqual([1, 'x', null])
    expect(cleanValue(null, post)).toEqual({ answer: null, reports: [] })
  })
})

describe('response shape', () => {
  const buildField = (value: object, optional = false) => ({ type: 'objectAttribute' as const, value, optional })
  const text = { type: 'string' }
  const schema = [
    {
      type: 'document',
      name: 'city',
      attributes: {
        _id: buildField(text),
        _type: buildField({ type: 'string', value: 'city' }),
        name: buildField(text),
        means: buildField({ type: 'array', of: { type: 'number' } }, true),
        either: buildField({ type: 'union', of: [text, { type: 'number' }] }),
        parts: buildField({ type: 'array', of: { type: 'inline', name: 'part' } }),
      },
    },
    {
      type: 'type',
      name: 'part',
      value: {
        type: 'object',
        attributes: { note: buildField(text), parts: buildField({ type: 'inline', name: 'part' }) },
      },
    },
  ] as unknown as Parameters<typeof analyzeResult>[1]

  it('is derived from the query and the schema', () => {
    const query = '*[_type == "city"][$from...$to]{ name, means, either, parts, "n": count(means) }'
    const parts = [{ note: 'text', parts: 'any' }]
    const city = { name: 'text', means: ['number'], either: 'any', parts, n: 'number' }
    expect(analyzeResult(query, schema).answer).toEqual([city])
  })

  it('includes the fields that any result contains', () => {
    const facts = analyzeResult(
      '{ "all": *[_type == "city"]{ _id, name }, "total": count(*[_type == "city"]) }',
      schema,
    )
    expect(facts).toMatchObject({ always: { all: [{ _id: 'text' }], total: 'number' }, canBeNull: false })
    const first = analyzeResult('*[_type == "city"][0]{ _id, name }', schema)
    expect(first).toMatchObject({ always: { _id: 'text' }, canBeNull: true })
  })

  it('is known for every query of the site', () => {
    expect(queryReads.get(REDIRECTS_QUERY)?.answer).toEqual([
      { source: 'text', destination: 'text', permanent: 'boolean' },
    ])
    expect([...queryReads.values()].filter(({ answer }) => answer === 'any')).toEqual([])
  })
})
