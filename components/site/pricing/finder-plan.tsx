import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import {
  FINDER_NAME_ATTRIBUTE,
  FINDER_PLAN_ATTRIBUTE,
  FINDER_AMOUNT_ATTRIBUTE,
  PLAN_FIT_ATTRIBUTE,
  PLAN_OVER_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { type FinderPlan as PlanNumbers, findCheapestLimit, type PlanResult } from '@/lib/site/plan-finder.ts'
import { formatDollars } from '@/lib/values/price.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { BlockOf } from '../types/blocks.ts'
import { getEditAttributes } from '../preview/editable.ts'
import { fill, fillWith } from '../../ui/fill.tsx'
import { formatNumber } from '@/lib/values/format.ts'

type Plan = NonNullable<NonNullable<BlockOf<'planFinderBlock'>['plans']>[number]>

type ListedPlan = { plan: Plan; numbers: PlanNumbers }

export type Billing = 'monthly' | 'yearly'

export const listPlans = (plans: (Plan | null)[] | null, billing: Billing): ListedPlan[] =>
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
  <span {...toScriptAttributes({ [FINDER_AMOUNT_ATTRIBUTE]: name })}>{children}</span>
)

function formatRule(plans: ListedPlan[], position: number, labels: UiCopy['finder']): string {
  const { numbers } = plans[position] as ListedPlan
  const values = {
    monthly: formatDollars(numbers.monthly),
    included: count(numbers.included),
    price: numbers.further === null ? null : formatDollars(numbers.further),
  }
  const minCalls = findCheapestLimit(
    plans.map((listed) => listed.numbers),
    position,
  )
  const rule = fill(numbers.further === null ? labels.ruleOnly : labels.rule, values)
  return minCalls ? `${rule} ${fill(labels.least, { calls: count(minCalls) })}` : rule
}

type FinderPlanProps = {
  plans: ListedPlan[]
  position: number
  /** Answered calls per month. */
  calls: number
  quote: PlanResult
  labels: UiCopy['finder']
  isPreview: boolean
}

export function FinderPlan({ plans, position, calls, quote, labels, isPreview }: FinderPlanProps) {
  const { plan, numbers } = plans[position] as ListedPlan
  const { fit, over, cost, more } = quote
  const total = <Sum name="cost">{formatDollars(cost)}</Sum>
  const rule = formatRule(plans, position, labels)
  return (
    <li
      className="group/plan flex flex-wrap items-baseline justify-between gap-x-4 border-t py-3 data-[fit=best]:order-first data-[fit=best]:block data-[fit=best]:border-t-0 data-[fit=best]:pt-0 data-[fit=not]:text-muted-foreground"
      {...getEditAttributes(isPreview, { id: plan._id, type: 'pricingPlan', path: 'includedCalls' })}
      {...toScriptAttributes({
        [FINDER_PLAN_ATTRIBUTE]: JSON.stringify(numbers),
        [PLAN_FIT_ATTRIBUTE]: fit,
        [PLAN_OVER_ATTRIBUTE]: over > 0 ? '' : undefined,
      })}
    >
      <h3
        className="text-lg group-data-[fit=best]/plan:sr-only"
        {...toScriptAttributes({ [FINDER_NAME_ATTRIBUTE]: '' })}
      >
        {stegaClean(plan.name)}
      </h3>
      <p className="label hidden text-muted-foreground group-data-[fit=fits]/plan:block">
        {fillWith(labels.more, { amount: <Sum name="more">{formatDollars(more)}</Sum> })}
      </p>
      <p className="label hidden text-muted-foreground group-data-[fit=not]/plan:block">{plan.limits ?? rule}</p>
      <p className="data mt-1 hidden text-note group-data-[fit=best]/plan:block">
        <span className="group-data-over/plan:hidden">
          {fillWith(labels.within, {
            calls: <Sum name="calls">{count(calls)}</Sum>,
            included: count(numbers.included),
            cost: total,
          })}
        </span>{' '}
        {numbers.further !== null && (
          <span className="hidden group-data-over/plan:inline">
            {fillWith(labels.over, {
              monthly: formatDollars(numbers.monthly),
              over: <Sum name="over">{count(over)}</Sum>,
              price: formatDollars(numbers.further),
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
