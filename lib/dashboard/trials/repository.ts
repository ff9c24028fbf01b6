import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { OfferedPlan } from '../../platform/auth/access-table.ts'
import { toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { lineRequests, trials } from '../schema/lines.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { addDays, getStartOfDay } from '../../platform/time/zone.ts'
import { getLastTrialDay, REMINDER_DAYS, computeTrialEnd, type TrialRecord } from './trial.ts'

type Row = typeof trials.$inferSelect

const toTrialRecord = ({ plan, chosenAt, startedAt, endsAt }: Row): TrialRecord =>
  toJson({ plan: plan as OfferedPlan, chosenAt, startedAt, endsAt })

/** Returns the current or past trial, or null if no trial was chosen. */
export async function findTrial({ db, organizationId }: OrganizationTransaction): Promise<TrialRecord | null> {
  const [row] = await db.select().from(trials).where(eq(trials.organizationId, organizationId))
  return row ? toTrialRecord(row) : null
}

async function scheduleMails(tx: OrganizationTransaction, endsAt: Date, now: Date): Promise<void> {
  const zone = await getTimeZone(tx)
  const reminder = getStartOfDay(addDays(getLastTrialDay(endsAt, zone), 1 - REMINDER_DAYS), zone)
  for (const [about, dueAt] of Object.entries({ ending: reminder, ended: endsAt }))
    if (dueAt > now) await enqueue(tx, { kind: 'trial-mail', onceKey: about, details: { about }, dueAt })
}

/** Inserts the trial again after a deletion of the organization's data. Omits the user's id. */
export async function restoreTrial(tx: OrganizationTransaction, trial: Row, now: Date): Promise<void> {
  await tx.db.insert(trials).values({ ...trial, chosenById: null })
  if (trial.endsAt) await scheduleMails(tx, trial.endsAt, now)
}

/** Starts the chosen trial. Does nothing if no trial was chosen or it has already started. */
export async function startTrial(tx: OrganizationTransaction, now: Date): Promise<void> {
  const { db, organizationId } = tx
  const endsAt = computeTrialEnd(now, await getTimeZone(tx))
  const [startedTrial] = await db
    .update(trials)
    .set({ startedAt: now, endsAt })
    .where(and(eq(trials.organizationId, organizationId), isNull(trials.startedAt)))
    .returning()
  if (startedTrial) await scheduleMails(tx, endsAt, now)
}

/**
 * Chooses a plan to try, or switches it, which does not extend the trial. Starts the trial immediately if the line is
 * live.
 * @returns undefined if the trial is over
 */
export async function chooseTrial(
  tx: OrganizationTransaction,
  actor: Extract<Actor, { kind: 'person' | 'key' }>,
  plan: OfferedPlan,
  now: Date,
): Promise<TrialRecord | undefined> {
  const { db, organizationId } = tx
  // Lock the line request. Otherwise, the trial might never start if the line goes live concurrently.
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
