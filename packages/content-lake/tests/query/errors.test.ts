import { ClientError } from '@sanity/client'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { LakeError } from '../../store/errors.ts'
import { compileFilter, evaluateChange } from '../../query/run.ts'
import { datasets, buildLakeDocument, queries, fetchResult, createSnapshot } from './fixtures.ts'

const documents = [buildLakeDocument({ _id: 'a', _type: 'page', title: 'A' })]

function catchLakeError(run: () => unknown): LakeError {
  try {
    run()
  } catch (error) {
    if (error instanceof LakeError) return error
    throw error
  }
  throw new Error('was not refused')
}

const toClientError = ({ status, body }: LakeError) =>
  new ClientError({ statusCode: status, body, headers: {}, statusMessage: null, url: '/', method: 'GET' })

describe('query parse errors', () => {
  it('return 400 with the position for the code frame of @sanity/client', () => {
    const error = catchLakeError(() => fetchResult(documents, '*[_type == "page"\n  && title ===]'))
    expect(error.status).toBe(400)
    expect(error.body).toMatchObject({
      error: { type: 'queryParseError', query: '*[_type == "page"\n  && title ===]', start: 30, end: 31 },
    })
    const { message } = toClientError(error)
    expect(message).toContain('GROQ query parse error')
    expect(message).toMatch(/> 2 \| {3}&& title ===\]/)
    expect(message).toContain('Unexpected end of query')
  })

  it.each([
    ['an unknown function', '*{"x": nothing::such()}', 'Undefined namespace: nothing'],
    ['a wrong number of arguments', 'count()', 'Incorrect number of arguments'],
    ['a slice with a missing parameter', '*[0...$limit]', 'param $limit referenced, but not provided'],
    ['delta functions outside webhooks', 'delta::changedAny(title)', 'Undefined function'],
    ['deep nesting', '('.repeat(20_000), 'query is nested too deeply'],
    ['too many parts', '1+'.repeat(20_000), 'query is too complex'],
    ['an empty query', '', 'Expected expression'],
    ['an end after an operator', '*[_type == ', 'unexpected end-of-file, expected expression'],
  ])('describe the problem: %s', (_what, query, message) => {
    const error = catchLakeError(() => fetchResult(documents, query))
    expect(toClientError(error).message).toContain(message)
  })
})

describe('missing parameters', () => {
  const runWithoutParameter = (query: string, params: Record<string, unknown> = {}) =>
    catchLakeError(() => fetchResult(documents, query, { params })).body.error

  it('are reported at their first use outside strings and comments', () => {
    const query = '// about $slug\n*[title == "$slug" && slug == $slug2 && other == $slug]'
    expect(runWithoutParameter(query, { slug2: 'a' })).toEqual({
      type: 'queryParseError',
      description: 'param $slug referenced, but not provided',
      query,
      start: query.lastIndexOf('$slug'),
      end: query.length - 1,
    })
  })

  it.each([
    ['in a condition that is never evaluated', '*[_type == "nothing" && title == $x]'],
    ['in a skipped branch', 'select(true => 1, $x)'],
    ['in a projection of an empty list', '*[false]{"a": {"b": [$x]}}'],
    ['as an attribute', '*[0][$x]'],
    ['in an order', '*[] | order(title == $x)'],
  ])('are rejected %s', (_where, query) => {
    expect(runWithoutParameter(query)).toMatchObject({ description: 'param $x referenced, but not provided' })
    expect(() => fetchResult(documents, query, { params: { x: null } })).not.toThrow()
  })
})

describe('query evaluation errors', () => {
  it.each(['geo::distance(1, 2)', '*[_type == "page"]{"x": text::query("a")}', 'user::attributes()'])(
    'return 400 and name the function: %s',
    (query) => {
      const error = catchLakeError(() => fetchResult(documents, query))
      expect(error.status).toBe(400)
      expect(toClientError(error).message).toMatch(/\w+::\w+\(\): not implemented/)
    },
  )
})

describe('pathological queries', () => {
  it.each([
    ['deep brackets', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['deep parentheses', '('.repeat(20_000) + '1' + ')'.repeat(20_000)],
    ['many negations', '!'.repeat(50_000) + 'true'],
    ['a long sum', Array.from({ length: 20_000 }, () => '1').join('+')],
    ['a very long query', `*[_id in [${'"x",'.repeat(100_000)}]]`],
  ])('are rejected: %s', (_what, query) => {
    expect(catchLakeError(() => fetchResult(documents, query)).status).toBe(400)
  })

  it('are stopped after the time limit', () => {
    const pages = Array.from({ length: 300 }, (_, number) => buildLakeDocument({ _id: `d${number}`, _type: 'page' }))
    const createCpuUsage = (seconds: number) => ({ user: seconds * 1_000_000, system: 0 })
    const clock = vi
      .spyOn(process, 'threadCpuUsage')
      .mockReturnValueOnce(createCpuUsage(0))
      .mockReturnValue(createCpuUsage(10.001))
    try {
      expect(catchLakeError(() => fetchResult(pages, 'count(*[count(*[_rev != ^._rev]) > 0])')).message).toBe(
        'query took longer than 10 s',
      )
    } finally {
      clock.mockRestore()
    }
  })

  it('treat prototype names as ordinary fields', () => {
    const strangeDocuments = [
      buildLakeDocument({ _id: 'a', _type: 'page', hasOwnProperty: 'x', ...JSON.parse('{"__proto__": {"y": 1}}') }),
    ]
    expect(fetchResult(strangeDocuments, '*[0]{hasOwnProperty, constructor, toString}')).toEqual({
      hasOwnProperty: 'x',
      constructor: null,
      toString: null,
    })
    expect(catchLakeError(() => fetchResult(strangeDocuments, '$constructor')).message).toContain('not provided')
    expect(JSON.stringify(fetchResult(strangeDocuments, '{"__proto__": {"y": 1}}'))).toBe('{"__proto__":{"y":1}}')
  })

  it('never crash when mutated at random', () => {
    const mutilatedQueries = fc
      .tuple(queries, fc.nat(200), fc.nat(20), fc.string({ maxLength: 3 }))
      .map(([query, at, length, text]) => {
        const start = at % query.length
        return query.slice(0, start) + text + query.slice(start + length)
      })
    fc.assert(
      fc.property(datasets, mutilatedQueries, (sampleDocuments, query) => {
        try {
          expect(fetchResult(sampleDocuments, query)).not.toBeUndefined()
        } catch (error) {
          expect(error).toBeInstanceOf(LakeError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('listeners and webhooks', () => {
  it('reject an invalid filter or projection with 400', () => {
    const change = { before: undefined, after: documents[0], snapshot: createSnapshot(documents), now: new Date() }
    expect(catchLakeError(() => compileFilter('*[_type ==', {})).status).toBe(400)
    expect(catchLakeError(() => compileFilter('*[_id == $id]', {})).message).toContain('param $id')
    expect(catchLakeError(() => evaluateChange({ ...change, filter: '_id == $id' })).message).toContain('param $id')
    expect(catchLakeError(() => evaluateChange({ ...change, filter: '_type ==' })).status).toBe(400)
    expect(catchLakeError(() => evaluateChange({ ...change, projection: '{"x": geo::distance(1, 2)}' })).status).toBe(
      400,
    )
  })
})
