import { describe, expect, it } from 'vitest'
import { buildViewHref, toViewQuery } from '../../../lib/dashboard/views/list-query.ts'

const TODAY = '2026-03-10'
const toQuery = (query: string, today: string | undefined = TODAY) =>
  toViewQuery('leads', new URLSearchParams(query), today)

describe('query of a saved view', () => {
  it('is the same for the same filters in another order', () => {
    expect(toQuery('urgency=now&stage=new')).toBe(toQuery('stage=new&urgency=now&page=2&search=ada'))
  })

  it.each([
    ['from=2026-03-10', 'period=today'],
    ['from=2026-03-04', 'period=week'],
    ['from=2026-02-09', 'period=month'],
    ['from=2026-03-05', 'from=2026-03-05'],
    ['from=2026-03-04&to=2026-03-10', 'from=2026-03-04&to=2026-03-10'],
  ])('saves recent periods by name: %s', (query, saved) => {
    expect(toQuery(query)).toBe(saved)
    expect(toQuery(saved)).toBe(saved)
  })

  it.each([
    ['period=week&stage=new', '/dashboard/leads?stage=new&from=2026-03-04'],
    ['period=year&stage=retired&unknown=1', '/dashboard/leads'],
    ['search=ada&page=4', '/dashboard/leads'],
    ['', '/dashboard/leads'],
    ['%E0%A4%A', '/dashboard/leads'],
  ])('opens the list with the filters that are still valid: %s', (query, href) => {
    expect(buildViewHref('leads', query, TODAY)).toBe(href)
  })

  it('ignores periods of lists that have no dates', () => {
    expect(buildViewHref('appointments', 'period=week&view=list', TODAY)).toBe('/dashboard/appointments?view=list')
    expect(toViewQuery('callers', new URLSearchParams('show=blocked&from=2026-03-10'), TODAY)).toBe('show=blocked')
  })
})
