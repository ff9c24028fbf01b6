import { computeMinSaving } from '@/lib/values/price.ts'
import { BillingChoice } from '../pricing/lowest-price.tsx'
import { PlanCard } from '../pricing/plan-card.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockProps } from '../types/blocks.ts'

/** Renders the plans. A pair of radio buttons selects monthly or yearly prices with CSS, without a script. */
export function PricingBlock({ block, context }: BlockProps<'pricingBlock'>) {
  const plans = block.plans?.filter((plan) => plan !== null) ?? []
  const labels = context.labels.prices
  const saving = computeMinSaving(
    plans.flatMap(({ monthly, yearly }) => (monthly === null ? [] : [{ monthly, yearly: yearly ?? monthly }])),
  )
  return (
    <section className="group/pricing wrap section [.hero-text+&]:pt-0">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        {plans.length > 0 && (
          <BillingChoice id={block._key} saving={saving} labels={labels} choiceClassName="min-w-26 px-5" />
        )}
      </div>
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard
            key={plan._id}
            plan={plan}
            booking={context.booking}
            labels={labels}
            isPreview={context.isPreview}
          />
        ))}
      </ul>
      {block.note && <p className="label mt-8 max-w-176 text-muted-foreground">{block.note}</p>}
    </section>
  )
}
