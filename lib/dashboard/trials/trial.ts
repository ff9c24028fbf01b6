import { z } from 'zod'
import { OFFERED_PLANS } from '../../platform/auth/access-table.ts'
import { addDays, type DayKey, dayKey, type Moment, startOfDayIn } from '../../platform/time/zone.ts'
import { timestamp } from '../../values/fields.ts'

/** From the day that the line goes live. */
export const TRIAL_DAYS = 14

export const REMINDER_DAYS = 3

export const trialRecord = z.object({
  plan: z.enum(OFFERED_PLANS),
  chosenAt: timestamp,
  /** Null until the line is live. */
  startedAt: timestamp.nullable(),
  /** Midnight after the last day; null until started. */
  endsAt: timestamp.nullable(),
})

export type TrialRecord = z.infer<typeof trialRecord>

export const trialChoice = z.strictObject({ plan: z.enum(OFFERED_PLANS, 'Choose one of the plans') })

/** End of the last day in the business's time zone. */
export const trialEnd = (startedAt: Date, zone: string): Date =>
  startOfDayIn(addDays(dayKey(startedAt, zone), TRIAL_DAYS + 1), zone)

/** From the choice of a plan, even before it starts, until the end. */
export const isTrialRunning = ({ endsAt }: { endsAt: Date | string | null }, now: Date): boolean =>
  endsAt === null || new Date(endsAt) > now

export const lastTrialDay = (endsAt: string | Date, zone: string): DayKey =>
  dayKey(new Date(endsAt).getTime() - 1, zone)

/** Full days left after today; 0 on the last day and later. */
export function trialDaysLeft(endsAt: string, now: Moment, zone: string): number {
  const days = Date.parse(lastTrialDay(endsAt, zone)) - Date.parse(dayKey(now, zone))
  return Math.max(0, Math.round(days / 86_400_000))
}

/** The free plan stands for no agreed plan. */
export const hasAgreedPlan = (plans: readonly string[]): boolean => plans.length > 0 && !plans.includes('free_org')
