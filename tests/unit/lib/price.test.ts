import { expect, it } from 'vitest'
import { dollars, leastSaving, yearOf } from '../../../lib/price.ts'

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

it('says what every plan saves at least when it is paid by year', () => {
  const plans = [
    { monthly: 149, yearly: 129 },
    { monthly: 349, yearly: 299 },
  ]
  expect(leastSaving(plans)).toBe(13)
  expect(leastSaving([...plans, { monthly: 10, yearly: 12 }])).toBe(0)
  expect(leastSaving([])).toBe(0)
})
