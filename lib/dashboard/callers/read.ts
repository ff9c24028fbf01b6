import { and, desc, eq, max, type SQL } from 'drizzle-orm'
import { asJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordReading } from '../events/reading.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import type { CallersReader } from './list.ts'
import { callerIdOf } from './note-caller.ts'
import type { CallerPage } from './record.ts'
import { findCaller, phonesOf } from './repository.ts'
import { rowsOfCaller } from './rows.ts'

/** Maximum number of calls, leads and visits each. */
const SHOWN = 200

type Where = SQL | undefined

async function callsOf(
  { db }: OrganizationTransaction,
  where: Where,
): Promise<(CallerPage['calls'][number] & { name: string | null })[]> {
  const { id, startedAt, outcome, summary, callerWords, callerName } = calls
  const rows = await db
    .select({ id, startedAt, outcome, summary, callerWords, name: callerName })
    .from(calls)
    .where(and(where, eq(calls.isTest, false)))
    .orderBy(desc(startedAt), desc(id))
    .limit(SHOWN)
  return rows.map(asJson)
}

async function leadsOf({ db }: OrganizationTransaction, where: Where): Promise<CallerPage['leads']> {
  const { id, name, problem, stage, createdAt } = leads
  const rows = await db
    .select({ id, name, problem, stage, createdAt })
    .from(leads)
    .where(and(where, eq(leads.isTest, false)))
    .orderBy(desc(createdAt), desc(id))
    .limit(SHOWN)
  return rows.map(asJson)
}

async function visitsOf({ db }: OrganizationTransaction, where: Where): Promise<NonNullable<CallerPage['visits']>> {
  const { id, job, startsAt, endsAt, state, technician } = appointments
  const rows = await db
    .select({ id, job, startsAt, endsAt, state, technician })
    .from(appointments)
    .where(and(where, eq(appointments.isTest, false)))
    .orderBy(desc(startsAt), desc(id))
    .limit(SHOWN)
  return rows.map(asJson)
}

async function numbersOf(
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
    .toSorted((one, other) => ((one.latestCall ?? '') < (other.latestCall ?? '') ? 1 : -1))
}

/**
 * Reads a caller with all records. Logs the view at most once an hour.
 * @returns undefined if the caller does not exist
 */
export async function readCaller(
  tx: OrganizationTransaction,
  actor: Actor & { id: string },
  id: string,
  { mayReadAppointments }: CallersReader,
): Promise<CallerPage | undefined> {
  const caller = await findCaller(tx, id)
  if (!caller) return undefined
  await recordReading(tx, actor, 'caller.read', caller.id)
  const { db } = tx
  const own = rowsOfCaller(tx, await phonesOf(tx, caller.id))
  const ofCalls = await callsOf(tx, own.calls)
  const ofLeads = await leadsOf(tx, own.leads)
  const names = [...ofCalls.map(({ name }) => name), ...ofLeads.map(({ name }) => name)]
  return {
    caller,
    numbers: await numbersOf(tx, caller.id),
    names: [...new Set(names.filter((name) => name !== null))],
    calls: ofCalls.map(({ name: _name, ...call }) => call),
    leads: ofLeads,
    visits: mayReadAppointments ? await visitsOf(tx, own.visits) : null,
    counts: {
      calls: await db.$count(calls, and(own.calls, eq(calls.isTest, false))),
      leads: await db.$count(leads, and(own.leads, eq(leads.isTest, false))),
      visits: mayReadAppointments
        ? await db.$count(appointments, and(own.visits, eq(appointments.isTest, false)))
        : null,
    },
    timeZone: await timeZoneOf(tx),
  }
}

/** Record types that identify a caller in a URL. Phone numbers must not appear in URLs. */
export const CALLER_SOURCES = ['call', 'lead', 'visit'] as const

const SOURCES = {
  call: { table: calls, phone: calls.callerPhone },
  lead: { table: leads, phone: leads.phone },
  visit: { table: appointments, phone: appointments.phone },
}

/** Returns the id of the record's caller. Returns undefined if the record has no phone number or does not exist. */
export async function callerOf(
  tx: OrganizationTransaction,
  source: (typeof CALLER_SOURCES)[number],
  id: string,
): Promise<string | undefined> {
  if (!isRowId(id)) return undefined
  const { table, phone } = SOURCES[source]
  const [row] = await tx.db
    .select({ phone })
    .from(table)
    .where(and(eq(table.organizationId, tx.organizationId), eq(table.id, id)))
  return row?.phone ? callerIdOf(tx, row.phone) : undefined
}
