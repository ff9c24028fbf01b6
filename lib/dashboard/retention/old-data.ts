import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alerts } from '../schema/alerts.ts'
import { appointments } from '../schema/appointments.ts'
import { authorizations } from '../schema/integrations.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { idempotentRequests } from '../schema/keys.ts'
import { deleteExpiredImportRows } from '../imports/repository.ts'
import { jobs } from '../../platform/jobs/schema.ts'
import { leads } from '../schema/leads.ts'
import { buildFinishedJobsCondition } from '../../platform/jobs/queue.ts'
import { RETAINED_KINDS, type RetainedKind, type Retention } from '../model/organization-settings.ts'
import { deleteOldNotifications } from '../notifications/repository.ts'
import { requestVendorDeletion } from '../voice-vendor/deletions.ts'
import { deleteMessagesAbout, deleteOldMessages } from '../webhooks/deliveries.ts'
import { findRetentionCutoff } from './schedule.ts'

/*
 * Selection of expired data. Previews and deletions use the same conditions, so that a run deletes only what a preview
 * counts.
 */

export type RetainedCounts = Record<RetainedKind, number>

/** Retention periods in days, counted back from `at`. */
export type RetentionPeriod = { days: Retention; zone: string; at: Date }

/** Returns the condition for leads with an upcoming visit, which are not deleted. */
const hasUpcomingAppointment = ({ db, organizationId }: OrganizationTransaction, at: Date): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(appointments)
      .where(
        and(
          eq(appointments.organizationId, organizationId),
          eq(appointments.leadId, leads.id),
          inArray(appointments.state, ['requested', 'confirmed']),
          gt(appointments.endsAt, at),
        ),
      ),
  )

function buildExpiredCondition(
  tx: OrganizationTransaction,
  kind: RetainedKind,
  { days, zone, at }: RetentionPeriod,
): SQL | undefined {
  const cutoff = findRetentionCutoff(at, days[kind], zone)
  const expiredCalls = and(eq(calls.organizationId, tx.organizationId), lt(calls.startedAt, cutoff))
  switch (kind) {
    case 'recordings':
      return and(expiredCalls, isNotNull(calls.recordingUrl))
    case 'transcripts':
      // `callerWords` repeats part of the transcript.
      return and(expiredCalls, or(isNotNull(calls.transcript), isNotNull(calls.callerWords)))
    case 'calls':
      return expiredCalls
    case 'leads':
      return and(
        eq(leads.organizationId, tx.organizationId),
        lt(leads.createdAt, cutoff),
        not(hasUpcomingAppointment(tx, at)),
      )
  }
}

const getTable = (kind: RetainedKind) => (kind === 'leads' ? leads : calls)

/** Counts expired records by kind. The recording and transcript of a call count separately. */
export async function countExpiredRecords(
  tx: OrganizationTransaction,
  period: RetentionPeriod,
): Promise<RetainedCounts> {
  const counts: [RetainedKind, number][] = []
  for (const kind of RETAINED_KINDS) {
    const [countRow] = await tx.db
      .select({ total: count() })
      .from(getTable(kind))
      .where(buildExpiredCondition(tx, kind, period))
    counts.push([kind, countRow?.total ?? 0])
  }
  return Object.fromEntries(counts) as RetainedCounts
}

/**
 * Enqueues deletions from the voice vendor, whose API deletes only whole conversations. If only the transcript expired,
 * calls with a recording are skipped: the vendor's own retention deletes their text.
 */
async function enqueueVendorDeletion(tx: OrganizationTransaction, kind: RetainedKind, ids: string[]): Promise<void> {
  if (kind === 'leads') return
  const rows = await tx.db
    .select({ externalId: calls.externalId })
    .from(calls)
    .where(
      and(
        eq(calls.organizationId, tx.organizationId),
        inArray(calls.id, ids),
        kind === 'transcripts' ? isNull(calls.recordingUrl) : undefined,
      ),
    )
  await requestVendorDeletion(
    tx,
    rows.map(({ externalId }) => externalId),
  )
}

