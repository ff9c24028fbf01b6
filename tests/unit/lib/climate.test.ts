import { describe, expect, it } from 'vitest'
import { mixPrimaryToAccent } from '../../../components/ui/color-scale.ts'
import { findBusyMonths, computeMonthLoads } from '../../../lib/site/climate.ts'

const chicago = [25.2, 28.8, 39, 49.7, 60.6, 71, 75.4, 73.8, 66.3, 54, 41.3, 30.5]

describe('computeMonthLoads', () => {
  it('turns a cold month into heating and a warm month into cooling, never both', () => {
    const loads = computeMonthLoads(chicago)
    expect(loads?.[0]).toEqual({ month: 'January', meanF: 25.2, heating: 1234, cooling: 0 })
    expect(loads?.[6]).toEqual({ month: 'July', meanF: 75.4, heating: 0, cooling: 322 })
    for (const { heating, cooling } of loads ?? []) expect(Math.min(heating, cooling)).toBe(0)
  })

  it.each([
    [null],
    [undefined],
    [[]],
    [chicago.slice(1)],
    [[...chicago.slice(1), null]],
    [[...chicago.slice(1), Number.NaN]],
  ])('returns undefined for %j', (means) => expect(computeMonthLoads(means)).toBeUndefined())
})

describe('findBusyMonths', () => {
  it('returns the three busiest months for heating and cooling, in seasonal order', () => {
    expect(findBusyMonths(computeMonthLoads(chicago) ?? [])).toEqual({
      heating: ['December', 'January', 'February'],
      cooling: ['June', 'July', 'August'],
    })
  })

  it('returns no months if there is no heating or cooling demand', () => {
    expect(findBusyMonths(computeMonthLoads(Array(12).fill(65)) ?? [])).toEqual({ heating: [], cooling: [] })
    expect(findBusyMonths(computeMonthLoads([...Array(11).fill(65), 60]) ?? [])).toEqual({
      heating: ['December'],
      cooling: [],
    })
  })
})

describe('mixPrimaryToAccent', () => {
  it('blends from the primary color to the accent color', () => {
    expect(mixPrimaryToAccent(0, 3)).toContain('var(--accent) 0%')
    expect(mixPrimaryToAccent(1, 3)).toContain('var(--accent) 50%')
    expect(mixPrimaryToAccent(2, 3)).toContain('var(--accent) 100%')
    expect(mixPrimaryToAccent(0, 1)).toContain('var(--accent) 100%')
  })
})
