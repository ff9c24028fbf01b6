import { PlanCard } from '../pricing/plan-card.tsx'
import { SectionHeading } from '../ui/headings.tsx'
import type { BlockProps } from './types.ts'

const choiceClass =
  'relative grid min-h-11 min-w-26 cursor-pointer place-items-center rounded-full px-5 font-semibold text-muted transition-colors focus-ring hover:text-ink has-checked:bg-ink has-checked:text-paper'

/** Not seen, but over the whole choice. */
const radioClass = 'absolute inset-0 cursor-pointer opacity-0'

/** Plans side by side. How they are billed is a choice of two radio buttons that the style sheet follows, without a script. */
export function PricingBlock({ block, context }: BlockProps<'pricingBlock'>) {
  const plans = block.plans?.filter((plan) => plan !== null) ?? []
  const words = context.words.prices
  const name = `billing-${block._key}`
  return (
    <section className="group/pricing wrap section">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-8">
        <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
        {plans.length > 0 && (
          <fieldset className="inline-flex rounded-full border border-line bg-sunken p-1">
            <legend className="sr-only">How you pay</legend>
            <label className={choiceClass}>
              <input type="radio" name={name} value="monthly" defaultChecked className={radioClass} />
              {words.monthly}
            </label>
            <label className={choiceClass}>
              <input type="radio" name={name} value="yearly" className={radioClass} />
              {words.yearly}
            </label>
          </fieldset>
        )}
      </div>
      <ul className="mt-12 grid gap-5 md:grid-fit-68 md:gap-y-0">
        {plans.map((plan) => (
          <PlanCard key={plan._id} plan={plan} words={words} isPreview={context.isPreview} />
        ))}
      </ul>
      {block.note && <p className="label mt-8 max-w-176 text-muted">{block.note}</p>}
    </section>
  )
}
