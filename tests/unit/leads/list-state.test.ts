import { describe, expect, it } from 'vitest'
import { askedOf, filterOf, isNarrowed, leadListState } from '../../../lib/dashboard/leads/list-state.ts'
import { readAddress, writeAddress } from '../../../lib/dashboard/query/address-state.ts'

const stateOf = (query: string) => readAddress(leadListState, new URLSearchParams(query))

describe('lead list URL', () => {
  it('contains the search, filters, sort order, page and hidden columns', () => {
    const query = 'search=ada&stage=won&urgency=now&source=form&assignee=me&from=2026-01-01&to=2026-01-31'
    const state = stateOf(`${query}&without=phone&without=stage&sort=-name&page=3`)
    expect(state).toMatchObject({ without: ['phone', 'stage'], sort: '-name', page: 3 })
    expect(stateOf(writeAddress(leadListState, state))).toEqual(state)
    expect(filterOf(state, 'user_ada')).toEqual({
      search: 'ada',
      stage: 'won',
      urgency: 'now',
      source: 'form',
      assignee: 'user_ada',
      from: '2026-01-01',
      to: '2026-01-31',
    })
  })

  it('falls back to the default list if it is empty or invalid', () => {
    const plain = leadListState.parse({})
    expect(stateOf('')).toEqual(plain)
    expect(stateOf('stage=gone&sort=color&page=-1&from=yesterday&assignee=%27%3B--')).toEqual(plain)
    expect(writeAddress(leadListState, plain)).toBe('')
    expect(isNarrowed(plain)).toBe(false)
  })

  it('requests the same rows for any visible columns', () => {
    expect(askedOf(stateOf('without=phone'))).toEqual(askedOf(stateOf('')))
    expect(isNarrowed(stateOf('without=phone&sort=name&page=2'))).toBe(false)
  })

  it('ignores dates that Postgres cannot parse', () => {
    expect(filterOf(stateOf('from=0000-01-01'), 'user_ada')).toEqual({})
  })
})
