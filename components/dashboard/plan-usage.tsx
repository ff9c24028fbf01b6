import { PRICING_PATH } from '@/lib/routes.ts'
import { Link } from '../ui/link.tsx'
import { Meter } from '../ui/meter.tsx'
import { Stat, Stats } from '../ui/stat.tsx'

const number = new Intl.NumberFormat('en-US')

const calls = (count: number) => `${number.format(count)} ${count === 1 ? 'call' : 'calls'}`

/** How many calls are left, or by how many there are more. */
function leftWords(count: number, included: number): string {
  const left = included - count
  if (left > 0) return `${calls(left)} left this month.`
  if (left === 0) return 'All of this month’s calls are used.'
  return `${calls(-left)} above the plan this month.`
}

type PlanUsageProps = {
  /** Calls of this month that count. */
  count: number
  /** Calls of a month that the plan includes; 0 without a plan. */
  included: number
  /** Whether the plan is only tried. */
  isTrial: boolean
}

/** The calls of a month against those of the plan, and what happens to those beyond. */
export function PlanUsage({ count, included, isTrial }: PlanUsageProps) {
  if (included === 0) {
    return (
      <>
        <Stats>
          <Stat label="Answered calls this month" value={number.format(count)} note="No plan to count them against" />
        </Stats>
        <p className="mt-4 max-w-text">
          Calls are counted all the same. How to get a plan is above, under “Your trial”.
        </p>
      </>
    )
  }
  return (
    <>
      <Stats>
        <Stat
          label="Answered calls this month"
          value={number.format(count)}
          note={`of ${number.format(included)} that the plan includes`}
        />
      </Stats>
      <div className="mt-4">
        <Meter
          label="Answered calls of the plan"
          used={count}
          of={included}
          words={`${number.format(count)} of ${calls(included)}`}
          note={leftWords(count, included)}
        />
      </div>
      <p className="mt-2 max-w-text text-muted-foreground">
        {`Above ${number.format(included)}, every call is answered all the same. `}
        {isTrial ? (
          'While you try a plan, none of them costs anything.'
        ) : (
          <>
            Each is charged at the price of a further call in your agreement.{' '}
            <Link href={PRICING_PATH} className="text-link">
              See the prices
            </Link>
          </>
        )}
      </p>
    </>
  )
}
