import { describe, expect, it } from 'vitest'
import type { ViewedList } from '../../../lib/dashboard/model/saved-view.ts'
import { buildViewHref, toViewQuery } from '../../../lib/dashboard/views/list-query.ts'

const TODAY = '2026-03-10'
const toQuery = (query: string, today: string | undefined = TODAY) =>
  toViewQuery('leads', new URLSearchParams(query), today)

const ID = '7a3c1f0e-5a52-4c0f-9d51-1f0e5a524c0f'
const buildHref = (list: ViewedList, query: string) => buildViewHref({ id: ID, list, query }, TODAY)

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
    ['period=week&stage=new', `/dashboard/leads?saved=${ID}&stage=new&from=2026-03-04`],
    ['period=year&stage=retired&unknown=1', `/dashboard/leads?saved=${ID}`],
    ['search=ada&page=4', `/dashboard/leads?saved=${ID}`],
    ['', `/dashboard/leads?saved=${ID}`],
    ['%E0%A4%A', `/dashboard/leads?saved=${ID}`],
  ])('opens the list with the filters that are still valid: %s', (query, href) => {
    expect(buildHref('leads', query)).toBe(href)
  })

  it('ignores periods of lists that have no dates', () => {
    expect(buildHref('appointments', 'period=week&view=list')).toBe(`/dashboard/appointments?saved=${ID}&view=list`)
    expect(toViewQuery('callers', new URLSearchParams('show=blocked&from=2026-03-10'), TODAY)).toBe('show=blocked')
  })
})
