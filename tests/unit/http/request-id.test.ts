import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  createRequestId,
  REQUEST_ID_HEADER,
  getRequestId,
  withRequestId,
} from '../../../lib/platform/log/request-id.ts'

it('the request id is available only within the async work of a request', async () => {
  const handle = async () => {
    const idBefore = getRequestId()
    await setImmediate()
    return [idBefore, getRequestId()]
  }
  const ids = Array.from({ length: 20 }, (_, index) => `request-${index}`)
  const idPairs = await Promise.all(ids.map((id) => withRequestId(id, handle)))
  expect(idPairs).toEqual(ids.map((id) => [id, id]))
  expect(getRequestId()).toBeUndefined()
})

it('each request gets a unique id', () => {
  const ids = Array.from({ length: 20 }, () => createRequestId({}, 1))
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
])('the id %s from a trusted proxy is accepted: %s', (sentId, isAccepted) => {
  expect(createRequestId({ [REQUEST_ID_HEADER]: sentId }, 1) === sentId).toBe(isAccepted)
  expect(createRequestId({ [REQUEST_ID_HEADER]: sentId }, 0)).not.toBe(sentId)
})
