import { describe, expect, it } from 'vitest'
import { toListQuery, toLeadFilter, isFiltered, leadListState } from '../../../lib/dashboard/leads/list-state.ts'
import { readSearchParams, writeSearchParams } from '../../../lib/dashboard/query/search-params.ts'

const readState = (query: string) => readSearchParams(leadListState, new URLSearchParams(query))

describe('lead list URL', () => {
  it('contains the search, filters, sort order, page and hidden columns', () => {
    const query = 'search=ada&stage=won&urgency=now&source=form&assignee=me&from=2026-01-01&to=2026-01-31'
    const state = readState(`${query}&without=phone&without=stage&sort=-name&page=3`)
    expect(state).toMatchObject({ without: ['phone', 'stage'], sort: '-name', page: 3 })
    expect(readState(writeSearchParams(leadListState, state))).toEqual(state)
    expect(toLeadFilter(state, 'user_ada')).toEqual({
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
    expect(readState('')).toEqual(plain)
    expect(readState('stage=gone&sort=color&page=-1&from=yesterday&assignee=%27%3B--')).toEqual(plain)
    expect(writeSearchParams(leadListState, plain)).toBe('')
    expect(isFiltered(plain)).toBe(false)
  })

  it('requests the same rows for any visible columns', () => {
    expect(toListQuery(readState('without=phone'))).toEqual(toListQuery(readState('')))
    expect(isFiltered(readState('without=phone&sort=name&page=2'))).toBe(false)
  })

  it('ignores dates that Postgres cannot parse', () => {
    expect(toLeadFilter(readState('from=0000-01-01'), 'user_ada')).toEqual({})
  })
})
