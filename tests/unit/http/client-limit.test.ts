import { expect, it } from 'vitest'
import { clientAddress } from '../../../lib/http/client-address.ts'
import { createClientLimit } from '../../../lib/http/client-limit.ts'

const LIMIT = { name: 'search', count: 30, windowMs: 60_000 }

/** How many of 40 requests are allowed behind one proxy that writes the given addresses. */
function countAllowed(addressOf: (position: number) => string): number {
  const mayPass = createClientLimit({ limit: LIMIT })
  const requests = Array.from({ length: 40 }, (_, position) => new Headers({ 'x-forwarded-for': addressOf(position) }))
  return requests.filter((headers) => mayPass(clientAddress(headers, 1))).length
}

it.each([
  ['changing ports', (position: number) => `203.0.113.7:${41_000 + position}`],
  ['changing ports of IPv6', (position: number) => `[2001:db8::1]:${41_000 + position}`],
  ['addresses of one IPv6 customer', (position: number) => `2001:db8:1:2::${position}`],
  [
    'several ways to write an address',
    (position: number) => ['203.0.113.7', '::ffff:203.0.113.7', '64:ff9b::cb00:7107'][position % 3] ?? '',
  ],
  ['changing names of hidden clients', (position: number) => `_hidden${position}`],
])('40 requests from %s count as one client', (_, addressOf) => {
  expect(countAllowed(addressOf)).toBe(LIMIT.count)
})

it('requests of other clients are allowed', () => {
  expect(countAllowed((position) => `203.0.113.${position}:443`)).toBe(40)
})
