import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { newRequestId, REQUEST_ID_HEADER, requestId, withRequestId } from '../../../lib/platform/log/request-id.ts'

it('the request id is available only within the async work of a request', async () => {
  const answer = async () => {
    const before = requestId()
    await setImmediate()
    return [before, requestId()]
  }
  const ids = Array.from({ length: 20 }, (_, index) => `request-${index}`)
  const seen = await Promise.all(ids.map((id) => withRequestId(id, answer)))
  expect(seen).toEqual(ids.map((id) => [id, id]))
  expect(requestId()).toBeUndefined()
})

it('each request gets a unique id', () => {
  const ids = Array.from({ length: 20 }, () => newRequestId({}, 1))
  expect(new Set(ids).size).toBe(20)
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
})

it.each([
  ['a-short.token:1_2', true],
  ['2f0c1d7e-5f5e-4a6b-9d0e-000000000000', true],
  ['short', false],
  ['x'.repeat(65), false],
  ['ada@example.com', false],
  ['two words here', false],
  ['"quoted","json"', false],
])('the id %s of a trusted proxy is accepted: %s', (sent, taken) => {
  expect(newRequestId({ [REQUEST_ID_HEADER]: sent }, 1) === sent).toBe(taken)
  expect(newRequestId({ [REQUEST_ID_HEADER]: sent }, 0)).not.toBe(sent)
})
