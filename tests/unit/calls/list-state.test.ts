import { describe, expect, it } from 'vitest'
import { callListState, filterOf, isNarrowed } from '../../../lib/calls/list-state.ts'
import { callFilter, callSort } from '../../../lib/calls/input.ts'
import { readAddress, writeAddress } from '../../../lib/query/address-state.ts'

const read = (query: string) => readAddress(callListState, new URLSearchParams(query))

describe('the address of the list of calls', () => {
  it('says what is shown, and nothing for what is shown anyway', () => {
    expect(writeAddress(callListState, read(''))).toBe('')
    const query =
      '?show=waiting&search=no+heat&outcome=booked&outcome=missed&intent=billing&intent=hiring&from=2026-03-01&sort=duration&page=2'
    expect(writeAddress(callListState, read(query))).toBe(query)
    expect(isNarrowed(read(query))).toBe(true)
    expect(isNarrowed(read('?intent=billing'))).toBe(true)
    expect(isNarrowed(read('?sort=duration&page=2'))).toBe(false)
  })

  it.each([
    'show=x',
    'outcome=x',
    'intent=x',
    'from=yesterday',
    'to=2026-02-30',
    'sort=name',
    'page=0',
    'page=x',
    'page=1e99',
  ])('has its default for "%s"', (query) => {
    expect(read(query)).toEqual(read(''))
  })

  it.each([
    '',
    'from=0001-01-01&to=9999-12-31',
    'show=mine&outcome=missed',
    'intent=wrong-number&intent=billing',
    'search=%00',
    `search=${'x'.repeat(300)}`,
  ])('is a filter that the store takes: "%s"', (query) => {
    const state = read(query)
    expect(callFilter.safeParse(filterOf(state, 'user_1')).success).toBe(true)
    expect(callSort.safeParse(state.sort).success).toBe(true)
  })

  it('means oneself without naming anybody', () => {
    expect(filterOf(read('show=mine'), 'user_1')).toEqual({ needsAttention: true, handedToId: 'user_1' })
  })
})
