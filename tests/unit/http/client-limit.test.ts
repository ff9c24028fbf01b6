import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getClientAddress } from '../../../lib/platform/http/client-address.ts'
import { createClientLimit } from '../../../lib/platform/http/client-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LIMIT = { name: 'search', count: 30, windowMs: 60_000 }

/** Returns how many of 40 requests pass the limit, each with one of the given proxied addresses. */
function countAllowedRequests(getAddress: (position: number) => string): number {
  const isAllowed = createClientLimit(LIMIT)
  const requests = Array.from({ length: 40 }, (_, position) => new Headers({ 'x-forwarded-for': getAddress(position) }))
  return requests.filter((headers) => isAllowed(getClientAddress(headers, 1))).length
}

it.each([
  ['changing ports', (position: number) => `203.0.113.7:${41_000 + position}`],
  ['changing IPv6 ports', (position: number) => `[2001:db8::1]:${41_000 + position}`],
  ['addresses of one IPv6 customer', (position: number) => `2001:db8:1:2::${position}`],
  [
    'different notations of one address',
    (position: number) => ['203.0.113.7', '::ffff:203.0.113.7', '64:ff9b::cb00:7107'][position % 3] ?? '',
  ],
  ['changing obfuscated names', (position: number) => `_hidden${position}`],
])('40 requests from %s count as one client', (_, getAddress) =>
  expect(countAllowedRequests(getAddress)).toBe(LIMIT.count),
)

it('requests from different clients are allowed', () => {
  expect(countAllowedRequests((position) => `203.0.113.${position}:443`)).toBe(40)
})

it('a late timer of the previous window does not reset the current counts', () => {
  const isAllowed = createClientLimit({ name: 'test', count: 1, windowMs: 1_000 })
  const startedAt = Date.now()
  expect(isAllowed('192.0.2.1')).toBe(true)
  // The timer can run late on a busy machine.
  vi.setSystemTime(startedAt + 1_000)
  expect(isAllowed('192.0.2.1')).toBe(true)
  vi.advanceTimersByTime(999)
  vi.setSystemTime(startedAt + 1_500)
  expect(isAllowed('192.0.2.1')).toBe(false)
})

it('new clients are rejected above the maximum number of clients', () => {
  const isAllowed = createClientLimit({ name: 'test', count: 2, windowMs: 1_000 }, 2)
  expect(['a', 'b', 'c', 'a'].map(isAllowed)).toEqual([true, true, false, true])
})

it('counts restart after the window ends', () => {
  const isAllowed = createClientLimit({ name: 'test', count: 1, windowMs: 1_000 })
  expect(isAllowed('192.0.2.1')).toBe(true)
  expect(isAllowed('192.0.2.1')).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(isAllowed('192.0.2.1')).toBe(true)
})
