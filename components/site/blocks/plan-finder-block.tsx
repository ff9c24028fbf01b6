import { stegaClean } from 'next-sanity'
import { finderFile } from '@/lib/browser-bundles.js'
import {
  FINDER_ATTRIBUTE,
  FINDER_ANSWER_ATTRIBUTE,
  FINDER_COPIED_ATTRIBUTE,
  FINDER_COPY_ATTRIBUTE,
  FINDER_FIELD_ATTRIBUTE,
  FINDER_NONE_ATTRIBUTE,
  FINDER_RESULT_ATTRIBUTE,
  FINDER_COPY_FAILED_ATTRIBUTE,
  HANDLED_FRAGMENT_ATTRIBUTE,
  BLOCK_SCRIPT_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import {
  comparePlans,
  NEED_EXAMPLE,
  NEED_LIMITS,
  type Need,
  NEED_FRAGMENT,
  parseNeed,
  type PlanResult,
} from '@/lib/site/plan-finder.ts'
import { formatDollars } from '@/lib/values/price.ts'
import { NumberBox } from '../calculator/arithmetic.tsx'
import { BillingChoice, HIDDEN_FOR_BILLING } from '../pricing/lowest-price.tsx'
import { type Billing, count, FinderPlan, listPlans } from '../pricing/finder-plan.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Choices } from '../../ui/choices.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockContext, BlockOf, BlockProps } from '../types/blocks.ts'

const fieldRowClass = 'flex items-center justify-between gap-4'

/** Classes that show the result of the selected billing period. Without a script the monthly result is visible. */
const VISIBILITY_CLASSES: Record<Billing, string> = {
  monthly: HIDDEN_FOR_BILLING.yearly,
  yearly: `${HIDDEN_FOR_BILLING.monthly} noscript:hidden`,
}

type ResultProps = { billing: Billing; block: BlockOf<'planFinderBlock'>; need: Need; context: BlockContext }

function Result({ billing, block, need, context }: ResultProps) {
  const labels = context.labels.finder
  const plans = listPlans(block.plans, billing)
  const { best, cost, results } = comparePlans(
    plans.map(({ numbers }) => numbers),
    need,
  )
  const bestPlan = plans[best]
  const resultText = bestPlan
    ? fill(labels.answer, { plan: bestPlan.plan.name, cost: formatDollars(cost) })
    : labels.none
  return (
    <div className={VISIBILITY_CLASSES[billing]} {...toScriptAttributes({ [FINDER_RESULT_ATTRIBUTE]: billing })}>
      <output
        className="block font-display text-subtitle leading-tight font-semibold text-balance text-accent figures"
        {...toScriptAttributes({ [FINDER_ANSWER_ATTRIBUTE]: labels.answer, [FINDER_NONE_ATTRIBUTE]: labels.none })}
      >
        {resultText}
      </output>
      <ol className="mt-3 flex flex-col">
        {plans.map(({ plan }, position) => (
          <FinderPlan
            key={plan._id}
            plans={plans}
            position={position}
            calls={need.calls}
            quote={results[position] as PlanResult}
            labels={labels}
            isPreview={context.isPreview}
          />
        ))}
      </ol>
    </div>
  )
}

/** Renders the plan finder. Without a script it shows the editor's example and the rule of each plan. */
export function PlanFinderBlock({ block, context }: BlockProps<'planFinderBlock'>) {
  const plans = listPlans(block.plans, 'monthly')
  if (plans.length === 0) return null
  const hasYearlyPrices = plans.some(({ plan: { monthly, yearly } }) => yearly != null && yearly !== monthly)
  const labels = context.labels.finder
  const need = parseNeed({
    calls: block.calls ?? NEED_EXAMPLE.calls,
    when: stegaClean(block.when) ?? NEED_EXAMPLE.when,
    crews: block.crews ?? NEED_EXAMPLE.crews,
  })
  const buildId = (name: string) => `${block._key}-${name}`
  const renderNumberField = (name: 'calls' | 'crews', min: number) => (
    <div className={fieldRowClass}>
      <label htmlFor={buildId(name)} className="leading-snug font-medium">
        {labels[name]}
      </label>
      <NumberBox
        id={buildId(name)}
        inputMode="numeric"
        step={1}
        min={min}
        max={NEED_LIMITS[name]}
        value={need[name]}
        {...toScriptAttributes({ [FINDER_FIELD_ATTRIBUTE]: name })}
      />
    </div>
  )
  return (
    <section className="ground">
      <div
        className="wrap band grid items-start gap-x-16 gap-y-8 scroll-mt-18 lg:grid-cols-2"
        {...toScriptAttributes({
          [FINDER_ATTRIBUTE]: '',
          [BLOCK_SCRIPT_ATTRIBUTE]: finderFile.path,
          [HANDLED_FRAGMENT_ATTRIBUTE]: NEED_FRAGMENT,
        })}
      >
        <div>
          <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
          <p className="mt-6 hidden noscript:block">
            {fill(labels.example, {
              calls: count(need.calls),
              when: need.when === 'evenings' ? labels.evenings : labels.day,
              crews: need.crews,
            })}
          </p>
          <fieldset className="mt-6 grid gap-4 md:mt-10 noscript:hidden">
            <legend className="sr-only">{labels.numbers}</legend>
            {renderNumberField('calls', 0)}
            <div className={`${fieldRowClass} flex-wrap`}>
              <span className="leading-snug font-medium" aria-hidden="true">
                {labels.when}
              </span>
              <Choices
                legend={labels.when}
                name={buildId('when')}
                choices={[
                  { value: 'evenings', label: labels.evenings },
                  { value: 'day', label: labels.day },
                ]}
                selected={need.when}
                className="inline-flex"
                choiceClassName="px-4"
              />
            </div>
            {renderNumberField('crews', 1)}
            {hasYearlyPrices && (
              <div className={`${fieldRowClass} flex-wrap`}>
                <span className="leading-snug font-medium" aria-hidden="true">
                  {context.labels.prices.billing}
                </span>
                <BillingChoice id={block._key} labels={context.labels.prices} choiceClassName="px-4" />
              </div>
            )}
          </fieldset>
          {block.note && <p className="label mt-6 max-w-text text-muted-foreground">{block.note}</p>}
        </div>
        <div className="rounded-3xl panel p-5 floating sm:p-8">
          <Result billing="monthly" block={block} need={need} context={context} />
          {hasYearlyPrices && <Result billing="yearly" block={block} need={need} context={context} />}
          <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 border-t pt-5">
            {context.booking?.url && <ButtonLink href={context.booking.url}>{context.booking.label}</ButtonLink>}
            <button
              type="button"
              className="text-link min-h-11 noscript:hidden"
              {...toScriptAttributes({ [FINDER_COPY_ATTRIBUTE]: '' })}
            >
              {labels.copy}
            </button>
            <output
              className="label text-muted-foreground"
              {...toScriptAttributes({
                [FINDER_COPIED_ATTRIBUTE]: labels.copied,
                [FINDER_COPY_FAILED_ATTRIBUTE]: labels.uncopied,
              })}
            />
          </div>
        </div>
      </div>
    </section>
  )
}
