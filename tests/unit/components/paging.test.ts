import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '../../../lib/constants.ts'
import { buildPagePath, getPageRange, buildPaging } from '../../../lib/values/paging.ts'

describe('paging', () => {
  it('shows ten entries per page', () => {
    expect(PAGE_SIZE).toBe(10)
    expect(getPageRange(1)).toEqual({ from: 0, to: 10 })
    expect(getPageRange(3)).toEqual({ from: 20, to: 30 })
  })

  it("omits the number from the first page's URL", () => {
    expect(buildPagePath('/blog', 1)).toBe('/blog')
    expect(buildPagePath('/blog', 2)).toBe('/blog/page/2')
  })

  it('links the previous and the next page', () => {
    expect(buildPaging('/blog', 1, 21)).toEqual({ page: 1, last: 3, previous: undefined, next: '/blog/page/2' })
    expect(buildPaging('/blog', 2, 21)).toEqual({ page: 2, last: 3, previous: '/blog', next: '/blog/page/3' })
    expect(buildPaging('/blog', 3, 21)).toEqual({ page: 3, last: 3, previous: '/blog/page/2', next: undefined })
  })

  it('has one page for an empty list and none beyond the last', () => {
    expect(buildPaging('/blog', 1, 0)).toMatchObject({ last: 1, next: undefined })
    expect(buildPaging('/blog', 2, 0)).toBeUndefined()
    expect(buildPaging('/blog', 2, 10)).toBeUndefined()
    expect(buildPaging('/blog', 2, 11)).toBeDefined()
  })

  it('shows every entry exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (total) => {
        const listedIndexes: number[] = []
        for (let page = 1; buildPaging('/blog', page, total); page++) {
          const { from, to } = getPageRange(page)
          for (let index = from; index < Math.min(to, total); index++) listedIndexes.push(index)
        }
        expect(listedIndexes).toEqual(Array.from({ length: total }, (_, index) => index))
      }),
    )
  })
})
