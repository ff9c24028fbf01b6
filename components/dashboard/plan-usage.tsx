'use client'

import { PRICING_PATH } from '@/lib/routes.ts'
import { Stat, Stats } from '../ui/stat.tsx'
import { formatCount, formatNumber } from '@/lib/values/format.ts'
import { Meter } from '@base-ui/react/meter'
import { TextLink } from './page.tsx'

/** From this percentage of the included calls, the meter warns that few calls are left. */
const NEAR_LIMIT_PERCENT = 80

function PlanMeter({ count, included }: Pick<PlanUsageProps, 'count' | 'included'>) {
  const isNearLimit = (count / included) * 100 >= NEAR_LIMIT_PERCENT
  return (
    <>
      <Meter.Root
        aria-label="Answered calls used"
        value={Math.min(count, included)}
        max={included}
        getAriaValueText={() => `${formatNumber(count)} of ${formatCalls(included)}`}
      >
        <Meter.Track className="h-2.5 overflow-hidden rounded-full border border-border bg-muted">
          <Meter.Indicator
            className={`block rounded-full ${isNearLimit ? 'bg-primary' : 'bg-accent'} forced-colors:bg-[Highlight]`}
          />
        </Meter.Track>
      </Meter.Root>
      <p className={`mt-2 ${isNearLimit ? 'font-medium text-primary' : 'text-muted-foreground'}`}>
        {formatRemainingCalls(count, included)}
      </p>
    </>
  )
}

const formatCalls = (count: number) => formatCount(count, 'call')

function formatRemainingCalls(count: number, included: number): string {
  const remaining = included - count
  if (remaining > 0) return `${formatCalls(remaining)} left this month.`
  if (remaining === 0) return 'All of this month’s calls are used.'
  return `${formatCalls(-remaining)} over your plan this month.`
}

type PlanUsageProps = {
  /** Billable calls of the current month. */
  count: number
  /** Calls included in the plan. 0 if there is no plan. */
  included: number
  isTrial: boolean
}

export function PlanUsage({ count, included, isTrial }: PlanUsageProps) {
  if (included === 0) {
    return (
      <>
        <Stats>
          <Stat label="Answered calls this month" value={formatNumber(count)} note="No plan yet" />
        </Stats>
        <p className="mt-4 max-w-text">Calls are still counted. To get a plan, see “Your trial” above.</p>
      </>
    )
  }
  return (
    <>
      <Stats>
        <Stat
          label="Answered calls this month"
          value={formatNumber(count)}
          note={`of ${formatNumber(included)} included`}
        />
      </Stats>
      <div className="mt-4">
        <PlanMeter count={count} included={included} />
      </div>
      <p className="mt-2 max-w-text text-muted-foreground">
        {`After ${formatNumber(included)}, calls are still answered. `}
        {isTrial ? (
          'They’re free during your trial.'
        ) : (
          <>
            Each is billed at your extra-call rate. <TextLink href={PRICING_PATH}>See pricing</TextLink>
          </>
        )}
      </p>
    </>
  )
}
