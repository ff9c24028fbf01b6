import { PlanCard } from '../pricing/plan-card.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** Plans side by side. How they are billed is a choice of two radio buttons that the style sheet follows, without a script. */
export function PricingBlock({ block, context }: BlockProps<'pricingBlock'>) {
  const plans = block.plans?.filter((plan) => plan !== null) ?? []
  const name = `billing-${block._key}`
  return (
    <section className="wrap band pricing">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        {plans.length > 0 && (
          <fieldset className="segmented">
            <legend className="sr-only">How you pay</legend>
            <label>
              <input type="radio" name={name} value="monthly" defaultChecked />
              Monthly
            </label>
            <label>
              <input type="radio" name={name} value="yearly" />
              Yearly
            </label>
          </fieldset>
        )}
      </div>
      <ul className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan._id} plan={plan} />
        ))}
      </ul>
      {block.note && <p className="label mt-8 max-w-[44rem] text-muted">{block.note}</p>}
    </section>
  )
}
