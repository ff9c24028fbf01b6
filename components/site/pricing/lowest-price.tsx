import { formatDollars, computeYearlyCost } from '@/lib/values/price.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { finderFile } from '@/lib/browser-bundles.js'
import { BILLING_ATTRIBUTE, BLOCK_SCRIPT_ATTRIBUTE, toScriptAttributes } from '@/lib/dom-contract.ts'
import type { LOWEST_PLAN_QUERY_RESULT } from '../../../sanity/types.ts'
import { Choices } from '../../ui/choices.tsx'
import { fill } from '../../ui/fill.tsx'
import { getEditAttributes } from '../preview/editable.ts'

export type LowestPlan = LOWEST_PLAN_QUERY_RESULT

/**
 * Returns the lowest price per month with monthly or yearly billing, such as "$129". Returns undefined if there is no
 * plan.
 */
export function formatLowestPrice(plan: LowestPlan): string | undefined {
  if (!plan || plan.monthly === null) return undefined
  return formatDollars(Math.min(plan.monthly, plan.yearly ?? plan.monthly))
}

/** Returns the lowest price per year, such as "$1,548". */
export function formatLowestYearlyPrice(plan: LowestPlan): string | undefined {
  if (!plan || plan.monthly === null) return undefined
  const { byMonth, byYear } = computeYearlyCost({ monthly: plan.monthly, yearly: plan.yearly ?? plan.monthly })
  return formatDollars(Math.min(byMonth, byYear))
}

/** Replaces `{price}`. Returns undefined if the text is empty or if the text needs a price and there is none. */
export function fillLowestPrice(text: string | null | undefined, plan: LowestPlan): string | undefined {
  const price = formatLowestPrice(plan)
  if (!text || (!price && text.includes('{price}'))) return undefined
  return fill(text, { price: price ?? '' })
}

type PriceNoteProps = { note: string | null | undefined; plan: LowestPlan; className: string }

export function PriceNote({ note, plan, className }: PriceNoteProps) {
  const text = fillLowestPrice(note, plan)
  return text ? <p className={`text-note text-muted-foreground ${className}`}>{text}</p> : null
}

type LowestPriceProps = { plan: LowestPlan; labels: UiCopy['prices']; isPreview: boolean }

export function LowestPrice({ plan, labels, isPreview }: LowestPriceProps) {
  if (!plan || plan.monthly === null) return null
  const { _id: id, monthly, yearly } = plan
  return (
    <p className="mt-5 figures" {...getEditAttributes(isPreview, { id, type: 'pricingPlan', path: 'monthly' })}>
      <strong className="font-display text-subtitle leading-tight font-semibold tracking-tight">
        {fill(labels.from, { price: formatLowestPrice(plan) ?? '' })}
      </strong>{' '}
      {yearly !== null && yearly < monthly && (
        <span className="inline-block text-muted-foreground sm:ml-2">
          {fill(labels.fromYearly, { monthly: formatDollars(monthly) })}
        </span>
      )}
    </p>
  )
}

/**
 * Classes by billing period. Each class hides content while its period is selected. Without scripts, the content stays
 * visible.
 */
export const HIDDEN_FOR_BILLING = {
  yearly: 'not-noscript:in-[main:has([value=yearly]:checked)]:hidden',
  monthly: 'not-noscript:in-[main:has([value=monthly]:checked):not(:has([value=yearly]:checked))]:hidden',
}

type BillingChoiceProps = { id: string; saving?: number; labels: UiCopy['prices']; choiceClassName: string }

/**
 * Renders the billing choice. Style sheets react to it with `:has()`, and browser/plan-finder.ts syncs all choices on
 * the page.
 */
export function BillingChoice({ id, saving = 0, labels, choiceClassName }: BillingChoiceProps) {
  return (
    <Choices
      legend={labels.billing}
      name={`billing-${id}`}
      choices={[
        { value: 'monthly', label: labels.monthly },
        {
          value: 'yearly',
          label: (
            <span>
              {labels.yearly}
              {saving > 0 && <span className="text-note font-normal"> {fill(labels.saving, { percent: saving })}</span>}
            </span>
          ),
        },
      ]}
      selected="yearly"
      className="inline-flex"
      choiceClassName={choiceClassName}
      {...toScriptAttributes({ [BILLING_ATTRIBUTE]: '', [BLOCK_SCRIPT_ATTRIBUTE]: finderFile.path })}
    />
  )
}