const VERSION_BUMP = { version: sql`${calls.version} + 1`, updatedAt: sql`now()` }

/**
 * Deletes a batch of expired records.
 * @returns the number of deleted records; below the limit if none are left
 */
export async function deleteExpired(
  tx: OrganizationTransaction,
  kind: RetainedKind,
  period: RetentionPeriod,
  limit: number,
): Promise<number> {
  const { db } = tx
  const { at } = period
  const table = getTable(kind)
  const expiredRows = db
    .select({ id: table.id })
    .from(table)
    .where(buildExpiredCondition(tx, kind, period))
    .limit(limit)
    .for('update')
  const ids = (await expiredRows).map(({ id }) => id)
  if (ids.length === 0) return 0
  const matchesBatch = and(eq(table.organizationId, tx.organizationId), inArray(table.id, ids))
  await enqueueVendorDeletion(tx, kind, ids)
  // Payloads repeat the caller's words.
  if (kind === 'transcripts') await deleteMessagesAbout(tx, ids)
  const clearedColumns = {
    recordings: { recordingUrl: null, recordingDeletedAt: at },
    transcripts: {
      transcript: null,
      callerWords: null,
      transcriptDeletedAt: sql`coalesce(${calls.transcriptDeletedAt}, ${at.toISOString()}::timestamptz)`,
    },
  }
  if (kind === 'calls' || kind === 'leads') await db.delete(table).where(matchesBatch)
  else
    await db
      .update(calls)
      .set({ ...clearedColumns[kind], ...VERSION_BUMP })
      .where(matchesBatch)
  return ids.length
}

const IDEMPOTENCY_HOURS = 24

/** Returns the condition for callers who have no calls, leads or visits. Callers that a user edited are kept. */
function buildUnusedCallersCondition({ db, organizationId }: OrganizationTransaction): SQL | undefined {
  const selectPhones = (table: typeof leads | typeof appointments) =>
    db
      .select({ phone: table.phone })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNotNull(table.phone)))
  const callPhones = db
    .select({ phone: calls.callerPhone })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), isNotNull(calls.callerPhone)))
  const usedCallerIds = db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(
      and(
        eq(callerNumbers.organizationId, organizationId),
        or(
          ...[callPhones, selectPhones(leads), selectPhones(appointments)].map((phones) =>
            inArray(callerNumbers.phone, phones),
          ),
        ),
      ),
    )
  return and(
    eq(callers.organizationId, organizationId),
    eq(callers.version, 1),
    not(inArray(callers.id, usedCallerIds)),
  )
}

/** Returns the condition for notification jobs of an existing alert. They show when users were notified. */
const isAlertNotificationJob = ({ organizationId }: OrganizationTransaction): SQL =>
  sql`(${jobs.kind} in ('alert-mail', 'alert-push') and exists (select from ${alerts}
    where ${alerts.organizationId} = ${organizationId} and ${alerts.id}::text = ${jobs.details} ->> 'alertId'))`

export async function deleteLeftovers(tx: OrganizationTransaction, at: Date): Promise<void> {
  const { db, organizationId } = tx
  const idempotencyCutoff = new Date(at.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
  await db
    .delete(idempotentRequests)
    .where(
      and(eq(idempotentRequests.organizationId, organizationId), lt(idempotentRequests.createdAt, idempotencyCutoff)),
    )
  await db
    .delete(authorizations)
    .where(and(eq(authorizations.organizationId, organizationId), lt(authorizations.expiresAt, at)))
  await db
    .delete(jobs)
    .where(
      and(eq(jobs.organizationId, organizationId), buildFinishedJobsCondition(at), not(isAlertNotificationJob(tx))),
    )
  await deleteExpiredImportRows(tx, at)
  await db.delete(callers).where(buildUnusedCallersCondition(tx))
  await deleteOldMessages(tx, at)
  await deleteOldNotifications(tx, at)
}
