import type { ReactNode } from 'react'
import { dollars, yearOf } from '@/lib/price.ts'
import type { Words } from '@/lib/words.ts'
import type { BlockContext, BlockOf } from '../blocks/types.ts'
import { editable } from '../preview/editable.ts'
import { Badge } from '../ui/badge.tsx'
import { fill } from '../ui/fill.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

type Plan = NonNullable<NonNullable<BlockOf<'pricingBlock'>['plans']>[number]>

type PriceWords = Words['prices']

function Price({ amount, month, children }: { amount: number; month: string; children: ReactNode }) {
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="font-display text-price font-semibold figures">{dollars(amount)}</span>
        <span className="label text-muted-foreground">{month}</span>
      </p>
      <p className="label mt-3 min-h-[2.8em] text-muted-foreground">{children}</p>
    </>
  )
}

/** Both prices are in the page; the switch above the plans shows one of them. */
type PricesProps = { plan: string; monthly: number; yearly: number; words: PriceWords; isPreview: boolean }

function Prices({ plan, monthly, yearly, words, isPreview }: PricesProps) {
  const field = (path: string) => editable(isPreview, { id: plan, type: 'pricingPlan', path })
  const { byMonth, byYear, saving } = yearOf({ monthly, yearly })
  return (
    <>
      <div className="group-has-[[value=yearly]:checked]/pricing:hidden" {...field('monthly')}>
        <Price amount={monthly} month={words.month}>
          {fill(words.byMonth, { total: dollars(byMonth) })}
        </Price>
      </div>
      <div className="hidden group-has-[[value=yearly]:checked]/pricing:block" {...field('yearly')}>
        <Price amount={yearly} month={words.month}>
          {fill(words.byYear, { total: dollars(byYear) })}
          {saving > 0 && (
            <>
              {' '}
              {fill(words.saving, { monthly: dollars(monthly), total: dollars(byMonth) })}{' '}
              <strong className="font-semibold text-accent">{fill(words.kept, { saving: dollars(saving) })}</strong>.
            </>
          )}
        </Price>
      </div>
    </>
  )
}

type TermsProps = Pick<Plan, '_id' | 'furtherCall'> & { words: PriceWords; isPreview: boolean }

/** What somebody asks before signing: what more calls cost, how to stop, and how to try it. */
function Terms({ _id, furtherCall, words, isPreview }: TermsProps) {
  return (
    <ul className="label mt-7 flex flex-col gap-1.5 border-t pt-5 text-muted-foreground">
      {furtherCall !== null && (
        <li {...editable(isPreview, { id: _id, type: 'pricingPlan', path: 'furtherCall' })}>
          {fill(words.furtherCall, { price: dollars(furtherCall) })}
        </li>
      )}
      <li className="group-has-[[value=yearly]:checked]/pricing:hidden">{words.stopMonthly}</li>
      <li className="hidden group-has-[[value=yearly]:checked]/pricing:list-item">{words.stopYearly}</li>
      <li>{words.trial}</li>
    </ul>
  )
}

type PlanCardProps = { plan: Plan; words: PriceWords } & Pick<BlockContext, 'booking' | 'isPreview'>

/** One plan: its price, what is in it, and the way to it. */
export function PlanCard({ plan, booking, words, isPreview }: PlanCardProps) {
  const { _id, name, monthly, yearly, furtherCall, summary, features, highlighted } = plan
  return (
    <li
      {...editable(isPreview, { id: _id, type: 'pricingPlan', path: 'name' })}
      className={`flex flex-col rounded-3xl border p-6 md:row-span-6 md:mb-5 md:grid md:grid-rows-subgrid xl:p-9 ${highlighted ? 'border-foreground bg-card floating' : ''}`}
    >
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl leading-none">
        {name}
        {highlighted && <Badge tone="highlight">{words.highlighted}</Badge>}
      </h3>
      <p className="mt-3 text-muted-foreground">{summary}</p>
      <div className="mt-7">
        {monthly !== null && (
          <Prices plan={_id} monthly={monthly} yearly={yearly ?? monthly} words={words} isPreview={isPreview} />
        )}
      </div>
      <div className="mt-7 grid">
        {booking?.url && (
          <ButtonLink href={booking.url} variant={highlighted ? 'solid' : 'quiet'}>
            {booking.label}
          </ButtonLink>
        )}
      </div>
      <ul className="mt-8 flex flex-col gap-3 border-t pt-7">
        {features?.map((feature, index) => (
          <li key={index} className="flex items-start gap-3 leading-snug">
            <Icon name="check" size={18} className="mt-0.5 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <Terms _id={_id} furtherCall={furtherCall} words={words} isPreview={isPreview} />
    </li>
  )
}
