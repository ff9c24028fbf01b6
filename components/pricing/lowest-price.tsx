import { dollars, yearOf } from '@/lib/price.ts'
import type { Words } from '@/lib/words.ts'
import type { LOWEST_PLAN_QUERY_RESULT } from '../../sanity/types.ts'
import { editable } from '../preview/editable.ts'
import { fill } from '../ui/fill.tsx'

export type LowestPlan = LOWEST_PLAN_QUERY_RESULT

/** What the smallest plan costs a month, however it is billed: `$129`; undefined without a plan. */
export function lowestPrice(plan: LowestPlan): string | undefined {
  if (!plan || plan.monthly === null) return undefined
  return dollars(Math.min(plan.monthly, plan.yearly ?? plan.monthly))
}

/** The same for a year: `$1,548`. */
export function lowestYear(plan: LowestPlan): string | undefined {
  if (!plan || plan.monthly === null) return undefined
  const { byMonth, byYear } = yearOf({ monthly: plan.monthly, yearly: plan.yearly ?? plan.monthly })
  return dollars(Math.min(byMonth, byYear))
}

/** A text in which `{price}` is the lowest price; undefined where it names one and there is none, or where it says nothing. */
export function withLowestPrice(text: string | null | undefined, plan: LowestPlan): string | undefined {
  const price = lowestPrice(plan)
  if (!text || (!price && text.includes('{price}'))) return undefined
  return fill(text, { price: price ?? '' })
}

type PriceNoteProps = { note: string | null | undefined; plan: LowestPlan; className: string }

/** A line below a button, which may name the lowest price. */
export function PriceNote({ note, plan, className }: PriceNoteProps) {
  const text = withLowestPrice(note, plan)
  return text ? <p className={`text-note text-muted-foreground ${className}`}>{text}</p> : null
}

type LowestPriceProps = { plan: LowestPlan; words: Words['prices']; isPreview: boolean }

/** What the smallest plan costs, and how that is billed; nothing without a plan. */
export function LowestPrice({ plan, words, isPreview }: LowestPriceProps) {
  if (!plan || plan.monthly === null) return null
  const { _id: id, monthly, yearly } = plan
  return (
    <p className="mt-5 figures" {...editable(isPreview, { id, type: 'pricingPlan', path: 'monthly' })}>
      <strong className="font-display text-subtitle leading-tight font-semibold tracking-tight">
        {fill(words.from, { price: lowestPrice(plan) ?? '' })}
      </strong>{' '}
      {yearly !== null && yearly < monthly && (
        <span className="inline-block text-muted-foreground sm:ml-2">
          {fill(words.fromYearly, { monthly: dollars(monthly) })}
        </span>
      )}
    </p>
  )
}
