import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from '../webhook-delivery.ts'

describe('parseRetryAfter', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  it.each([
    ['7', 7000],
    ['Tue, 01 Jan 2030 00:01:00 GMT', 60_000],
    ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('parses %s as %s ms', (header, delay) => {
    expect(parseRetryAfter(header, now)).toBe(delay)
  })
})
