import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { CallRecord } from '../model/call-record.ts'
import { findCallRecords } from '../calls/repository.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestVendorDeletion } from '../voice-vendor/deletions.ts'
import { deleteMessagesAbout } from '../webhooks/deliveries.ts'
import type { CallerRecord } from '../callers/record.ts'
import { findCaller, findPhones } from '../callers/repository.ts'
import { selectIds, buildCallerConditions } from '../callers/rows.ts'

export type CallerCounts = { calls: number; leads: number; visits: number }

/** All stored data about a caller, for a data access request. Excludes recordings, which the voice vendor stores. */
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
  const storedCaller = await findCaller(tx, id)
  if (!storedCaller) return undefined
  const { id: subjectId, version: _version, ...caller } = storedCaller
  const { db } = tx
  const phones = await findPhones(tx, subjectId)
  const conditions = buildCallerConditions(tx, phones)
  const callRecords = await findCallRecords(tx, conditions.calls)
  const leadRows = await db.select().from(leads).where(conditions.leads).orderBy(asc(leads.createdAt))
  const noteRows = await db
    .select()
    .from(leadNotes)
    .where(
      and(
        eq(leadNotes.organizationId, tx.organizationId),
        inArray(leadNotes.leadId, selectIds(tx, leads, conditions.leads)),
      ),
    )
    .orderBy(asc(leadNotes.createdAt))
  const visits = await db.select().from(appointments).where(conditions.visits).orderBy(asc(appointments.startsAt))
  const counts: CallerCounts = { calls: callRecords.length, leads: leadRows.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.exported', subjectId, details: counts })
  return {
    caller,
    phones,
    exportedAt: new Date().toISOString(),
    calls: callRecords,
    leads: leadRows.map(({ search: _search, organizationId: _organizationId, ...lead }) => ({
      ...lead,
      notes: noteRows.filter(({ leadId }) => leadId === lead.id).map(({ text, createdAt }) => ({ text, createdAt })),
    })),
    visits: visits.map(({ organizationId: _organizationId, searchKey: _searchKey, ...visit }) => visit),
  }
}

const DELETED_CUSTOMER = 'Deleted on request'

/**
 * Deletes a caller and their leads. Calls and visits are anonymized: outcome, time, job and technician remain. The
 * audit event contains only counts.
 * @returns undefined if the caller does not exist
 */
export async function deleteCallerData(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
): Promise<CallerCounts | undefined> {
  const caller = await findCaller(tx, id)
  if (!caller) return undefined
  const { db, organizationId } = tx
  const conditions = buildCallerConditions(tx, await findPhones(tx, caller.id))
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
    .where(conditions.visits)
    .returning({ id: appointments.id })
  const deletedLeads = await db.delete(leads).where(conditions.leads).returning({ id: leads.id })
  const anonymizedCalls = await db
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
    .where(conditions.calls)
    .returning({ id: calls.id, externalId: calls.externalId })
  await requestVendorDeletion(
    tx,
    anonymizedCalls.map(({ externalId }) => externalId),
  )
  await deleteMessagesAbout(
    tx,
    [...visits, ...anonymizedCalls].map(({ id: subjectId }) => subjectId),
  )
  await db.delete(callers).where(and(eq(callers.organizationId, organizationId), eq(callers.id, caller.id)))
  const counts: CallerCounts = { calls: anonymizedCalls.length, leads: deletedLeads.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.deleted', subjectId: caller.id, details: counts })
  return counts
}
