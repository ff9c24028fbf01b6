import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { inOrganization } from '../db/organization.ts'
import { organizations } from '../db/schema/index.ts'
import { recordEvent } from '../events/record.ts'
import { RETAINED } from '../settings/organization-settings.ts'
import { getSettings } from '../settings/store.ts'
import { deleteLeftovers, deleteOld, type RetainedCounts } from './old-data.ts'
import { nextRunAfter } from './schedule.ts'

/** Milliseconds after which another process takes over from one that has died on the way. */
const LEASE = 10 * 60_000

/** Rows of one transaction: few enough that nobody waits for it. */
const BATCH = 500

/** `isPlanned` is false for an organization whose first run has not been planned yet. */
type Turn = { organizationId: string; isPlanned: boolean; lease: Date }

/**
 * Takes the organization whose run is due longest, so that no other process takes it during the lease. The lock of the row
 * lasts for this one statement.
 */
async function claim(db: Database, now: Date): Promise<Turn | undefined> {
  const lease = new Date(now.getTime() + LEASE)
  const [claimed] = await db.execute<{ id: string; isPlanned: boolean }>(sql`
    with next as (
      select id, retention_due_at from organizations
      where retention_due_at is null or retention_due_at <= ${now.toISOString()}
      order by retention_due_at limit 1 for update skip locked
    )
    update organizations set retention_due_at = ${lease.toISOString()} from next
    where organizations.id = next.id
    returning organizations.id, next.retention_due_at is not null as "isPlanned"`)
  return claimed && { organizationId: claimed.id, isPlanned: claimed.isPlanned, lease }
}

/** Plans the next run, unless another process has taken over or the time zone has been changed meanwhile. */
async function plan(db: Database, { organizationId, lease }: Turn, at: Date): Promise<void> {
  await db
    .update(organizations)
    .set({ retentionDueAt: at })
    .where(and(eq(organizations.id, organizationId), eq(organizations.retentionDueAt, lease)))
}

/**
 * Deletes what an organization has kept long enough. What has been deleted is in the log at any time, also when this is cut
 * off half-way.
 * @param stopping aborted when no further rows are to be deleted now
 * @returns how much, by kind
 */
export async function applyRetention(
  db: Database,
  organizationId: string,
  at: Date,
  { batch = BATCH, stopping = new AbortController().signal }: Pick<RetentionOptions, 'batch' | 'stopping'> = {},
): Promise<Partial<RetainedCounts>> {
  const entry = randomUUID()
  const deleted: Partial<RetainedCounts> = {}
  for (const kind of RETAINED) {
    let last: number
    do {
      last = await inOrganization(db, organizationId, async (tx) => {
        // Read each time: somebody may keep things longer from now on.
        const { retention, timeZone } = await getSettings(tx)
        const count = await deleteOld(tx, kind, { days: retention, zone: timeZone, at }, batch)
        if (count === 0) return count
        const details = { ...deleted, [kind]: (deleted[kind] ?? 0) + count }
        await recordEvent(tx, { kind: 'site' }, { id: entry, action: 'retention.applied', details })
        return count
      })
      if (last > 0) deleted[kind] = (deleted[kind] ?? 0) + last
    } while (last > 0 && !stopping.aborted)
  }
  await inOrganization(db, organizationId, (tx) => deleteLeftovers(tx, at))
  return deleted
}

/** Where the run says what happened; ids and numbers only. */
export type RetentionLog = Record<'info' | 'error', (facts: Record<string, unknown>, words: string) => void>

export type RetentionOptions = {
  clock: () => Date
  log: RetentionLog
  batch?: number
  /** Aborted when no further run is to be begun, and the one under way is left to another process. */
  stopping?: AbortSignal
}

/**
 * Does each run that is due, also those that were missed while the site was off. Several processes may do so at once: each
 * organization is one process's. A run that fails is tried again when its lease is over; the others go on.
 * @throws when the database cannot be reached
 */
export async function runDueRetention(
  db: Database,
  { clock, log, batch, stopping = new AbortController().signal }: RetentionOptions,
): Promise<void> {
  while (!stopping.aborted) {
    const now = clock()
    const turn = await claim(db, now)
    if (!turn) return
    const { organizationId, isPlanned } = turn
    try {
      // The first night after it became known: what is stored was not announced as due before.
      if (isPlanned) {
        const deleted = await applyRetention(db, organizationId, now, { batch, stopping })
        if (Object.keys(deleted).length > 0)
          log.info({ organization: organizationId, ...deleted }, 'Data that was kept long enough is deleted')
        // Another process goes on where this one stops.
        if (stopping.aborted) return await plan(db, turn, now)
      }
      const { timeZone } = await inOrganization(db, organizationId, getSettings)
      await plan(db, turn, nextRunAfter(now, timeZone))
    } catch (error) {
      log.error({ organization: organizationId, err: error }, 'Deleting old data failed and is tried again')
    }
  }
}
