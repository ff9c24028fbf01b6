import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, calls, leadNotes, leads } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordEvent } from '../events/record.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { requestVendorDeletion } from '../voice/deletions.ts'
import type { CallerRecord, CallRecord } from './record.ts'
import { recordsOf, summariesOf } from './store.ts'

/** How much was exported or deleted, for the log. */
export type CallerCounts = { calls: number; leads: number; visits: number }

/** Their calls: those from the number. */
const ownCalls = ({ organizationId }: OrganizationTransaction, phone: string): SQL | undefined =>
  and(eq(calls.organizationId, organizationId), eq(calls.callerPhone, phone))

const idsOf = (tx: OrganizationTransaction, table: typeof calls | typeof leads, where: SQL | undefined) =>
  tx.db.select({ id: table.id }).from(table).where(where)

/** Their leads: those with the number, and those of their calls that have none of their own. */
const ownLeads = (tx: OrganizationTransaction, phone: string): SQL | undefined =>
  and(
    eq(leads.organizationId, tx.organizationId),
    or(eq(leads.phone, phone), and(isNull(leads.phone), inArray(leads.callId, idsOf(tx, calls, ownCalls(tx, phone))))),
  )

const ownAppointments = (tx: OrganizationTransaction, phone: string): SQL | undefined =>
  and(
    eq(appointments.organizationId, tx.organizationId),
    or(
      eq(appointments.phone, phone),
      and(
        isNull(appointments.phone),
        or(
          inArray(appointments.callId, idsOf(tx, calls, ownCalls(tx, phone))),
          inArray(appointments.leadId, idsOf(tx, leads, ownLeads(tx, phone))),
        ),
      ),
    ),
  )

/** What is kept about a caller, without what was said. @param phone in E.164 */
export async function findCaller(tx: OrganizationTransaction, phone: string): Promise<CallerRecord> {
  const { db } = tx
  const own = await summariesOf(tx, ownCalls(tx, phone))
  const { id, name, problem, stage, createdAt } = leads
  const found = await db
    .select({ id, name, problem, stage, createdAt })
    .from(leads)
    .where(ownLeads(tx, phone))
    .orderBy(desc(createdAt), desc(id))
  const visits = await db.$count(appointments, ownAppointments(tx, phone))
  const names = [...own.map(({ callerName }) => callerName), ...found.map((lead) => lead.name)]
  return {
    phone,
    names: [...new Set(names.filter((each) => each !== null))],
    calls: own,
    leads: found.map((lead) => ({ ...lead, createdAt: lead.createdAt.toISOString() })),
    visits,
    timeZone: await timeZoneOf(tx),
  }
}

/** Everything that is kept about a caller, for the file that they are given. The sound of recordings stays at the vendor. */
export type CallerExport = {
  phone: string
  exportedAt: string
  calls: CallRecord[]
  leads: object[]
  visits: object[]
}

/** Exports what is kept about a caller, which is in the log with numbers only. @param phone in E.164 */
export async function exportCaller(tx: OrganizationTransaction, actor: Actor, phone: string): Promise<CallerExport> {
  const { db } = tx
  const records = await recordsOf(tx, ownCalls(tx, phone))
  const leadRows = await db.select().from(leads).where(ownLeads(tx, phone)).orderBy(asc(leads.createdAt))
  const noteRows = await db
    .select()
    .from(leadNotes)
    .where(
      and(
        eq(leadNotes.organizationId, tx.organizationId),
        inArray(leadNotes.leadId, idsOf(tx, leads, ownLeads(tx, phone))),
      ),
    )
    .orderBy(asc(leadNotes.createdAt))
  const visits = await db
    .select()
    .from(appointments)
    .where(ownAppointments(tx, phone))
    .orderBy(asc(appointments.startsAt))
  const counts: CallerCounts = { calls: records.length, leads: leadRows.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.exported', details: counts })
  return {
    phone,
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
 * Deletes recordings, transcripts and contact data of a caller. What stays says that there was a call, how it ended, and when
 * somebody goes where for which job, without whose it was; the log has numbers only.
 * @param phone in E.164
 */
export async function forgetCaller(tx: OrganizationTransaction, actor: Actor, phone: string): Promise<CallerCounts> {
  const { db } = tx
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
    .where(ownAppointments(tx, phone))
    .returning({ id: appointments.id })
  const deleted = await db.delete(leads).where(ownLeads(tx, phone)).returning({ id: leads.id })
  const emptied = await db
    .update(calls)
    .set({
      callerName: null,
      callerPhone: null,
      callerWords: null,
      summary: null,
      attention: null,
      transcript: null,
      transcriptDeletedAt: sql`case when ${calls.transcript} is null then ${calls.transcriptDeletedAt} else now() end`,
      recordingUrl: null,
      recordingDeletedAt: sql`case when ${calls.recordingUrl} is null then ${calls.recordingDeletedAt} else now() end`,
      version: sql`${calls.version} + 1`,
      updatedAt: now,
    })
    .where(ownCalls(tx, phone))
    .returning({ externalId: calls.externalId })
  await requestVendorDeletion(
    tx,
    emptied.map(({ externalId }) => externalId),
  )
  const counts: CallerCounts = { calls: emptied.length, leads: deleted.length, visits: visits.length }
  await recordEvent(tx, actor, { action: 'caller.deleted', details: counts })
  return counts
}
