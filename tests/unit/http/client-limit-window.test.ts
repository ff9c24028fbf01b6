import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClientLimit } from '../../../lib/http/client-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('keeps the counts of a window when the timer of the earlier one is late', () => {
  const isAllowed = createClientLimit({ limit: { name: 'test', count: 1, windowMs: 1_000 } })
  const startedAt = Date.now()
  expect(isAllowed('192.0.2.1')).toBe(true)
  // As on a busy machine: the time has come, the timer has not run yet.
  vi.setSystemTime(startedAt + 1_000)
  expect(isAllowed('192.0.2.1')).toBe(true)
  vi.advanceTimersByTime(999)
  vi.setSystemTime(startedAt + 1_500)
  expect(isAllowed('192.0.2.1')).toBe(false)
})

it('starts another window when one is over', () => {
  const isAllowed = createClientLimit({ limit: { name: 'test', count: 1, windowMs: 1_000 } })
  expect(isAllowed('192.0.2.1')).toBe(true)
  expect(isAllowed('192.0.2.1')).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(isAllowed('192.0.2.1')).toBe(true)
})
