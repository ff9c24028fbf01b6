import { and, desc, eq, max, type SQL } from 'drizzle-orm'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordReadEvent } from '../events/read-event.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import type { CallersReader } from './list.ts'
import { findCallerId } from './record-caller.ts'
import type { CallerPage } from './record.ts'
import { findCaller, findPhones } from './repository.ts'
import { buildCallerConditions } from './rows.ts'

/** Maximum number of records of each kind: calls, leads and visits. */
const MAX_CALLER_ROWS = 200

type Condition = SQL | undefined

async function findCalls(
  { db }: OrganizationTransaction,
  where: Condition,
): Promise<(CallerPage['calls'][number] & { name: string | null })[]> {
  const { id, startedAt, outcome, summary, callerWords, callerName } = calls
  const rows = await db
    .select({ id, startedAt, outcome, summary, callerWords, name: callerName })
    .from(calls)
    .where(and(where, eq(calls.isTest, false)))
    .orderBy(desc(startedAt), desc(id))
    .limit(MAX_CALLER_ROWS)
  return rows.map(toJson)
}

async function findLeads({ db }: OrganizationTransaction, where: Condition): Promise<CallerPage['leads']> {
  const { id, name, problem, stage, createdAt } = leads
  const rows = await db
    .select({ id, name, problem, stage, createdAt })
    .from(leads)
    .where(and(where, eq(leads.isTest, false)))
    .orderBy(desc(createdAt), desc(id))
    .limit(MAX_CALLER_ROWS)
  return rows.map(toJson)
}

async function findVisits(
  { db }: OrganizationTransaction,
  where: Condition,
): Promise<NonNullable<CallerPage['visits']>> {
  const { id, job, startsAt, endsAt, state, technician } = appointments
  const rows = await db
    .select({ id, job, startsAt, endsAt, state, technician })
    .from(appointments)
    .where(and(where, eq(appointments.isTest, false)))
    .orderBy(desc(startsAt), desc(id))
    .limit(MAX_CALLER_ROWS)
  return rows.map(toJson)
}

async function findNumbers(
  { db, organizationId }: OrganizationTransaction,
  callerId: string,
): Promise<CallerPage['numbers']> {
  const rows = await db
    .select({ phone: callerNumbers.phone, latestCall: max(calls.startedAt) })
    .from(callerNumbers)
    .leftJoin(
      calls,
      and(
        eq(calls.organizationId, callerNumbers.organizationId),
        eq(calls.callerPhone, callerNumbers.phone),
        eq(calls.isTest, false),
      ),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, callerId)))
    .groupBy(callerNumbers.phone)
  return rows
    .map(({ phone, latestCall }) => ({ phone, latestCall: latestCall?.toISOString() ?? null }))
    .toSorted((a, b) => ((a.latestCall ?? '') < (b.latestCall ?? '') ? 1 : -1))
}

/**
 * Reads a caller with all records. Logs the view at most once an hour.
 * @returns undefined if the caller does not exist
 */
export async function readCaller(
  tx: OrganizationTransaction,
  actor: Actor & { id: string },
  id: string,
  { canReadAppointments }: CallersReader,
): Promise<CallerPage | undefined> {
  const caller = await findCaller(tx, id)
  if (!caller) return undefined
  await recordReadEvent(tx, actor, 'caller.read', caller.id)
  const { db } = tx
  const rowFilters = buildCallerConditions(tx, await findPhones(tx, caller.id))
  const callRows = await findCalls(tx, rowFilters.calls)
  const leadRows = await findLeads(tx, rowFilters.leads)
  const names = [...callRows.map(({ name }) => name), ...leadRows.map(({ name }) => name)]
  return {
    caller,
    numbers: await findNumbers(tx, caller.id),
    names: [...new Set(names.filter((name) => name !== null))],
    calls: callRows.map(({ name: _name, ...call }) => call),
    leads: leadRows,
    visits: canReadAppointments ? await findVisits(tx, rowFilters.visits) : null,
    counts: {
      calls: await db.$count(calls, and(rowFilters.calls, eq(calls.isTest, false))),
      leads: await db.$count(leads, and(rowFilters.leads, eq(leads.isTest, false))),
      visits: canReadAppointments
        ? await db.$count(appointments, and(rowFilters.visits, eq(appointments.isTest, false)))
        : null,
    },
    timeZone: await getTimeZone(tx),
  }
}

/** Record types that identify a caller in a URL. Phone numbers must not appear in URLs. */
export const CALLER_SOURCES = ['call', 'lead', 'visit'] as const

const SOURCE_TABLES = {
  call: { table: calls, phone: calls.callerPhone },
  lead: { table: leads, phone: leads.phone },
  visit: { table: appointments, phone: appointments.phone },
}

/** Returns the id of the record's caller. Returns undefined if the record has no phone number or does not exist. */
export async function findSourceCaller(
  tx: OrganizationTransaction,
  source: (typeof CALLER_SOURCES)[number],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined
  const { table, phone } = SOURCE_TABLES[source]
  const [row] = await tx.db
    .select({ phone })
    .from(table)
    .where(and(eq(table.organizationId, tx.organizationId), eq(table.id, id)))
  return row?.phone ? findCallerId(tx, row.phone) : undefined
}
