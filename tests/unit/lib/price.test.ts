import { expect, it } from 'vitest'
import { formatDollars, computeMinSaving, computeYearlyCost } from '../../../lib/values/price.ts'

it.each([
  ['is the difference', { monthly: 249, yearly: 207 }, { byMonth: 2988, byYear: 2484, saving: 504 }],
  ['is exact to the cent', { monthly: 49.9, yearly: 41.58 }, { byMonth: 598.8, byYear: 498.96, saving: 99.84 }],
  ['is zero if yearly costs more', { monthly: 10, yearly: 12 }, { byMonth: 120, byYear: 144, saving: 0 }],
])('a year costs twelve months, and the saving %s', (_, prices, year) =>
  expect(computeYearlyCost(prices)).toEqual(year),
)

it('dollar amounts show cents only if there are any', () => {
  expect([formatDollars(2988), formatDollars(598.8), formatDollars(0)]).toEqual(['$2,988', '$598.80', '$0'])
})

it('computeMinSaving returns the smallest yearly saving of all plans in percent', () => {
  const plans = [
    { monthly: 149, yearly: 129 },
    { monthly: 349, yearly: 299 },
  ]
  expect(computeMinSaving(plans)).toBe(13)
  expect(computeMinSaving([...plans, { monthly: 10, yearly: 12 }])).toBe(0)
  expect(computeMinSaving([])).toBe(0)
})
