import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ProblemError } from '../../../lib/dashboard/api/problem.ts'
import { readJson, readQuery } from '../../../lib/dashboard/api/read-request.ts'

async function catchProblem(read: () => unknown): Promise<ProblemError> {
  try {
    await read()
  } catch (error) {
    return error as ProblemError
  }
  throw new Error('It was not refused')
}

describe('request body', () => {
  const buildRequest = (body: string, type?: string) =>
    new Request('https://site.example/api', { method: 'POST', body, headers: type ? { 'content-type': type } : {} })
  const parseBody = (body: unknown) => readJson(buildRequest(JSON.stringify(body), 'application/json'))
  const listPointers = async (body: unknown) =>
    (await catchProblem(() => parseBody(body))).members.errors?.map((error) => 'pointer' in error && error.pointer)

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
    'is accepted with content type %s',
    async (type) =>
      expect(await readJson(buildRequest('{"a": 1}', type))).toEqual({ text: '{"a": 1}', value: { a: 1 } }),
  )

  it.each(['text/plain', 'application/json5', 'application/problem+json', 'text/plain; application/json', undefined])(
    'is rejected if its content type is %s, and the response has an Accept header',
    async (type) =>
      expect(await catchProblem(() => readJson(buildRequest('{}', type)))).toMatchObject({
        problem: 'unsupported-type',
        headers: { Accept: 'application/json' },
      }),
  )

  it('is not quoted in the error for invalid JSON', async () => {
    const problem = await catchProblem(() => readJson(buildRequest('{"secret', 'application/json')))
    expect(problem).toMatchObject({ problem: 'malformed', message: 'The body is not valid JSON.' })
  })

  it('is rejected if any key or string contains an unsupported character', async () => {
    expect(await listPointers({ a: [{ b: 'x\0' }] })).toEqual(['#/a/0/b'])
    expect(await listPointers({ a: [1, '\ud800'] })).toEqual(['#/a/1'])
    expect(await listPointers({ a: { 'b\0': 1 } })).toEqual(['#/a/b%00'])
    expect(await listPointers('\0')).toEqual(['#'])
    expect(await parseBody({ a: [null, true, 1, '😀'] })).toMatchObject({ value: { a: [null, true, 1, '😀'] } })
  })

  it('reports at most fifty errors', async () => {
    const buildFaults = (count: number) => Array.from({ length: count }, () => '\0')
    expect(await listPointers(buildFaults(49))).toHaveLength(49)
    expect(await listPointers(buildFaults(51))).toHaveLength(50)
    expect(await listPointers(Object.fromEntries(buildFaults(51).map((end, index) => [index + end, 1])))).toHaveLength(
      50,
    )
  })
})

describe('request query', () => {
  const schema = z.strictObject({
    names: z.array(z.string()).optional(),
    isOpen: z.boolean().optional(),
    limit: z.int().optional(),
    share: z.number().optional(),
    word: z.string().optional(),
  })
  const types = { names: 'array', isOpen: 'boolean', limit: 'integer', share: 'number', word: 'string' }
  const parseQuery = (query: string) => readQuery(schema, types, new URLSearchParams(query))

  it.each([
    ['', {}],
    ['names=a', { names: ['a'] }],
    ['names=a&names=b', { names: ['a', 'b'] }],
    ['isOpen=true', { isOpen: true }],
    ['isOpen=false', { isOpen: false }],
    ['limit=3&share=0.5', { limit: 3, share: 0.5 }],
    ['word=3', { word: '3' }],
    ['word=true', { word: 'true' }],
    ['word=', { word: '' }],
  ])('is parsed by parameter type: %s', (query, values) => expect(parseQuery(query)).toEqual(values))

  it.each([
    ['isOpen=1', ['isOpen']],
    ['isOpen=', ['isOpen']],
    ['limit=', ['limit']],
    ['limit=%20', ['limit']],
    ['limit=1.5', ['limit']],
    ['share=x', ['share']],
    ['limit=1&limit=2', ['limit']],
    ['word=a&word=b', ['word']],
    ['page=1&size=2', ['page', 'size']],
    ['word=%00', ['word']],
    ['a%00b=1', ['a\0b']],
    ['isOpen=1&limit=x', ['isOpen', 'limit']],
  ])('is rejected with the names of all invalid parameters: %s', async (query, parameters) => {
    const { problem, members } = await catchProblem(() => parseQuery(query))
    expect(problem).toBe('invalid')
    expect(members.errors).toEqual(parameters.map((parameter) => ({ parameter, detail: expect.any(String) })))
  })
})
