import { dollars, yearOf } from '@/lib/price.ts'
import type { Words } from '@/lib/words.ts'
import type { BlockOf } from '../blocks/types.ts'
import { editable } from '../preview/editable.ts'
import { fill } from '../ui/fill.tsx'

type LowestPriceProps = { plan: BlockOf<'heroBlock'>['lowest']; words: Words['prices']; isPreview: boolean }

/** What the smallest plan costs, with the arithmetic; nothing without a plan. */
export function LowestPrice({ plan, words, isPreview }: LowestPriceProps) {
  if (!plan || plan.monthly === null) return null
  const { _id: id, name: planName, monthly } = plan
  const yearly = plan.yearly ?? monthly
  const isYearly = yearly < monthly
  const { byMonth, byYear } = yearOf({ monthly, yearly })
  const values = { plan: planName, monthly: dollars(monthly), total: dollars(isYearly ? byYear : byMonth) }
  return (
    <div className="mt-5" {...editable(isPreview, { id, type: 'pricingPlan', path: 'monthly' })}>
      <p className="font-display text-subtitle leading-tight font-semibold tracking-tight figures">
        {fill(words.from, { price: dollars(Math.min(monthly, yearly)) })}
      </p>
      <p className="label mt-1.5 text-muted-foreground">
        {fill(isYearly ? words.fromYearly : words.fromMonthly, values)}
      </p>
    </div>
  )
}
