import { randomUUID } from 'node:crypto'
import { eq, isNull, lte, or } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizations } from '../../platform/db/organizations.ts'
import { recordEvent } from '../events/record.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Handler, JobLog } from '../../platform/jobs/worker.ts'
import { RETAINED_KINDS, type Retention } from '../model/organization-settings.ts'
import { getSettings } from '../settings/repository.ts'
import type { RetentionResponse } from './answer.ts'
import { countExpiredRecords, deleteLeftovers, deleteExpired, type RetainedCounts } from './old-data.ts'
import { findNextRun } from './schedule.ts'

/** Records per transaction. Small batches keep locks short. */
const BATCH_SIZE = 500

/**
 * Deletes expired data in batches. Each batch updates the counts in the audit event, so the event is correct even if
 * the run is interrupted.
 * @param signal aborts the run before the next batch
 * @throws the reason of the abort
 */
async function applyRetention(
  db: Database,
  organizationId: string,
  at: Date,
  { batch, signal }: { batch: number; signal: AbortSignal },
): Promise<Partial<RetainedCounts>> {
  const entry = randomUUID()
  const deletedCounts: Partial<RetainedCounts> = {}
  for (const kind of RETAINED_KINDS) {
    let last: number
    do {
      signal.throwIfAborted()
      last = await runInOrganization(db, organizationId, async (tx) => {
        // Read the settings for each batch, because the policy may change during the run.
        const { retention, timeZone } = await getSettings(tx)
        const count = await deleteExpired(tx, kind, { days: retention, zone: timeZone, at }, batch)
        if (count === 0) return count
        const details = { ...deletedCounts, [kind]: (deletedCounts[kind] ?? 0) + count }
        await recordEvent(tx, { kind: 'site' }, { id: entry, action: 'retention.applied', details })
        return count
      })
      if (last > 0) deletedCounts[kind] = (deletedCounts[kind] ?? 0) + last
    } while (last > 0)
  }
  await runInOrganization(db, organizationId, (tx) => deleteLeftovers(tx, at))
  return deletedCounts
}

export const createRetentionHandler =
  (log: Pick<JobLog, 'info'>, batch = BATCH_SIZE): Handler =>
  async ({ organizationId }, { db, now, signal }) => {
    const deletedCounts = await applyRetention(db, organizationId, now, { batch, signal })
    if (Object.keys(deletedCounts).length > 0)
      log.info({ organization: organizationId, ...deletedCounts }, 'retention: old data deleted')
  }

async function scheduleRun(tx: OrganizationTransaction, now: Date): Promise<void> {
  const { db, organizationId } = tx
  const matchesOrganization = eq(organizations.id, organizationId)
  const [row] = await db.select().from(organizations).where(matchesOrganization).for('update', { skipLocked: true })
  const dueAt = row?.retentionDueAt
  if (!row || (dueAt && dueAt > now)) return
  // The first run of a new organization is the following night, because the dashboard has announced no deletion yet.
  if (dueAt) await enqueue(tx, { kind: 'retention', onceKey: dueAt.toISOString(), dueAt })
  const { timeZone } = await getSettings(tx)
  await db
    .update(organizations)
    .set({ retentionDueAt: findNextRun(now, timeZone) })
    .where(matchesOrganization)
}

/** Enqueues due retention runs, including those missed during downtime. */
export async function scheduleRetention(db: Database, now: Date): Promise<void> {
  const dueOrganizations = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(or(isNull(organizations.retentionDueAt), lte(organizations.retentionDueAt, now)))
  for (const { id } of dueOrganizations) await runInOrganization(db, id, (tx) => scheduleRun(tx, now))
}

/**
 * Returns the retention policy and a preview of the next run.
 * @param proposedRetention periods to preview instead of the current ones
 */
export async function readRetention(
  tx: OrganizationTransaction,
  now: Date,
  proposedRetention?: Retention,
): Promise<RetentionResponse> {
  const { retention, timeZone, version } = await getSettings(tx)
  const nextRunAt = findNextRun(now, timeZone)
  const expiredCounts = await countExpiredRecords(tx, {
    days: proposedRetention ?? retention,
    zone: timeZone,
    at: nextRunAt,
  })
  return { retention, version, timeZone, nextRunAt: nextRunAt.toISOString(), old: expiredCounts }
}
