import { expect, it } from 'vitest'
import { dollars, yearOf } from '../../../lib/price.ts'

it('a year costs twelve months, and the saving is the difference', () => {
  expect(yearOf({ monthly: 249, yearly: 207 })).toEqual({ byMonth: 2988, byYear: 2484, saving: 504 })
})

it('sums are exact to the cent', () => {
  expect(yearOf({ monthly: 49.9, yearly: 41.58 })).toEqual({ byMonth: 598.8, byYear: 498.96, saving: 99.84 })
})

it('a year that is dearer saves nothing', () => {
  expect(yearOf({ monthly: 10, yearly: 12 }).saving).toBe(0)
})

it('dollars have cents only where there are any', () => {
  expect([dollars(2988), dollars(598.8), dollars(0)]).toEqual(['$2,988', '$598.80', '$0'])
})
