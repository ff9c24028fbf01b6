import { and, eq, lt, sql } from 'drizzle-orm'
import { backOff, errorCode } from '../contact/delivery/worker.ts'
import { type Database, database } from '../db/client.ts'
import { vendorDeletions } from '../db/schema/index.ts'
import type { Env } from '../env.ts'
import { log } from '../log/log.ts'
import { FINISHED_JOB_DAYS } from '../outgoing/queue.ts'
import { type Polling, startPolling } from '../polling.ts'
import { atProcessEnd } from '../process-end.ts'
import { sharedState } from '../shared-state.ts'
import type { VendorApi } from './vendor-api.ts'
import { deleteConversations, isFinalRefusal } from './vendor-deletion.ts'

/*
 * What the voice vendor has of companies that are gone. A trigger of the database stores it when an organization is deleted
 * (migration 0009); there is no log of the company any more, so that the site's own says what became of it.
 */

/** Milliseconds a worker has for one attempt. When it dies meanwhile, another worker tries again after that. */
const LEASE = 2 * 60_000

/** Milliseconds between two looks. */
const POLL = 60_000

type Deletion = { id: string; agentId: string; conversations: string[]; attempts: number }

/** Where a worker says what happened; ids, numbers and codes only. */
type WorkerLog = Record<'info' | 'warn', (facts: Record<string, unknown>, words: string) => void>

async function claim(db: Database, now: Date): Promise<Deletion | undefined> {
  const [claimed] = await db.execute<Deletion>(sql`
    update vendor_deletions set attempts = attempts + 1, due_at = ${new Date(now.getTime() + LEASE).toISOString()}
    where id = (select id from vendor_deletions where due_at <= ${now.toISOString()} and failed_at is null
      order by due_at limit 1 for update skip locked)
    returning id, agent_id as "agentId", conversations, attempts`)
  return claimed
}

/** Failures that are for good stay visible for some time. */
async function markFailedPermanently(db: Database, { id }: Deletion, code: string, now: Date): Promise<void> {
  await db.update(vendorDeletions).set({ failedAt: now, lastError: code }).where(eq(vendorDeletions.id, id))
}

async function deleteOldFailures(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - FINISHED_JOB_DAYS * 24 * 3_600_000)
  await db.delete(vendorDeletions).where(lt(vendorDeletions.failedAt, oldest))
}

async function tryLater(db: Database, { id, attempts }: Deletion, code: string, now: Date): Promise<void> {
  await db
    .update(vendorDeletions)
    .set({ dueAt: new Date(now.getTime() + backOff(attempts)), lastError: code })
    .where(and(eq(vendorDeletions.id, id), eq(vendorDeletions.attempts, attempts)))
}

/**
 * Deletes at the vendor what is due of companies that are gone, until nothing is. What could not be deleted is tried again.
 * @throws when the database cannot be reached
 */
export async function deleteOfFormerCompanies(
  db: Database,
  api: VendorApi,
  {
    clock = () => new Date(),
    log: workerLog,
    stopping = new AbortController().signal,
  }: { clock?: () => Date; log: WorkerLog; stopping?: AbortSignal },
): Promise<void> {
  await deleteOldFailures(db, clock())
  while (!stopping.aborted) {
    const deletion = await claim(db, clock())
    if (!deletion) return
    const { id, agentId, conversations, attempts } = deletion
    try {
      const found = await deleteConversations(api, agentId, conversations)
      workerLog.info(
        { work: id, calls: conversations.length, found },
        'Calls of a former company are deleted at the vendor',
      )
    } catch (error) {
      const code = errorCode(error)
      workerLog.warn({ work: id, code, attempts }, 'Calls of a former company could not be deleted at the vendor')
      if (isFinalRefusal(error)) await markFailedPermanently(db, deletion, code, clock())
      else await tryLater(db, deletion, code, clock())
      continue
    }
    await db.delete(vendorDeletions).where(eq(vendorDeletions.id, id))
  }
}

/** The worker of the process. */
const shared = sharedState<{ worker?: Polling }>('former-companies-worker', () => ({}))

/** Starts deleting at the vendor, now and every minute, if the site has a key of it. Called once at boot. */
export function startFormerCompanies({ databaseUrl, voice: { apiKey, apiUrl } }: Env): void {
  if (!apiKey) return
  const look = async (stopping: AbortSignal) =>
    deleteOfFormerCompanies(await database(databaseUrl), { apiKey, apiUrl }, { log, stopping })
  const onFailure = (error: unknown) =>
    log.error({ err: error }, 'Deleting calls of former companies waits for the database')
  if (shared.worker) return
  shared.worker = startPolling([{ look, onFailure }], POLL)
  atProcessEnd('stopping', 'calls of former companies', shared.worker.stop)
}
