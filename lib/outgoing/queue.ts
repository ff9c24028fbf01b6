import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { inOrganization } from '../db/organization.ts'
import { outgoing } from '../db/schema/index.ts'

/** Milliseconds a worker has for one attempt. When it dies meanwhile, another worker tries again after that. */
export const LEASE = 2 * 60_000

/** Jobs that are done or failed permanently are kept for these days: the same job is not run again, and a failure stays visible. */
export const FINISHED_JOB_DAYS = 30

/** Something that has to be done outside for an organization. */
export type Work = {
  id: string
  organizationId: string
  kind: string
  details: Record<string, unknown>
  attempts: number
}

/** Kinds of work, each with a handler in `handlers.ts`. */
export const WORK_KINDS = [
  'assistant-handover',
  'vendor-deletion',
  'alert-round',
  'alert-mail',
  'alert-push',
  'linemail',
  'trial-mail',
  'wish-mail',
] as const

export type WorkKind = (typeof WORK_KINDS)[number]

type NewWork = {
  kind: WorkKind
  /** The same text for the same work: asked for twice, it is done once. */
  onceKey: string
  /** Ids and numbers, nothing personal. */
  details?: Record<string, unknown>
  dueAt?: Date
}

/**
 * Stores work in the transaction of its cause, so that neither is without the other.
 * @returns false when the same work is stored already
 */
export async function addWork(
  { db, organizationId }: OrganizationTransaction,
  { kind, onceKey, details = {}, dueAt = new Date() }: NewWork,
): Promise<boolean> {
  const added = await db
    .insert(outgoing)
    .values({ organizationId, kind, onceKey, details, dueAt })
    .onConflictDoNothing({ target: [outgoing.organizationId, outgoing.kind, outgoing.onceKey] })
    .returning({ id: outgoing.id })
  return added.length > 0
}

/** Takes the work of a kind that is due longest, of any organization, so that no other worker takes it during the lease. */
export async function claimWork(db: Database, kind: WorkKind, now: Date): Promise<Work | undefined> {
  const [claimed] = await db.execute<Work>(
    sql`select id, organization_id as "organizationId", kind, details, attempts
      from claim_outgoing(${kind}, ${now.toISOString()}::timestamptz, ${new Date(now.getTime() + LEASE).toISOString()}::timestamptz)`,
  )
  return claimed
}

/** The attempt of this worker, and not of one that took over when its lease was over. */
const ownAttempt = ({ id, attempts }: Work) => and(eq(outgoing.id, id), eq(outgoing.attempts, attempts))

export const markDone = (db: Database, work: Work, now: Date): Promise<void> =>
  inOrganization(db, work.organizationId, async (tx) => {
    await tx.db
      .update(outgoing)
      .set({ doneAt: now, lastError: null })
      .where(and(eq(outgoing.organizationId, work.organizationId), eq(outgoing.id, work.id)))
  })

/** Has another worker do at once what this one began and cannot finish. It may have been done outside already. */
export const giveBack = (db: Database, work: Work, now: Date): Promise<void> =>
  inOrganization(db, work.organizationId, async (tx) => {
    const isOpen = and(eq(outgoing.organizationId, work.organizationId), ownAttempt(work), isNull(outgoing.doneAt))
    await tx.db.update(outgoing).set({ dueAt: now }).where(isOpen)
  })

/** Stores that work failed permanently. @param error a code, see the schema */
export const markFailedPermanently = (db: Database, work: Work, error: string, now: Date): Promise<void> =>
  inOrganization(db, work.organizationId, async (tx) => {
    await tx.db
      .update(outgoing)
      .set({ failedAt: now, lastError: error })
      .where(and(eq(outgoing.organizationId, work.organizationId), ownAttempt(work)))
  })

/** Stores that an attempt failed. @param error a code, see the schema */
export const markFailed = (db: Database, work: Work, error: string, dueAt: Date): Promise<void> =>
  inOrganization(db, work.organizationId, async (tx) => {
    await tx.db
      .update(outgoing)
      .set({ dueAt, lastError: error })
      .where(and(eq(outgoing.organizationId, work.organizationId), ownAttempt(work)))
  })
