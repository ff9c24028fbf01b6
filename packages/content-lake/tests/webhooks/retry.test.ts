import { describe, expect, it } from 'vitest'
import { isRetryable, retryDelay } from '../../webhooks/retry.ts'

describe('the wait before another try', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [10, 256_000],
    [11, 300_000],
    [100, 300_000],
  ])('after try %d is at most %d ms, and at least half of it', (tries, longest) => {
    expect(retryDelay(tries, () => 1)).toBe(longest)
    expect(retryDelay(tries, () => 0)).toBe(longest / 2)
  })

  it('is never shorter than Retry-After, which counts for five minutes at most', () => {
    expect(retryDelay(1, () => 1, 10_000)).toBe(10_000)
    expect(retryDelay(1, () => 1, 100)).toBe(500)
    expect(retryDelay(1, () => 1, 86_400_000)).toBe(300_000)
  })
})

describe('another try', () => {
  it('is worth it after no answer, 429 and 5xx only', () => {
    expect([0, 429, 500, 503, 599].every(isRetryable)).toBe(true)
    expect([200, 301, 400, 401, 403, 404, 409, 410, 422].some(isRetryable)).toBe(false)
  })
})
