import { z } from 'zod'
import { OFFERED_PLANS } from '../auth/access-table.ts'
import { addDays, type DayKey, dayKey, type Moment, startOfDayIn } from '../time/zone.ts'

/** Days that a plan can be tried from the one on which the line goes live. */
export const TRIAL_DAYS = 14

/** Days before the end on which the admins are reminded of it. */
export const REMINDER_DAYS = 3

const moment = z.iso.datetime()

/** The plan that an organization tries, as JSON. */
export const trialRecord = z.object({
  plan: z.enum(OFFERED_PLANS),
  chosenAt: moment,
  /** When the days began to count; null until the line is live. */
  startedAt: moment.nullable(),
  /** The midnight after the last day; null until the days count. */
  endsAt: moment.nullable(),
})

export type TrialRecord = z.infer<typeof trialRecord>

export const trialChoice = z.strictObject({ plan: z.enum(OFFERED_PLANS, 'Choose one of the plans') })

/** When a trial that begins now ends: at the end of the day two weeks later, in the zone of the business. */
export const trialEnd = (startedAt: Date, zone: string): Date =>
  startOfDayIn(addDays(dayKey(startedAt, zone), TRIAL_DAYS + 1), zone)

/** Whether what a trial includes is there: from the choice on, until its days are over. */
export const isTrialRunning = ({ endsAt }: { endsAt: Date | string | null }, now: Date): boolean =>
  endsAt === null || new Date(endsAt) > now

/** The last day of a trial whose days count. */
export const lastTrialDay = (endsAt: string | Date, zone: string): DayKey =>
  dayKey(new Date(endsAt).getTime() - 1, zone)

/** Days of a trial that are left after today; 0 on its last day and when it is over. */
export function trialDaysLeft(endsAt: string, now: Moment, zone: string): number {
  const days = Date.parse(lastTrialDay(endsAt, zone)) - Date.parse(dayKey(now, zone))
  return Math.max(0, Math.round(days / 86_400_000))
}

/** Whether an organization has agreed on a plan: the free one is that of who has not, whatever is tried. */
export const hasAgreedPlan = (plans: readonly string[]): boolean => plans.length > 0 && !plans.includes('free_org')
