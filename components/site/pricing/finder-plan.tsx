import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import { FINDER_NAME, FINDER_PLAN, FINDER_SUM, PLAN_FIT, PLAN_OVER, scripted } from '@/lib/dom-contract.ts'
import { type FinderPlan as Numbers, leastUpTo, type ShownPlan } from '@/lib/site/plan-finder.ts'
import { dollars } from '@/lib/values/price.ts'
import type { Words } from '@/lib/site/ui-copy.ts'
import type { BlockOf } from '../types/blocks.ts'
import { editable } from '../preview/editable.ts'
import { fill, fillWith } from '../../ui/fill.tsx'
import { formatNumber } from '@/lib/values/format.ts'

type Plan = NonNullable<NonNullable<BlockOf<'planFinderBlock'>['plans']>[number]>

type FoundPlan = { plan: Plan; numbers: Numbers }

export type Billing = 'monthly' | 'yearly'

export const foundPlans = (plans: (Plan | null)[] | null, billing: Billing): FoundPlan[] =>
  (plans ?? []).flatMap((plan) =>
    plan?.monthly == null || plan.includedCalls === null
      ? []
      : {
          plan,
          numbers: {
            monthly: (billing === 'yearly' && plan.yearly) || plan.monthly,
            included: plan.includedCalls,
            further: plan.furtherCall,
            crews: plan.crews,
            evenings: plan.eveningsOnly === true,
          },
        },
  )

export const count = (calls: number): string => formatNumber(calls)

/** Renders a sum that browser/plan-finder.ts updates. */
const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <span {...scripted({ [FINDER_SUM]: name })}>{children}</span>
)

function ruleOf(plans: FoundPlan[], position: number, words: Words['finder']): string {
  const { numbers } = plans[position] as FoundPlan
  const values = {
    monthly: dollars(numbers.monthly),
    included: count(numbers.included),
    price: numbers.further === null ? null : dollars(numbers.further),
  }
  const least = leastUpTo(
    plans.map((found) => found.numbers),
    position,
  )
  const rule = fill(numbers.further === null ? words.ruleOnly : words.rule, values)
  return least ? `${rule} ${fill(words.least, { calls: count(least) })}` : rule
}

type FinderPlanProps = {
  plans: FoundPlan[]
  position: number
  /** Answered calls per month. */
  calls: number
  shown: ShownPlan
  words: Words['finder']
  isPreview: boolean
}

export function FinderPlan({ plans, position, calls, shown, words, isPreview }: FinderPlanProps) {
  const { plan, numbers } = plans[position] as FoundPlan
  const { fit, over, cost, more } = shown
  const total = <Sum name="cost">{dollars(cost)}</Sum>
  const rule = ruleOf(plans, position, words)
  return (
    <li
      className="group/plan flex flex-wrap items-baseline justify-between gap-x-4 border-t py-3 data-[fit=best]:order-first data-[fit=best]:block data-[fit=best]:border-t-0 data-[fit=best]:pt-0 data-[fit=not]:text-muted-foreground"
      {...editable(isPreview, { id: plan._id, type: 'pricingPlan', path: 'includedCalls' })}
      {...scripted({
        [FINDER_PLAN]: JSON.stringify(numbers),
        [PLAN_FIT]: fit,
        [PLAN_OVER]: over > 0 ? '' : undefined,
      })}
    >
      <h3 className="text-lg group-data-[fit=best]/plan:sr-only" {...scripted({ [FINDER_NAME]: '' })}>
        {stegaClean(plan.name)}
      </h3>
      <p className="label hidden text-muted-foreground group-data-[fit=fits]/plan:block">
        {fillWith(words.more, { amount: <Sum name="more">{dollars(more)}</Sum> })}
      </p>
      <p className="label hidden text-muted-foreground group-data-[fit=not]/plan:block">{plan.limits ?? rule}</p>
      <p className="data mt-1 hidden text-note group-data-[fit=best]/plan:block">
        <span className="group-data-over/plan:hidden">
          {fillWith(words.within, {
            calls: <Sum name="calls">{count(calls)}</Sum>,
            included: count(numbers.included),
            cost: total,
          })}
        </span>{' '}
        {numbers.further !== null && (
          <span className="hidden group-data-over/plan:inline">
            {fillWith(words.over, {
              monthly: dollars(numbers.monthly),
              over: <Sum name="over">{count(over)}</Sum>,
              price: dollars(numbers.further),
              cost: total,
            })}
          </span>
        )}
      </p>
      {plan.suits && <p className="mt-3 hidden group-data-[fit=best]/plan:block">{plan.suits}</p>}
      <p className="label mt-2 hidden w-full text-muted-foreground group-data-[fit=best]/plan:block noscript:block">
        {rule}
      </p>
    </li>
  )
}
