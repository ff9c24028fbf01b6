import { PlanCard } from '../pricing/plan-card.tsx'
import { Choices } from '../ui/choices.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

/** Plans side by side. How they are billed is a choice of two radio buttons that the style sheet follows, without a script. */
export function PricingBlock({ block, context }: BlockProps<'pricingBlock'>) {
  const plans = block.plans?.filter((plan) => plan !== null) ?? []
  const words = context.words.prices
  return (
    <section className="group/pricing wrap section">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        {plans.length > 0 && (
          <Choices
            legend="How you pay"
            name={`billing-${block._key}`}
            choices={[
              { value: 'monthly', label: words.monthly },
              { value: 'yearly', label: words.yearly },
            ]}
            className="inline-flex"
            choiceClassName="min-w-26 px-5"
          />
        )}
      </div>
      <ul className="mt-8 grid gap-5 md:mt-10 md:grid-cols-[repeat(auto-fit,minmax(--spacing(68),1fr))] md:gap-y-0">
        {plans.map((plan) => (
          <PlanCard key={plan._id} plan={plan} booking={context.booking} words={words} isPreview={context.isPreview} />
        ))}
      </ul>
      {block.note && <p className="label mt-8 max-w-176 text-muted-foreground">{block.note}</p>}
    </section>
  )
}
