import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDeadline } from '../../../lib/platform/time/deadline.ts'
import { createDependency } from '../../../lib/platform/lifecycle/health/dependency.ts'

const resolveLater = <Value>(milliseconds: number, value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds, value))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('withDeadline', () => {
  it('returns the result and clears its timer', async () => {
    await expect(withDeadline(Promise.resolve('done'), 1_000, () => 'late')).resolves.toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns the fallback after the deadline and not before', async () => {
    const onLate = vi.fn(() => 'late')
    const result = withDeadline(resolveLater(2_000, 'done'), 1_000, onLate)
    await vi.advanceTimersByTimeAsync(999)
    expect(onLate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(result).resolves.toBe('late')
  })

  it('rejects if the fallback throws', async () => {
    const result = withDeadline(new Promise(() => {}), 10, () => {
      throw new Error('too slow')
    })
    await Promise.all([expect(result).rejects.toThrow('too slow'), vi.advanceTimersByTimeAsync(10)])
  })

  it('rejects if the work fails in time and ignores later failures', async () => {
    await expect(withDeadline(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken')
    const { promise, reject } = Promise.withResolvers<never>()
    const result = withDeadline(promise, 10, () => 'late')
    await vi.advanceTimersByTimeAsync(10)
    await expect(result).resolves.toBe('late')
    reject(new Error('nobody waits for this'))
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns the fallback immediately if the deadline has passed', async () => {
    const result = withDeadline(resolveLater(5, 'done'), -50, () => 'late')
    await vi.advanceTimersByTimeAsync(1)
    await expect(result).resolves.toBe('late')
  })
})

const milliseconds = expect.any(Number)

it('a dependency check reports success or an error code', async () => {
  const up = createDependency('up', async () => 'whatever')
  expect(await up.state()).toEqual({ answers: true, after: milliseconds })
  const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' })
  const down = createDependency('down', async () => Promise.reject(new Error('connect "ada@example.com"', { cause })))
  expect(await down.state()).toEqual({ answers: false, after: milliseconds, code: 'ECONNREFUSED' })
})

it('a dependency check fails with DEADLINE after one second', async () => {
  const slow = createDependency('slow', () => new Promise(() => undefined))
  const state = slow.state()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await state).toMatchObject({ answers: false, code: 'DEADLINE' })
})

it('a dependency check runs at most once in five seconds', async () => {
  let callCount = 0
  const { state } = createDependency('asked', async () => ++callCount)
  await Promise.all(Array.from({ length: 50 }, () => state()))
  await vi.advanceTimersByTimeAsync(4_900)
  await state()
  expect(callCount).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  await state()
  expect(callCount).toBe(2)
})
