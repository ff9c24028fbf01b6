import type { ReactNode } from 'react'
import { formatDollars, computeYearlyCost } from '@/lib/values/price.ts'
import { SIGN_UP_PATH } from '@/lib/routes.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import type { BlockContext, BlockOf } from '../types/blocks.ts'
import { getEditAttributes } from '../preview/editable.ts'
import { Badge } from '../../ui/badge.tsx'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatNumber } from '@/lib/values/format.ts'

type Plan = NonNullable<NonNullable<BlockOf<'pricingBlock'>['plans']>[number]>

/** Props of a price. Screen readers and copied text get one sentence: “$349 a month, 500 answered calls included”. */
type PriceProps = {
  amount: number
  /** Click-to-edit attributes of the amount. The text around it belongs to another document. */
  editAttributes: ReturnType<typeof getEditAttributes>
  month: string
  included: string | undefined
  children: ReactNode
}

function Price({ amount, editAttributes, month, included, children }: PriceProps) {
  return (
    <>
      <p className="label text-muted-foreground">
        <span className="font-display text-price font-semibold text-foreground figures" {...editAttributes}>
          {formatDollars(amount)}
        </span>{' '}
        {month}
        {included && (
          <>
            <span className="sr-only">, </span>
            <span className="mt-2 block text-base font-semibold text-foreground">{included}</span>
          </>
        )}
      </p>
      <p className="label mt-3 text-muted-foreground">{children}</p>
    </>
  )
}

type PlanCardProps = { plan: Plan; labels: UiCopy['prices'] } & Pick<BlockContext, 'booking' | 'isPreview'>

/** Renders the monthly and the yearly price. CSS shows the one for the selected billing period. */
function Prices({ plan, labels, isPreview }: Omit<PlanCardProps, 'booking'>) {
  const { monthly, includedCalls: calls } = plan
  if (monthly === null) return null
  const yearly = plan.yearly ?? monthly
  const getFieldAttributes = (path: string) => getEditAttributes(isPreview, { id: plan._id, type: 'pricingPlan', path })
  const { byMonth, byYear, saving } = computeYearlyCost({ monthly, yearly })
  const includedText = calls === null ? undefined : fill(labels.included, { calls: formatNumber(calls) })
  return (
    <>
      <div className="group-has-[[value=yearly]:checked]/pricing:hidden">
        <Price
          amount={monthly}
          editAttributes={getFieldAttributes('monthly')}
          month={labels.month}
          included={includedText}
        >
          {fill(labels.byMonth, { total: formatDollars(byMonth) })}
        </Price>
      </div>
      <div className="hidden group-has-[[value=yearly]:checked]/pricing:block">
        <Price
          amount={yearly}
          editAttributes={getFieldAttributes('yearly')}
          month={labels.month}
          included={includedText}
        >
          {fill(labels.byYear, { total: formatDollars(byYear) })}
          {saving > 0 && (
            <>
              ,{' '}
              <strong className="font-semibold text-accent">
                {fill(labels.kept, { saving: formatDollars(saving) })}
              </strong>
            </>
          )}
        </Price>
      </div>
    </>
  )
}

function Terms({ plan: { _id, furtherCall }, labels, isPreview }: Omit<PlanCardProps, 'booking'>) {
  return (
    <ul className="label mt-6 flex flex-col gap-1.5 border-t pt-5 text-muted-foreground">
      {furtherCall !== null && (
        <li {...getEditAttributes(isPreview, { id: _id, type: 'pricingPlan', path: 'furtherCall' })}>
          {fill(labels.furtherCall, { price: formatDollars(furtherCall) })}
        </li>
      )}
      <li className="group-has-[[value=yearly]:checked]/pricing:hidden">{labels.stopMonthly}</li>
      <li className="hidden group-has-[[value=yearly]:checked]/pricing:list-item">{labels.stopYearly}</li>
    </ul>
  )
}

export function PlanCard({ plan, booking, labels, isPreview }: PlanCardProps) {
  const { _id, name, summary, features, highlighted } = plan
  return (
    <li
      {...getEditAttributes(isPreview, { id: _id, type: 'pricingPlan', path: 'name' })}
      className={`plan rounded-3xl border p-6 xl:p-9 ${highlighted ? 'border-foreground bg-card floating' : ''}`}
    >
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl leading-none">
        {name}
        {highlighted && <Badge tone="highlight">{labels.highlighted}</Badge>}
      </h3>
      <p className="mt-3 text-muted-foreground">{summary}</p>
      <div className="mt-5">
        <Prices plan={plan} labels={labels} isPreview={isPreview} />
      </div>
      <div className="mt-5 grid">
        {booking?.url && (
          <ButtonLink href={booking.url} variant={highlighted ? 'solid' : 'quiet'}>
            {booking.label}
          </ButtonLink>
        )}
        <a href={SIGN_UP_PATH} className="mt-1 touch-link justify-center text-note">
          {labels.trial}
        </a>
      </div>
      <ul className="mt-3 flex flex-col gap-3 border-t pt-6">
        {features?.map((feature, index) => (
          <li key={index} className="flex items-start gap-3 leading-snug text-balance">
            <Icon name="check" size={18} className="mt-0.5 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <Terms plan={plan} labels={labels} isPreview={isPreview} />
    </li>
  )
}
