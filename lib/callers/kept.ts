import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { CallRecord } from '../calls/record.ts'
import { recordsOf } from '../calls/store.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, callers, calls, leadNotes, leads } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { requestVendorDeletion } from '../voice/deletions.ts'
import type { CallerRecord } from './record.ts'
import { findCaller, phonesOf } from './store.ts'

/** How much was exported or deleted, for the log. */
export type CallerCounts = { calls: number; leads: number; visits: number }

const idsOf = (tx: OrganizationTransaction, table: typeof calls | typeof leads, where: SQL | undefined) =>
  tx.db.select({ id: table.id }).from(table).where(where)

/**
 * The rows of a caller, as conditions: those with one of the numbers, and of leads and visits also those without any number
 * that came of such a call or lead.
 * @param phones in E.164
 */
export function rowsOfCaller(tx: OrganizationTransaction, phones: string[]) {
  const { organizationId } = tx
  const ofCalls = and(eq(calls.organizationId, organizationId), inArray(calls.callerPhone, phones))
  const ofLeads = and(
    eq(leads.organizationId, organizationId),
    or(inArray(leads.phone, phones), and(isNull(leads.phone), inArray(leads.callId, idsOf(tx, calls, ofCalls)))),
  )
  const ofVisits = and(
    eq(appointments.organizationId, organizationId),
    or(
      inArray(appointments.phone, phones),
      and(
        isNull(appointments.phone),
        or(
          inArray(appointments.callId, idsOf(tx, calls, ofCalls)),
          inArray(appointments.leadId, idsOf(tx, leads, ofLeads)),
        ),
      ),
    ),
  )
  return { calls: ofCalls, leads: ofLeads, visits: ofVisits }
}

/** Everything that is kept about a caller, for the file that they are given. The sound of recordings stays at the vendor. */
export type CallerExport = {
  /** What people wrote about them. */
  caller: Omit<CallerRecord, 'id' | 'version'>
  phones: string[]
  exportedAt: string
  calls: CallRecord[]
  leads: object[]
  visits: object[]
}

/**
 * Exports what is kept about a caller, of all their numbers, which is in the log with counts only.
 * @returns undefined when there is no such caller
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

/** Stands where a visit has to name somebody who was deleted. */
const DELETED_CUSTOMER = 'Deleted on request'

/**
 * Deletes a caller with what people wrote about them, and of all their numbers recordings, transcripts and contact data. What
 * stays says that there was a call, how it ended, and when somebody goes where for which job, without whose it was; the log
 * has counts only.
 * @returns undefined when there is no such caller
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
      // It may quote the caller.
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
