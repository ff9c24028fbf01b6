import type { PlanFit } from './dom-contract.ts'
import { roundedToCents } from './price.ts'

/** What the finder asks of a plan. Amounts are US dollars, calls are answered calls of a month. */
export type FinderPlan = {
  monthly: number
  included: number
  /** What each further call costs; null where the plan says nothing about it, so that it ends there. */
  further: number | null
  /** How many crews it is for at most; null for any number. */
  crews: number | null
  /** Whether it is for calls of the evening alone. */
  evenings: boolean
}

/** What a visitor says: answered calls a month, whether they come all day or in the evening alone, and how many crews. */
export type Need = { calls: number; when: 'evenings' | 'day'; crews: number }

/** The most that each field takes. */
export const NEED_LIMITS = { calls: 20_000, crews: 99 }

/** Stands in while an editor has entered no example. */
export const NEED_EXAMPLE: Need = { calls: 200, when: 'day', crews: 1 }

/** What the end of an address with an answer begins with, before the first `=`. */
export const NEED_FRAGMENT = '#calls'

/** Calls beyond those of the plan, and US dollars a month with them, to the cent; null where the plan ends before. */
export function costOf({ monthly, included, further }: FinderPlan, calls: number) {
  const over = Math.max(0, calls - included)
  if (over > 0 && further === null) return null
  return { over, cost: roundedToCents(monthly + over * (further ?? 0)) }
}

/** Whether a plan is meant for these crews and hours, whatever it costs. */
export const suits = (plan: FinderPlan, { when, crews }: Need): boolean =>
  (plan.crews === null || crews <= plan.crews) && (!plan.evenings || when === 'evenings')

const cheapest = (plans: FinderPlan[], calls: number, isCandidate: (plan: FinderPlan) => boolean): number => {
  const costs = plans.map((plan) => (isCandidate(plan) ? (costOf(plan, calls)?.cost ?? Infinity) : Infinity))
  const least = Math.min(...costs)
  return least === Infinity ? -1 : costs.indexOf(least)
}

/** Which plan it is: the one that costs least of those that suit, the first of equals; -1 where none does. */
export const planFor = (plans: FinderPlan[], need: Need): number =>
  cheapest(plans, need.calls, (plan) => suits(plan, need))

/** What is shown of a plan: how it suits, calls beyond its own, what it costs a month, and how much more than the plan it is. */
export type ShownPlan = { fit: PlanFit; over: number; cost: number; more: number }

/** The place of the plan it is (-1 where none suits), what that costs a month, and what is shown of each. */
export function answerFor(plans: FinderPlan[], need: Need): { best: number; cost: number; shown: ShownPlan[] } {
  const best = planFor(plans, need)
  const costs = plans.map((plan) => costOf(plan, need.calls))
  const least = costs[best]?.cost ?? 0
  const shown = plans.map((plan, position): ShownPlan => {
    // A plan that ends before so many calls shows none of these.
    const { over, cost } = costs[position] ?? { over: 0, cost: 0 }
    const fit = position === best ? 'best' : costs[position] && suits(plan, need) ? 'fits' : 'not'
    return { fit, over, cost, more: roundedToCents(cost - least) }
  })
  return { best, cost: least, shown }
}

/** Up to how many calls a plan costs least of all, by price alone; null where that does not end, 0 where it never does. */
export function leastUpTo(plans: FinderPlan[], position: number): number | null {
  for (let calls = NEED_LIMITS.calls; calls > 0; calls -= 1) {
    if (cheapest(plans, calls, () => true) === position) return calls === NEED_LIMITS.calls ? null : calls
  }
  return 0
}

/** A whole number of a field or an address within its limits. */
const within = (value: unknown, least: number, most: number): number =>
  Math.min(Math.max(Math.round(Number(value)) || 0, least), most)

/** What was entered, as it is counted with: what a field cannot take counts as the nearest value it can. */
export const needOf = (given: { calls: unknown; when: unknown; crews: unknown }): Need => ({
  calls: within(given.calls, 0, NEED_LIMITS.calls),
  when: given.when === 'evenings' ? 'evenings' : 'day',
  crews: within(given.crews, 1, NEED_LIMITS.crews),
})

/** The end of an address that holds what was entered: three values, nothing of the visitor. */
export const needText = ({ calls, when, crews }: Need): string =>
  `${NEED_FRAGMENT}=${calls}&when=${when}&crews=${crews}`

/** What such an end of an address says; undefined for any other. */
export function needFrom(hash: string): Need | undefined {
  if (!hash.startsWith(`${NEED_FRAGMENT}=`)) return undefined
  const given = new URLSearchParams(hash.slice(1))
  return needOf({ calls: given.get('calls'), when: given.get('when'), crews: given.get('crews') })
}
