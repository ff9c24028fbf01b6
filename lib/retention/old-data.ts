import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { FINISHED_JOB_DAYS } from '../outgoing/queue.ts'
import {
  alerts,
  appointments,
  authorizations,
  callerNumbers,
  callers,
  calls,
  idempotentRequests,
  leads,
  outgoing,
} from '../db/schema/index.ts'
import { RETAINED, type Retained, type Retention } from '../settings/organization-settings.ts'
import { requestVendorDeletion } from '../voice/deletions.ts'
import { keptSince } from './schedule.ts'

/*
 * What has been kept long enough. Counting and deleting ask the same conditions, so that nothing goes that was not
 * announced.
 */

/** How many of each kind. */
export type RetainedCounts = Record<Retained, number>

/** A period, and the moment from which it is looked back. */
export type Period = { days: Retention; zone: string; at: Date }

/** A visit that is still to come: the lead is needed for it. */
const hasAppointmentAhead = ({ db, organizationId }: OrganizationTransaction, at: Date): SQL =>
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

/** The rows of a kind that have been kept long enough. */
function oldOnes(tx: OrganizationTransaction, kind: Retained, { days, zone, at }: Period): SQL | undefined {
  const since = keptSince(at, days[kind], zone)
  const ownCalls = and(eq(calls.organizationId, tx.organizationId), lt(calls.startedAt, since))
  switch (kind) {
    case 'recordings':
      return and(ownCalls, isNotNull(calls.recordingUrl))
    case 'transcripts':
      // What the caller said first stands beside the transcript as well.
      return and(ownCalls, or(isNotNull(calls.transcript), isNotNull(calls.callerWords)))
    case 'calls':
      return ownCalls
    case 'leads':
      return and(
        eq(leads.organizationId, tx.organizationId),
        lt(leads.createdAt, since),
        not(hasAppointmentAhead(tx, at)),
      )
  }
}

const tableOf = (kind: Retained) => (kind === 'leads' ? leads : calls)

/** How much has been kept long enough, by kind. A call that goes takes its transcript and recording along; each counts. */
export async function countOld(tx: OrganizationTransaction, period: Period): Promise<RetainedCounts> {
  const counts: [Retained, number][] = []
  for (const kind of RETAINED) {
    const [counted] = await tx.db
      .select({ total: count() })
      .from(tableOf(kind))
      .where(oldOnes(tx, kind, period))
    counts.push([kind, counted?.total ?? 0])
  }
  return Object.fromEntries(counts) as RetainedCounts
}

/**
 * Has the voice vendor delete what it has of these calls. Of a call whose words go it keeps the sound as long as that is to be
 * heard here: the words go there by the retention of its assistant.
 */
async function deleteElsewhere(tx: OrganizationTransaction, kind: Retained, ids: string[]): Promise<void> {
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

const GROWN = { version: sql`${calls.version} + 1`, updatedAt: sql`now()` }

/**
 * Deletes at most so many of one kind: of a recording its address, of a transcript what was said; a call or lead as a
 * whole, a lead with its notes.
 * @returns how many; fewer than the limit when no more are left
 */
export async function deleteOld(
  tx: OrganizationTransaction,
  kind: Retained,
  period: Period,
  limit: number,
): Promise<number> {
  const { db } = tx
  const { at } = period
  const table = tableOf(kind)
  const batch = db
    .select({ id: table.id })
    .from(table)
    .where(oldOnes(tx, kind, period))
    .limit(limit)
    .for('update')
  const ids = (await batch).map(({ id }) => id)
  if (ids.length === 0) return 0
  const chosen = and(eq(table.organizationId, tx.organizationId), inArray(table.id, ids))
  await deleteElsewhere(tx, kind, ids)
  switch (kind) {
    case 'recordings':
      await db
        .update(calls)
        .set({ recordingUrl: null, recordingDeletedAt: at, ...GROWN })
        .where(chosen)
      break
    case 'transcripts':
      await db
        .update(calls)
        .set({
          transcript: null,
          callerWords: null,
          transcriptDeletedAt: sql`coalesce(${calls.transcriptDeletedAt}, ${at.toISOString()}::timestamptz)`,
          ...GROWN,
        })
        .where(chosen)
      break
    case 'calls':
    case 'leads':
      await db.delete(table).where(chosen)
  }
  return ids.length
}

/** Hours for which the answer to a request with an Idempotency-Key is given again. */
const IDEMPOTENCY_HOURS = 24

/** Callers of whom nothing is left that they called for; those about whom somebody wrote something stay. */
function callersLeft({ db, organizationId }: OrganizationTransaction): SQL | undefined {
  const phonesIn = (table: typeof leads | typeof appointments) =>
    db
      .select({ phone: table.phone })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNotNull(table.phone)))
  const phonesOfCalls = db
    .select({ phone: calls.callerPhone })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), isNotNull(calls.callerPhone)))
  const needed = db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(
      and(
        eq(callerNumbers.organizationId, organizationId),
        or(
          ...[phonesOfCalls, phonesIn(leads), phonesIn(appointments)].map((phones) =>
            inArray(callerNumbers.phone, phones),
          ),
        ),
      ),
    )
  return and(eq(callers.organizationId, organizationId), eq(callers.version, 1), not(inArray(callers.id, needed)))
}

/** Work that says when somebody was told of a call that is still kept: it stays as long as the call. */
const saysWhoWasTold = ({ organizationId }: OrganizationTransaction): SQL =>
  sql`(${outgoing.kind} in ('alert-mail', 'alert-push') and exists (select from ${alerts}
    where ${alerts.organizationId} = ${organizationId} and ${alerts.id}::text = ${outgoing.details} ->> 'alertId'))`

/** Deletes what programs have left behind and nobody can use any more, and who is only known from calls and leads that are gone. */
export async function deleteLeftovers(tx: OrganizationTransaction, at: Date): Promise<void> {
  const { db, organizationId } = tx
  const answered = new Date(at.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
  await db
    .delete(idempotentRequests)
    .where(and(eq(idempotentRequests.organizationId, organizationId), lt(idempotentRequests.createdAt, answered)))
  await db
    .delete(authorizations)
    .where(and(eq(authorizations.organizationId, organizationId), lt(authorizations.expiresAt, at)))
  const done = new Date(at.getTime() - FINISHED_JOB_DAYS * 24 * 3_600_000)
  await db
    .delete(outgoing)
    .where(
      and(
        eq(outgoing.organizationId, organizationId),
        or(lt(outgoing.doneAt, done), lt(outgoing.failedAt, done)),
        not(saysWhoWasTold(tx)),
      ),
    )
  await db.delete(callers).where(callersLeft(tx))
}
