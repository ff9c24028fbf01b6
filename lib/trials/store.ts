import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { OfferedPlan } from '../auth/access-table.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { lineRequests, trials } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { addWork } from '../outgoing/queue.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { addDays, startOfDayIn } from '../time/zone.ts'
import { lastTrialDay, REMINDER_DAYS, trialEnd, type TrialRecord } from './trial.ts'

type Row = typeof trials.$inferSelect

const recordOf = ({ plan, chosenAt, startedAt, endsAt }: Row): TrialRecord => ({
  plan: plan as OfferedPlan,
  chosenAt: chosenAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  endsAt: endsAt?.toISOString() ?? null,
})

/** The plan that an organization tries or has tried; null while it has chosen none. */
export async function findTrial({ db, organizationId }: OrganizationTransaction): Promise<TrialRecord | null> {
  const [row] = await db.select().from(trials).where(eq(trials.organizationId, organizationId))
  return row ? recordOf(row) : null
}

/** The mails before the end and at it, which are sent when they are due. */
async function planMails(tx: OrganizationTransaction, endsAt: Date, now: Date): Promise<void> {
  const zone = await timeZoneOf(tx)
  const reminder = startOfDayIn(addDays(lastTrialDay(endsAt, zone), 1 - REMINDER_DAYS), zone)
  for (const [about, dueAt] of [['ending', reminder] as const, ['ended', endsAt] as const]) {
    if (dueAt > now) await addWork(tx, { kind: 'trial-mail', onceKey: about, details: { about }, dueAt })
  }
}

/** Stores a trial again when everything else is deleted, since there is one for each organization; it names nobody then. */
export async function keepTrial(tx: OrganizationTransaction, trial: Row, now: Date): Promise<void> {
  await tx.db.insert(trials).values({ ...trial, chosenById: null })
  if (trial.endsAt) await planMails(tx, trial.endsAt, now)
}

/** Lets the days of a chosen trial count from now on; nothing where none is chosen or they count already. */
export async function startTrial(tx: OrganizationTransaction, now: Date): Promise<void> {
  const { db, organizationId } = tx
  const endsAt = trialEnd(now, await timeZoneOf(tx))
  const [started] = await db
    .update(trials)
    .set({ startedAt: now, endsAt })
    .where(and(eq(trials.organizationId, organizationId), isNull(trials.startedAt)))
    .returning()
  if (started) await planMails(tx, endsAt, now)
}

/**
 * Chooses the plan to try, or another one while the trial runs, which makes it no longer. Where the line is live already,
 * the days count from now on.
 * @returns undefined when the trial is over: there is one for each organization
 */
export async function chooseTrial(
  tx: OrganizationTransaction,
  actor: Extract<Actor, { kind: 'person' | 'key' }>,
  plan: OfferedPlan,
  now: Date,
): Promise<TrialRecord | undefined> {
  const { db, organizationId } = tx
  // Held until the end, so that a line which goes live meanwhile finds this choice, or this choice a line that is live.
  const [line] = await db
    .select({ state: lineRequests.state })
    .from(lineRequests)
    .where(eq(lineRequests.organizationId, organizationId))
    .for('share')
  const before = await findTrial(tx)
  const [row] = await db
    .insert(trials)
    .values({ organizationId, plan, chosenById: actor.id, chosenAt: now })
    .onConflictDoUpdate({
      target: trials.organizationId,
      set: { plan },
      setWhere: and(eq(trials.organizationId, organizationId), or(isNull(trials.endsAt), gt(trials.endsAt, now))),
    })
    .returning()
  if (!row) return undefined
  if (before?.plan !== plan) await recordEvent(tx, actor, { action: 'trial.chosen', details: { plan } })
  if (line?.state === 'live' && !row.startedAt) await startTrial(tx, now)
  return (await findTrial(tx)) ?? undefined
}
