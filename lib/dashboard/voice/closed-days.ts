import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizations } from '../../platform/db/organizations.ts'
import type { Job } from '../../platform/jobs/queue.ts'
import type { Handler } from '../../platform/jobs/worker.ts'
import { assistantHandovers } from '../schema/assistant.ts'
import { getSettings } from '../settings/repository.ts'
import { requestSync } from '../voice-vendor/sync-request.ts'
import { formatSpecialDayLines } from './agent-config.ts'

/** Enqueues a sync if days have passed since the last one and the list of closed days differs. */
async function requestChangedSync(tx: OrganizationTransaction, now: Date): Promise<void> {
  const [sync] = await tx.db
    .select({ syncedAt: assistantHandovers.handedOverAt })
    .from(assistantHandovers)
    .where(eq(assistantHandovers.organizationId, tx.organizationId))
  if (!sync?.syncedAt) return
  const settings = await getSettings(tx)
  const [before, after] = [sync.syncedAt, now].map((at) => formatSpecialDayLines(settings, at).join('\n'))
  if (before !== after) await requestSync(tx, `closed-days:${now.toISOString().slice(0, 10)}`)
}

const listOrganizationIds = (db: Database) => db.select({ id: organizations.id }).from(organizations)

/** Syncs the agents whose upcoming closed days changed because time passed. Runs daily. */
export const syncClosedDays: Handler<Job> = async (_job, { db, now, signal }) => {
  for (const { id } of await listOrganizationIds(db)) {
    signal.throwIfAborted()
    await runInOrganization(db, id, (tx) => requestChangedSync(tx, now))
  }
}
