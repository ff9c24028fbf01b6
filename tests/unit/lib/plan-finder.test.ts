import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeCost,
  type FinderPlan,
  findCheapestLimit,
  type Need,
  parseNeedFragment,
  parseNeed,
  formatNeed,
  findBestPlan,
  isSuitable,
} from '../../../lib/site/plan-finder.ts'
import { findSamples } from '../../support/sample-content.ts'

const plans: FinderPlan[] = findSamples('pricingPlan').map((plan) => ({
  monthly: plan.monthly as number,
  included: plan.includedCalls as number,
  further: plan.furtherCall as number,
  crews: (plan.crews as number | undefined) ?? null,
  evenings: plan.eveningsOnly === true,
}))
const [night, desk, crews] = plans as [FinderPlan, FinderPlan, FinderPlan]

const needs = fc.record({
  calls: fc.nat(20_000),
  when: fc.constantFrom('evenings' as const, 'day' as const),
  crews: fc.integer({ min: 1, max: 99 }),
})

describe('plan cost', () => {
  it('is the monthly price up to the included calls, plus extra calls', () => {
    for (const plan of plans) {
      expect(computeCost(plan, plan.included)).toEqual({ over: 0, cost: plan.monthly })
      expect(computeCost(plan, plan.included + 1)).toEqual({ over: 1, cost: plan.monthly + (plan.further ?? 0) })
    }
    expect(computeCost(night, 320)).toEqual({ over: 170, cost: 353 })
  })

  it('is exact to the cent, and unknown if extra calls have no price', () => {
    expect(computeCost({ ...night, further: 1.1 }, 153)).toEqual({ over: 3, cost: 152.3 })
    expect(computeCost({ ...night, further: null }, 150)).toEqual({ over: 0, cost: 149 })
    expect(computeCost({ ...night, further: null }, 151)).toBeNull()
  })
})

describe('recommended plan', () => {
  it('is the cheapest suitable plan for any input', () => {
    fc.assert(
      fc.property(needs, (need) => {
        const bestPlan = plans[findBestPlan(plans, need)] as FinderPlan
        expect(isSuitable(bestPlan, need)).toBe(true)
        const getCost = (plan: FinderPlan) => computeCost(plan, need.calls)?.cost ?? Infinity
        for (const plan of plans.filter((one) => isSuitable(one, need)))
          expect(getCost(plan)).toBeGreaterThanOrEqual(getCost(bestPlan))
      }),
    )
  })

  it('never costs more for fewer calls', () => {
    fc.assert(
      fc.property(needs, fc.nat(500), (need, fewer) => {
        const getCost = (calls: number) =>
          computeCost(plans[findBestPlan(plans, { ...need, calls })] as FinderPlan, calls)?.cost
        expect(getCost(Math.max(0, need.calls - fewer))).toBeLessThanOrEqual(getCost(need.calls) ?? 0)
      }),
    )
  })

  it.each([
    [{ calls: 150, when: 'evenings', crews: 1 }, 0],
    [{ calls: 316, when: 'evenings', crews: 2 }, 0],
    [{ calls: 317, when: 'evenings', crews: 2 }, 1],
    [{ calls: 10, when: 'evenings', crews: 3 }, 1],
    [{ calls: 10, when: 'day', crews: 1 }, 1],
    [{ calls: 944, when: 'day', crews: 4 }, 1],
    [{ calls: 945, when: 'day', crews: 4 }, 2],
    [{ calls: 10, when: 'day', crews: 5 }, 2],
  ] as [Need, number][])('for %j is number %i', (need, position) => expect(findBestPlan(plans, need)).toBe(position))

  it('is absent if no plan fits, and is the first of two equally priced plans', () => {
    expect(findBestPlan([night], { calls: 10, when: 'day', crews: 1 })).toBe(-1)
    expect(findBestPlan([{ ...night, further: null }], { calls: 151, when: 'evenings', crews: 1 })).toBe(-1)
    expect(findBestPlan([desk, { ...desk }], { calls: 10, when: 'day', crews: 1 })).toBe(0)
  })

  it("changes at the call count that each plan's text states", () => {
    expect(plans.map((_, position) => findCheapestLimit(plans, position))).toEqual([316, 944, null])
    expect(findCheapestLimit([night, { ...night, monthly: 900 }], 1)).toBe(0)
    expect(computeCost(night, 316)?.cost).toBeLessThan(computeCost(desk, 316)?.cost ?? 0)
    expect(computeCost(desk, 945)?.cost).toBeGreaterThan(computeCost(crews, 945)?.cost ?? Infinity)
  })
})

describe('plan finder URL fragment', () => {
  it('round-trips the entered values', () => {
    fc.assert(fc.property(needs, (need) => void expect(parseNeedFragment(formatNeed(need))).toEqual(parseNeed(need))))
    expect(formatNeed({ calls: 320, when: 'day', crews: 2 })).toBe('#calls=320&when=day&crews=2')
  })

  it('is clamped to the range of the fields for any input', () => {
    expect(parseNeedFragment('#calls=-4&when=never&crews=0')).toEqual({ calls: 0, when: 'day', crews: 1 })
    expect(parseNeedFragment('#calls=1e9&crews=x')).toEqual({ calls: 20_000, when: 'day', crews: 1 })
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { calls, crews: count } = parseNeedFragment(`#calls=${text}`) ?? { calls: -1, crews: -1 }
        expect(calls >= 0 && calls <= 20_000 && count >= 1 && count <= 99).toBe(true)
      }),
    )
  })

  it('is ignored if it belongs to something else', () => {
    expect(parseNeedFragment('')).toBeUndefined()
    expect(parseNeedFragment('#what-is-in-which-plan')).toBeUndefined()
  })
})
