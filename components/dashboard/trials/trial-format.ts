import { getPlanLabel } from '@/lib/platform/auth/access-table.ts'
import { formatDayKey } from '@/lib/platform/time/zone.ts'
import { isTrialRunning, getLastTrialDay, countTrialDaysLeft, type TrialRecord } from '@/lib/dashboard/trials/trial.ts'

export const TRIAL_OFFER =
  'Try a plan free for two weeks, alongside your own team. The trial starts when your line goes live and ends automatically.'

export const TRIAL_AFTER =
  'When it ends, plan features and your line turn off. Your data is kept. Turn off forwarding then, so that calls ring at your own number. We email you three days before and on the last day.'

export function formatTrial({ plan, endsAt }: TrialRecord, now: string, zone: string): string {
  const name = getPlanLabel(plan)
  if (endsAt === null) {
    return `You’re trying ${name}. Its features are available now. The free two weeks start when your line goes live.`
  }
  const last = formatDayKey(getLastTrialDay(endsAt, zone), 'long')
  if (!isTrialRunning({ endsAt }, new Date(now))) return `Your ${name} trial ended on ${last}.`
  const daysLeft = countTrialDaysLeft(endsAt, now, zone)
  return `Your free ${name} trial runs through ${last}: ${daysLeft === 0 ? 'today is the last day' : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left after today`}. It ends automatically.`
}
