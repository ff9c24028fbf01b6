import type { PlanFit } from '../dom-contract.ts'
import { roundToCents } from '../values/price.ts'

/** Pricing plan. Amounts are US dollars, calls are answered calls per month. */
export type FinderPlan = {
  monthly: number
  included: number
  /** Price per additional call; null if the plan does not allow additional calls. */
  further: number | null
  /** Maximum number of crews; null if unlimited. */
  crews: number | null
  /** Whether the plan covers evening calls only. */
  evenings: boolean
}

/** Input of the visitor. `calls` are answered calls per month. */
export type Need = { calls: number; when: 'evenings' | 'day'; crews: number }

export const NEED_LIMITS = { calls: 20_000, crews: 99 }

export const NEED_EXAMPLE: Need = { calls: 200, when: 'day', crews: 1 }

export const NEED_FRAGMENT = '#calls'

/** Returns the additional calls, and the total US dollars per month to the cent; null beyond the plan's limit. */
export function computeCost({ monthly, included, further }: FinderPlan, calls: number) {
  const over = Math.max(0, calls - included)
  if (over > 0 && further === null) return null
  return { over, cost: roundToCents(monthly + over * (further ?? 0)) }
}

export const isSuitable = (plan: FinderPlan, { when, crews }: Need): boolean =>
  (plan.crews === null || crews <= plan.crews) && (!plan.evenings || when === 'evenings')

const findCheapestIndex = (plans: FinderPlan[], calls: number, isCandidate: (plan: FinderPlan) => boolean): number => {
  const costs = plans.map((plan) => (isCandidate(plan) ? (computeCost(plan, calls)?.cost ?? Infinity) : Infinity))
  const lowestCost = Math.min(...costs)
  return lowestCost === Infinity ? -1 : costs.indexOf(lowestCost)
}

/**
 * Returns the index of the cheapest suitable plan. Returns the first one if several cost the same, and -1 if none is
 * suitable.
 */
export const findBestPlan = (plans: FinderPlan[], need: Need): number =>
  findCheapestIndex(plans, need.calls, (plan) => isSuitable(plan, need))

/**
 * Result for one plan. `over` is the number of calls beyond the plan. `cost` is in US dollars per month. `more` is the
 * extra cost compared to the best plan.
 */
export type PlanResult = { fit: PlanFit; over: number; cost: number; more: number }

/** Returns the index of the best plan (-1 if none), its monthly cost, and the result for each plan. */
export function comparePlans(plans: FinderPlan[], need: Need): { best: number; cost: number; results: PlanResult[] } {
  const best = findBestPlan(plans, need)
  const costs = plans.map((plan) => computeCost(plan, need.calls))
  const bestCost = costs[best]?.cost ?? 0
  const results = plans.map((plan, position): PlanResult => {
    const { over, cost } = costs[position] ?? { over: 0, cost: 0 }
    const fit = position === best ? 'best' : costs[position] && isSuitable(plan, need) ? 'fits' : 'not'
    return { fit, over, cost, more: roundToCents(cost - bestCost) }
  })
  return { best, cost: bestCost, results }
}

/** Returns the number of calls up to which a plan is the cheapest by price alone; null for no limit, 0 for never. */
export function findCheapestLimit(plans: FinderPlan[], position: number): number | null {
  for (let calls = NEED_LIMITS.calls; calls > 0; calls -= 1) {
    if (findCheapestIndex(plans, calls, () => true) === position) return calls === NEED_LIMITS.calls ? null : calls
  }
  return 0
}

const clampInteger = (value: unknown, min: number, max: number): number =>
  Math.min(Math.max(Math.round(Number(value)) || 0, min), max)

export const parseNeed = (input: { calls: unknown; when: unknown; crews: unknown }): Need => ({
  calls: clampInteger(input.calls, 0, NEED_LIMITS.calls),
  when: input.when === 'evenings' ? 'evenings' : 'day',
  crews: clampInteger(input.crews, 1, NEED_LIMITS.crews),
})

/** Returns a URL fragment with the three input values. It contains no visitor data. */
export const formatNeed = ({ calls, when, crews }: Need): string =>
  `${NEED_FRAGMENT}=${calls}&when=${when}&crews=${crews}`

export function parseNeedFragment(hash: string): Need | undefined {
  if (!hash.startsWith(`${NEED_FRAGMENT}=`)) return undefined
  const parameters = new URLSearchParams(hash.slice(1))
  return parseNeed({ calls: parameters.get('calls'), when: parameters.get('when'), crews: parameters.get('crews') })
}
