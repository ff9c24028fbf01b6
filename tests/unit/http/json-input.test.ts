import { describe, expect, it } from 'vitest'
import { readInput, RefusedError } from '../../../lib/platform/http/json-input.ts'
import { z } from '../../../lib/values/zod.ts'

const anyObjectSchema = z.looseObject({})

async function readRejection(body: BodyInit) {
  const request = new Request('http://site.test', { method: 'POST', body })
  const error: unknown = await readInput(request, anyObjectSchema).catch((thrown: unknown) => thrown)
  if (!(error instanceof RefusedError)) return 'read'
  const { problems } = (await error.response.json()) as { problems: { path: string; message: string }[] }
  return { status: error.response.status, paths: problems.map(({ path }) => path) }
}

describe('JSON input', () => {
  it.each([
    ['a lone surrogate in a field', '{"name":"a\\ud800"}', ['name']],
    ['a lone low surrogate in a nested list', '{"rows":[{"text":"ok"},{"text":"\\udc00b"}]}', ['rows.1.text']],
    ['reversed surrogates', '{"name":"\\udc00\\ud800"}', ['name']],
    ['NUL', '{"name":"\\u0000"}', ['name']],
    ['a lone surrogate in a field name', '{"\\ud800":1}', ['\ud800']],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), ['']],
    ['deep nesting', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, ['']],
  ])('is rejected if it contains %s', async (_what, body, paths) =>
    expect(await readRejection(body)).toEqual({ status: 422, paths }),
  )

  it('accepts complete surrogate pairs', async () =>
    expect(await readRejection('{"name":"\\ud83d\\udd27 🔧"}')).toBe('read'))
})
