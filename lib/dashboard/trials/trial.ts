import { z } from 'zod'
import { OFFERED_PLANS } from '../../platform/auth/access-table.ts'
import { addDays, type DayKey, toDayKey, type Moment, getStartOfDay } from '../../platform/time/zone.ts'
import { timestamp } from '../../values/fields.ts'

/** Full days of a trial, after the day on which the line goes live. */
export const TRIAL_DAYS = 14

export const REMINDER_DAYS = 3

export const trialRecord = z.object({
  plan: z.enum(OFFERED_PLANS),
  chosenAt: timestamp,
  /** Time at which the trial started; null until the line is live. */
  startedAt: timestamp.nullable(),
  /** Midnight after the last day; null until the trial starts. */
  endsAt: timestamp.nullable(),
})

export type TrialRecord = z.infer<typeof trialRecord>

export const trialChoice = z.strictObject({ plan: z.enum(OFFERED_PLANS, 'Choose a plan') })

/** Returns the end of the last trial day, in the business's time zone. */
export const computeTrialEnd = (startedAt: Date, zone: string): Date =>
  getStartOfDay(addDays(toDayKey(startedAt, zone), TRIAL_DAYS + 1), zone)

/**
 * Returns whether the trial grants plan features: from the choice of the plan, even before it starts, until its end.
 */
export const isTrialRunning = ({ endsAt }: { endsAt: Date | string | null }, now: Date): boolean =>
  endsAt === null || new Date(endsAt) > now

export const getLastTrialDay = (endsAt: string | Date, zone: string): DayKey =>
  toDayKey(new Date(endsAt).getTime() - 1, zone)

/** Returns the number of full days left after today; 0 from the last day on. */
export function countTrialDaysLeft(endsAt: string, now: Moment, zone: string): number {
  const days = Date.parse(getLastTrialDay(endsAt, zone)) - Date.parse(toDayKey(now, zone))
  return Math.max(0, Math.round(days / 86_400_000))
}

/** Returns whether the organization agreed on a paid plan. `free_org` means that it did not. */
export const hasPaidPlan = (plans: readonly string[]): boolean => plans.length > 0 && !plans.includes('free_org')
