'use client'

import { useRouter } from 'next/navigation'
import { OFFERED_PLANS, type OfferedPlan, getPlanLabel, PLANS } from '@/lib/platform/auth/access-table.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { formatNumber } from '@/lib/values/format.ts'

export function ChooseTrial({ reader, selectedPlan }: { reader: Reader; selectedPlan: OfferedPlan | null }) {
  const router = useRouter()
  const { mutate, isPending } = useOptimisticMutation<OfferedPlan, object>({
    send: (plan) => sendChange('trial', 'PUT', { plan }),
    invalidates: [buildQueryKey('today', reader)],
    failureTitle: 'Couldn’t save',
    buildToast: (plan) => {
      router.refresh()
      return {
        title: `You’re trying ${getPlanLabel(plan)}`,
        description: 'Its features are available now.',
        tone: 'accent',
      }
    },
  })
  return (
    <ul aria-label="Plans to try" className="mt-3 flex flex-wrap gap-3">
      {OFFERED_PLANS.map((plan) => (
        <li
          key={plan}
          className="grid min-w-44 flex-1 content-start gap-2 rounded-xl border border-border p-4 sm:max-w-64"
        >
          <p className="font-semibold">{getPlanLabel(plan)}</p>
          <p className="text-muted-foreground">{`${formatNumber(PLANS[plan].calls)} answered calls a month`}</p>
          {plan === selectedPlan ? (
            <p className="flex min-h-11 items-center font-medium text-accent">Your trial plan</p>
          ) : (
            <Button variant="quiet" disabled={isPending} onClick={() => mutate(plan)}>
              {`${selectedPlan ? 'Switch to' : 'Try'} ${getPlanLabel(plan)}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
