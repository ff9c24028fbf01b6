'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { OFFERED_PLANS, type OfferedPlan, planLabel, PLANS } from '@/lib/auth/access-table.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'

const UNREACHABLE = 'The connection may be gone. Try again in a minute.'

const number = new Intl.NumberFormat('en-US')

type ChooseTrialProps = {
  reader: Reader
  /** What is tried now. */
  chosen: OfferedPlan | null
}

/** The three plans, each with a button that chooses it to be tried. It holds at once, also in the navigation. */
export function ChooseTrial({ reader, chosen }: ChooseTrialProps) {
  const [sent, setSent] = useState<OfferedPlan>()
  const cache = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  const choose = async (plan: OfferedPlan) => {
    setSent(plan)
    try {
      const answer = await sendChange<{ trial: unknown }>('trial', 'PUT', { plan })
      if ('trial' in answer) {
        toast({ title: `You try ${planLabel(plan)}`, description: 'What it includes is open now.', tone: 'accent' })
        await cache.invalidateQueries({ queryKey: queryKeyOf('today', reader) })
        router.refresh()
      } else {
        toast({ title: 'Nothing was changed', description: (answer as Failure).error, tone: 'primary' })
      }
    } catch {
      // Without an answer nothing else is known.
      toast({ title: 'Nothing was changed', description: UNREACHABLE, tone: 'primary' })
    }
    setSent(undefined)
  }
  return (
    <ul aria-label="Plans to try" className="mt-3 flex flex-wrap gap-3">
      {OFFERED_PLANS.map((plan) => (
        <li
          key={plan}
          className="grid min-w-44 flex-1 content-start gap-2 rounded-xl border border-border p-4 sm:max-w-64"
        >
          <p className="font-semibold">{planLabel(plan)}</p>
          <p className="text-muted-foreground">{`${number.format(PLANS[plan].calls)} answered calls a month`}</p>
          {plan === chosen ? (
            <p className="flex min-h-11 items-center font-medium text-accent">You try this one</p>
          ) : (
            <Button variant="quiet" disabled={sent !== undefined} onClick={() => void choose(plan)}>
              {`${chosen ? 'Change to' : 'Try'} ${planLabel(plan)}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
