import { stegaClean } from 'next-sanity'
import { finderFile } from '@/lib/browser-bundles.js'
import {
  FINDER,
  FINDER_ANSWER,
  FINDER_COPIED,
  FINDER_COPY,
  FINDER_FIELD,
  FINDER_NONE,
  FINDER_RESULT,
  FINDER_UNCOPIED,
  OWN_FRAGMENT,
  OWN_SCRIPT,
  scripted,
} from '@/lib/dom-contract.ts'
import {
  answerFor,
  NEED_EXAMPLE,
  NEED_LIMITS,
  type Need,
  NEED_FRAGMENT,
  needOf,
  type ShownPlan,
} from '@/lib/site/plan-finder.ts'
import { dollars } from '@/lib/values/price.ts'
import { NumberBox } from '../calculator/arithmetic.tsx'
import { BillingChoice, UNLESS_BILLED } from '../pricing/lowest-price.tsx'
import { type Billing, count, FinderPlan, foundPlans } from '../pricing/finder-plan.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Choices } from '../../ui/choices.tsx'
import { fill } from '../../ui/fill.tsx'
import { SectionHeading } from '../../ui/headings.tsx'
import type { BlockContext, BlockOf, BlockProps } from '../types/blocks.ts'

const fieldRow = 'flex items-center justify-between gap-4'

/** Classes that show the result of the selected billing period. Without a script the monthly result is visible. */
const SEEN: Record<Billing, string> = {
  monthly: UNLESS_BILLED.yearly,
  yearly: `${UNLESS_BILLED.monthly} noscript:hidden`,
}

type ResultProps = { billing: Billing; block: BlockOf<'planFinderBlock'>; need: Need; context: BlockContext }

function Result({ billing, block, need, context }: ResultProps) {
  const words = context.words.finder
  const plans = foundPlans(block.plans, billing)
  const { best, cost, shown } = answerFor(
    plans.map(({ numbers }) => numbers),
    need,
  )
  const found = plans[best]
  const answer = found ? fill(words.answer, { plan: found.plan.name, cost: dollars(cost) }) : words.none
  return (
    <div className={SEEN[billing]} {...scripted({ [FINDER_RESULT]: billing })}>
      <output
        className="block font-display text-subtitle leading-tight font-semibold text-balance text-accent figures"
        {...scripted({ [FINDER_ANSWER]: words.answer, [FINDER_NONE]: words.none })}
      >
        {answer}
      </output>
      <ol className="mt-3 flex flex-col">
        {plans.map(({ plan }, position) => (
          <FinderPlan
            key={plan._id}
            plans={plans}
            position={position}
            calls={need.calls}
            shown={shown[position] as ShownPlan}
            words={words}
            isPreview={context.isPreview}
          />
        ))}
      </ol>
    </div>
  )
}

/** Renders the plan finder. Without a script it shows the editor's example and the rule of each plan. */
export function PlanFinderBlock({ block, context }: BlockProps<'planFinderBlock'>) {
  const plans = foundPlans(block.plans, 'monthly')
  if (plans.length === 0) return null
  const hasYearly = plans.some(({ plan: { monthly, yearly } }) => yearly != null && yearly !== monthly)
  const words = context.words.finder
  const need = needOf({
    calls: block.calls ?? NEED_EXAMPLE.calls,
    when: stegaClean(block.when) ?? NEED_EXAMPLE.when,
    crews: block.crews ?? NEED_EXAMPLE.crews,
  })
  const id = (name: string) => `${block._key}-${name}`
  const numberField = (name: 'calls' | 'crews', min: number) => (
    <div className={fieldRow}>
      <label htmlFor={id(name)} className="leading-snug font-medium">
        {words[name]}
      </label>
      <NumberBox
        id={id(name)}
        inputMode="numeric"
        step={1}
        min={min}
        max={NEED_LIMITS[name]}
        value={need[name]}
        {...scripted({ [FINDER_FIELD]: name })}
      />
    </div>
  )
  return (
    <section className="ground">
      <div
        className="wrap band grid items-start gap-x-16 gap-y-8 scroll-mt-18 lg:grid-cols-2"
        {...scripted({ [FINDER]: '', [OWN_SCRIPT]: finderFile.path, [OWN_FRAGMENT]: NEED_FRAGMENT })}
      >
        <div>
          <SectionHeading heading={block.heading} text={block.text} isFirst={context.isFirst} />
          <p className="mt-6 hidden noscript:block">
            {fill(words.example, {
              calls: count(need.calls),
              when: need.when === 'evenings' ? words.evenings : words.day,
              crews: need.crews,
            })}
          </p>
          <fieldset className="mt-6 grid gap-4 md:mt-10 noscript:hidden">
            <legend className="sr-only">{words.numbers}</legend>
            {numberField('calls', 0)}
            <div className={`${fieldRow} flex-wrap`}>
              <span className="leading-snug font-medium" aria-hidden="true">
                {words.when}
              </span>
              <Choices
                legend={words.when}
                name={id('when')}
                choices={[
                  { value: 'evenings', label: words.evenings },
                  { value: 'day', label: words.day },
                ]}
                chosen={need.when}
                className="inline-flex"
                choiceClassName="px-4"
              />
            </div>
            {numberField('crews', 1)}
            {hasYearly && (
              <div className={`${fieldRow} flex-wrap`}>
                <span className="leading-snug font-medium" aria-hidden="true">
                  {context.words.prices.billing}
                </span>
                <BillingChoice id={block._key} words={context.words.prices} choiceClassName="px-4" />
              </div>
            )}
          </fieldset>
          {block.note && <p className="label mt-6 max-w-text text-muted-foreground">{block.note}</p>}
        </div>
        <div className="rounded-3xl panel p-5 floating sm:p-8">
          <Result billing="monthly" block={block} need={need} context={context} />
          {hasYearly && <Result billing="yearly" block={block} need={need} context={context} />}
          <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 border-t pt-5">
            {context.booking?.url && <ButtonLink href={context.booking.url}>{context.booking.label}</ButtonLink>}
            <button type="button" className="text-link min-h-11 noscript:hidden" {...scripted({ [FINDER_COPY]: '' })}>
              {words.copy}
            </button>
            <output
              className="label text-muted-foreground"
              {...scripted({ [FINDER_COPIED]: words.copied, [FINDER_UNCOPIED]: words.uncopied })}
            />
          </div>
        </div>
      </div>
    </section>
  )
}
