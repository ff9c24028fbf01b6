import { planLabel } from '@/lib/platform/auth/access-table.ts'
import { formatDayKey } from '@/lib/platform/time/zone.ts'
import { isTrialRunning, lastTrialDay, trialDaysLeft, type TrialRecord } from '@/lib/dashboard/trials/trial.ts'

export const TRIAL_OFFER =
  'Try a plan for two weeks beside your own people. The two weeks begin when your line is live, cost nothing, and end by themselves.'

export const TRIAL_AFTER =
  'After that, what the plan includes is closed, your data stays, and we turn off the line: turn off forwarding then, so that your calls ring with you. You get a mail three days before, and one at the end.'

export function trialSentence({ plan, endsAt }: TrialRecord, now: string, zone: string): string {
  const name = planLabel(plan)
  if (endsAt === null) {
    return `You try ${name}. What it includes is open now; the two weeks begin when your line is live, and cost nothing.`
  }
  const last = formatDayKey(lastTrialDay(endsAt, zone), 'long')
  if (!isTrialRunning({ endsAt }, new Date(now))) return `Your trial of ${name} ran through ${last}. It is over.`
  const left = trialDaysLeft(endsAt, now, zone)
  return `You try ${name} through ${last}: ${left === 0 ? 'today is the last day' : `${left} ${left === 1 ? 'day is' : 'days are'} left after today`}. It costs nothing, and ends by itself.`
}
