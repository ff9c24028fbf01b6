import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dependency } from '../../../lib/health/dependency.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const milliseconds = expect.any(Number)

it('answers, or says why not by a code', async () => {
  const up = dependency('up', async () => 'whatever')
  expect(await up.state()).toEqual({ answers: true, after: milliseconds })
  const refused = new Error('connect "ada@example.com"', {
    cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
  })
  const down = dependency('down', async () => Promise.reject(refused))
  expect(await down.state()).toEqual({ answers: false, after: milliseconds, code: 'ECONNREFUSED' })
})

it('counts as away when it takes a second', async () => {
  const slow = dependency('slow', () => new Promise(() => undefined))
  const state = slow.state()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await state).toMatchObject({ answers: false, code: 'DEADLINE' })
})

it('is asked once in five seconds, however many want to know', async () => {
  let asked = 0
  const { state } = dependency('asked', async () => ++asked)
  await Promise.all(Array.from({ length: 50 }, () => state()))
  await vi.advanceTimersByTimeAsync(4_900)
  await state()
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  await state()
  expect(asked).toBe(2)
})
