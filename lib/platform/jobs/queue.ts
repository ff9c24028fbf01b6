import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../db/organization.ts'
import { jobs } from './schema.ts'

type JobOptions = {
  /** Time limit of an attempt. After it, another worker may retry the job. */
  leaseMs?: number
  /** Whether jobs of the same organization and lane run one at a time, oldest first. */
  isSerial?: boolean
  /** Number of jobs of this kind that a worker runs at the same time; default 1. */
  concurrency?: number
}

export const JOBS = {
  'assistant-handover': { isSerial: true, leaseMs: millisecondsInMinute / 2 },
  'closed-days': { leaseMs: 10 * millisecondsInMinute },
  'vendor-deletion': {},
  'alert-round': {},
  'alert-mail': {},
  'alert-push': {},
  'notify-admins': {},
  linemail: {},
  'trial-mail': {},
  'wish-mail': {},
  'webhook-delivery': { isSerial: true, leaseMs: millisecondsInMinute / 2, concurrency: 16 },
  'webhook-mail': {},
  'slack-message': { leaseMs: millisecondsInMinute / 2 },
  'slack-summary': { leaseMs: millisecondsInMinute / 2 },
  'import-run': { isSerial: true, leaseMs: 10 * millisecondsInMinute },
  'import-undo': { isSerial: true, leaseMs: 10 * millisecondsInMinute },
  retention: { isSerial: true, leaseMs: 10 * millisecondsInMinute },
  // The lease is long, because mail servers can take minutes.
  'contact-email': { leaseMs: 5 * millisecondsInMinute },
  'contact-webhook': {},
  'contact-subscriber': { leaseMs: 5 * millisecondsInMinute },
  'site-retention': { leaseMs: 10 * millisecondsInMinute },
} as const satisfies Record<string, JobOptions>

export type JobKind = keyof typeof JOBS

export const getLeaseMs = (kind: JobKind): number => (JOBS[kind] as JobOptions).leaseMs ?? 2 * millisecondsInMinute

export const getConcurrency = (kind: JobKind): number => (JOBS[kind] as JobOptions).concurrency ?? 1

export type Job<OrganizationId extends string | null = string | null> = {
  id: string
  organizationId: OrganizationId
  kind: string
  details: Record<string, unknown>
  attempts: number
}

export type OrganizationJob = Job<string>

type NewJob = {
  kind: JobKind
  /** Key that deduplicates equal jobs. */
  onceKey: string
  /** Ids and numbers only; no personal data. */
  details?: Record<string, unknown>
  /** Lane of a serial kind, such as an endpoint id. */
  lane?: string
  dueAt?: Date
}

type JobTransaction = { db: Transaction | Database; organizationId: string | null }

/** Adds a job. Call `wakeJobs` after the commit to run it immediately. Returns false if an equal job exists. */
export async function enqueue(
  { db, organizationId }: JobTransaction,
  { kind, onceKey, details = {}, lane, dueAt = new Date() }: NewJob,
): Promise<boolean> {
  const insertedJobs = await db
    .insert(jobs)
    .values({ organizationId, kind, onceKey, details, lane, dueAt })
    .onConflictDoNothing({ target: [jobs.organizationId, jobs.kind, jobs.onceKey] })
    .returning({ id: jobs.id })
  return insertedJobs.length > 0
}

/** Adds a job, or runs an equal job again, even if it has finished. An attempt that runs now no longer counts. */
export async function enqueueAgain(
  { db, organizationId }: JobTransaction,
  { kind, onceKey, details = {}, lane, dueAt = new Date() }: NewJob,
): Promise<void> {
  await db
    .insert(jobs)
    .values({ organizationId, kind, onceKey, details, lane, dueAt })
    .onConflictDoUpdate({
      target: [jobs.organizationId, jobs.kind, jobs.onceKey],
      set: {
        details,
        dueAt,
        doneAt: null,
        failedAt: null,
        lastError: null,
        leaseUntil: null,
        attempts: sql`${jobs.attempts} + 1`,
      },
    })
}

export async function findDueKinds(db: Database, kinds: readonly JobKind[], now: Date): Promise<JobKind[]> {
  const rows = await db.execute<{ kind: JobKind }>(
    sql`select kind from due_job_kinds(string_to_array(${kinds.join(' ')}, ' '), ${now.toISOString()}::timestamptz) as kind`,
  )
  return rows.map(({ kind }) => kind)
}

/** Leases the job of a kind that has been due longest, of any organization. */
export async function claimJob(db: Database, kind: JobKind, now: Date): Promise<Job | undefined> {
  const leaseUntil = new Date(now.getTime() + getLeaseMs(kind))
  const isSerial = (JOBS[kind] as JobOptions).isSerial ?? false
  const [claimed] = await db.execute<Job>(
    sql`select id, organization_id as "organizationId", kind, details, attempts
      from claim_job(${kind}, ${now.toISOString()}::timestamptz, ${leaseUntil.toISOString()}::timestamptz, ${isSerial})`,
  )
  return claimed
}

const matchesAttempt = ({ id, attempts }: Job) => and(eq(jobs.id, id), eq(jobs.attempts, attempts), isNull(jobs.doneAt))

export const isAttemptCurrent = async ({ db, organizationId }: OrganizationTransaction, job: Job): Promise<boolean> =>
  (await db.$count(jobs, and(eq(jobs.organizationId, organizationId), matchesAttempt(job)))) > 0

async function endAttempt(
  db: Database,
  job: Job,
  values: Partial<typeof jobs.$inferInsert>,
  condition: SQL | undefined = matchesAttempt(job),
): Promise<void> {
  const { organizationId } = job
  const matchesOrganization =
    organizationId === null ? isNull(jobs.organizationId) : eq(jobs.organizationId, organizationId)
  const update = async (executor: Database | Transaction) => {
    await executor
      .update(jobs)
      .set({ ...values, leaseUntil: null })
      .where(and(matchesOrganization, condition))
  }
  return organizationId === null ? update(db) : runInOrganization(db, organizationId, (tx) => update(tx.db))
}

/** Marks a job as done, even after its lease has expired, because the external effect has happened. */
export const markDone = (db: Database, job: Job, now: Date): Promise<void> =>
  endAttempt(db, job, { doneAt: now, lastError: null }, eq(jobs.id, job.id))

/** Releases a claimed job that this worker cannot finish. The job's external effect may already have happened. */
export const releaseJob = (db: Database, job: Job): Promise<void> => endAttempt(db, job, {})

export const markFailedPermanently = (db: Database, job: Job, error: string, now: Date): Promise<void> =>
  endAttempt(db, job, { failedAt: now, lastError: error })

export const markFailed = (db: Database, job: Job, error: string, dueAt: Date): Promise<void> =>
  endAttempt(db, job, { dueAt, lastError: error })

export const postponeJob = (db: Database, job: Job, dueAt: Date): Promise<void> =>
  endAttempt(db, job, { dueAt, lastError: null })

/** Retention of finished jobs, for deduplication and so that failures stay visible. */
const FINISHED_JOB_RETENTION_DAYS = 30

export function buildFinishedJobsCondition(now: Date): SQL | undefined {
  const cutoff = new Date(now.getTime() - FINISHED_JOB_RETENTION_DAYS * millisecondsInDay)
  return or(lt(jobs.doneAt, cutoff), lt(jobs.failedAt, cutoff))
}

export async function deleteFinishedJobs(db: Database, now: Date): Promise<number> {
  const { count } = await db.delete(jobs).where(and(isNull(jobs.organizationId), buildFinishedJobsCondition(now)))
  return count
}
