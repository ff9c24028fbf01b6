import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CallRecord } from '../model/call-record.ts'
import { recordsOf } from '../calls/repository.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestVendorDeletion } from '../voice-vendor/deletions.ts'
import type { CallerRecord } from '../callers/record.ts'
import { findCaller, phonesOf } from '../callers/repository.ts'
import { idsOf, rowsOfCaller } from '../callers/rows.ts'

export type CallerCounts = { calls: number; leads: number; visits: number }

/**
 * All stored data about a caller, for a data access request. Excludes recordings, which are stored at the voice vendor.
 */
export type CallerExport = {
  caller: Omit<CallerRecord, 'id' | 'version'>
  phones: string[]
  exportedAt: string
  calls: CallRecord[]
  leads: object[]
  visits: object[]
}

/**
 * Exports the data of a caller. The audit event contains only counts.
 * @returns undefined if the caller does not exist
 */
export async function exportCaller(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
): Promise<CallerExport | undefined> {
  const found = await findCaller(tx, id)
  if (!found) return undefined
  const { id: subjectId, version: _version, ...caller } = found
  const { db } = tx
  const phones = await phonesOf(tx, subjectId)
  const own = rowsOfCaller(tx, phones)
  const records = await recordsOf(tx, own.calls)
  const leadRows = await db.select().from(leads).where(own.leads).orderBy(asc(leads.createdAt))
  const noteRows = await db
    .select()
    .from(leadNotes)
    .where(and(eq(leadNotes.organizationId, tx.organizationId), inArray(leadNotes.leadId, idsOf(tx, leads, own.leads))))
    .orderBy(asc(leadNotes.createdAt))
  const visits = await db.select().from(appointments).where(own.visits).orderBy(asc(appointments.startsAt))
  const counts: CallerCounts = { calls: records.length, leads: leadRows.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.exported', subjectId, details: counts })
  return {
    caller,
    phones,
    exportedAt: new Date().toISOString(),
    calls: records,
    leads: leadRows.map(({ search: _search, organizationId: _own, ...lead }) => ({
      ...lead,
      notes: noteRows.filter(({ leadId }) => leadId === lead.id).map(({ text, createdAt }) => ({ text, createdAt })),
    })),
    visits: visits.map(({ organizationId: _own, ...visit }) => visit),
  }
}

const DELETED_CUSTOMER = 'Deleted on request'

/**
 * Deletes a caller and their leads. Calls and visits are anonymized: outcome, time, job and technician remain. The
 * audit event contains only counts.
 * @returns undefined if the caller does not exist
 */
export async function forgetCaller(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
): Promise<CallerCounts | undefined> {
  const found = await findCaller(tx, id)
  if (!found) return undefined
  const { db, organizationId } = tx
  const own = rowsOfCaller(tx, await phonesOf(tx, found.id))
  const now = sql`now()` as unknown as Date
  const visits = await db
    .update(appointments)
    .set({
      customer: DELETED_CUSTOMER,
      phone: null,
      address: null,
      reason: null,
      version: sql`${appointments.version} + 1`,
      updatedAt: now,
    })
    .where(own.visits)
    .returning({ id: appointments.id })
  const deleted = await db.delete(leads).where(own.leads).returning({ id: leads.id })
  const emptied = await db
    .update(calls)
    .set({
      callerName: null,
      callerPhone: null,
      callerWords: null,
      summary: null,
      attention: null,
      // The rule text may quote the caller.
      rule: null,
      transcript: null,
      transcriptDeletedAt: sql`case when ${calls.transcript} is null then ${calls.transcriptDeletedAt} else now() end`,
      recordingUrl: null,
      recordingDeletedAt: sql`case when ${calls.recordingUrl} is null then ${calls.recordingDeletedAt} else now() end`,
      version: sql`${calls.version} + 1`,
      updatedAt: now,
    })
    .where(own.calls)
    .returning({ externalId: calls.externalId })
  await requestVendorDeletion(
    tx,
    emptied.map(({ externalId }) => externalId),
  )
  await db.delete(callers).where(and(eq(callers.organizationId, organizationId), eq(callers.id, found.id)))
  const counts: CallerCounts = { calls: emptied.length, leads: deleted.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.deleted', subjectId: found.id, details: counts })
  return counts
}
