import type { PlanFit } from '../dom-contract.ts'
import { roundedToCents } from '../values/price.ts'

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
export function costOf({ monthly, included, further }: FinderPlan, calls: number) {
  const over = Math.max(0, calls - included)
  if (over > 0 && further === null) return null
  return { over, cost: roundedToCents(monthly + over * (further ?? 0)) }
}

export const suits = (plan: FinderPlan, { when, crews }: Need): boolean =>
  (plan.crews === null || crews <= plan.crews) && (!plan.evenings || when === 'evenings')

const cheapest = (plans: FinderPlan[], calls: number, isCandidate: (plan: FinderPlan) => boolean): number => {
  const costs = plans.map((plan) => (isCandidate(plan) ? (costOf(plan, calls)?.cost ?? Infinity) : Infinity))
  const least = Math.min(...costs)
  return least === Infinity ? -1 : costs.indexOf(least)
}

/** Returns the index of the cheapest suitable plan, the first of equals; -1 if none is suitable. */
export const planFor = (plans: FinderPlan[], need: Need): number =>
  cheapest(plans, need.calls, (plan) => suits(plan, need))

/**
 * Result for one plan. `over` is the number of calls beyond the plan, `cost` US dollars per month, and `more` the extra
 * cost compared to the best plan.
 */
export type ShownPlan = { fit: PlanFit; over: number; cost: number; more: number }

/** Returns the index of the best plan (-1 if none), its monthly cost, and the result for each plan. */
export function answerFor(plans: FinderPlan[], need: Need): { best: number; cost: number; shown: ShownPlan[] } {
  const best = planFor(plans, need)
  const costs = plans.map((plan) => costOf(plan, need.calls))
  const least = costs[best]?.cost ?? 0
  const shown = plans.map((plan, position): ShownPlan => {
    const { over, cost } = costs[position] ?? { over: 0, cost: 0 }
    const fit = position === best ? 'best' : costs[position] && suits(plan, need) ? 'fits' : 'not'
    return { fit, over, cost, more: roundedToCents(cost - least) }
  })
  return { best, cost: least, shown }
}

/** Returns the number of calls up to which a plan is the cheapest by price alone; null for no limit, 0 for never. */
export function leastUpTo(plans: FinderPlan[], position: number): number | null {
  for (let calls = NEED_LIMITS.calls; calls > 0; calls -= 1) {
    if (cheapest(plans, calls, () => true) === position) return calls === NEED_LIMITS.calls ? null : calls
  }
  return 0
}

const within = (value: unknown, least: number, most: number): number =>
  Math.min(Math.max(Math.round(Number(value)) || 0, least), most)

export const needOf = (given: { calls: unknown; when: unknown; crews: unknown }): Need => ({
  calls: within(given.calls, 0, NEED_LIMITS.calls),
  when: given.when === 'evenings' ? 'evenings' : 'day',
  crews: within(given.crews, 1, NEED_LIMITS.crews),
})

/** Returns a URL fragment with the three input values. It contains no visitor data. */
export const needText = ({ calls, when, crews }: Need): string =>
  `${NEED_FRAGMENT}=${calls}&when=${when}&crews=${crews}`

export function needFrom(hash: string): Need | undefined {
  if (!hash.startsWith(`${NEED_FRAGMENT}=`)) return undefined
  const given = new URLSearchParams(hash.slice(1))
  return needOf({ calls: given.get('calls'), when: given.get('when'), crews: given.get('crews') })
}
