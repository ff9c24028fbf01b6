import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { toJson } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { matchesPhone, matchesWords } from '../../platform/db/text-search.ts'
import { buildCallerFilter } from '../callers/list.ts'
import { buildCallCondition } from '../calls/search.ts'
import { buildLeadQuery, type LeadMatches } from '../leads/search.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import {
  MAX_RESULTS_PER_KIND,
  type MatchOf,
  type RecentInput,
  type RecordKind,
  type SearchInput,
  type SearchResponse,
} from './input.ts'

export type SearchReader = { canReadLeads: boolean; canReadAppointments: boolean }

type Condition = SQL | undefined

async function findCalls(
  { db }: OrganizationTransaction,
  where: Condition,
  limit: number,
): Promise<MatchOf<'calls'>[]> {
  const { id, callerName, callerPhone, startedAt, summary, callerWords } = calls
  const rows = await db
    .select({ id, callerName, callerPhone, startedAt, summary, callerWords })
    .from(calls)
    .where(where)
    .orderBy(desc(startedAt), desc(id))
    .limit(limit)
  return rows.map(toJson)
}

async function findLeads(
  { db }: OrganizationTransaction,
  { from, where }: LeadMatches,
  limit: number,
): Promise<MatchOf<'leads'>[]> {
  const { id, name, phone, email, address, zip, problem, stage } = from
  return db
    .select({ id, name, phone, email, address, zip, problem, stage })
    .from(from)
    .where(where)
    .orderBy(desc(from.createdAt), desc(id))
    .limit(limit)
}

async function findCallers(
  { db, organizationId }: OrganizationTransaction,
  where: Condition,
  limit: number,
): Promise<MatchOf<'callers'>[]> {
  const { id, name, address } = callers
  const rows = await db
    .select({ id, name, address })
    .from(callers)
    .where(where)
    .orderBy(desc(callers.latestAt), desc(id))
    .limit(limit)
  const ids = rows.map((row) => row.id)
  const numbers = await db
    .select({ callerId: callerNumbers.callerId, phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.callerId, ids)))
    .orderBy(callerNumbers.phone)
  return rows.map((row) => ({
    ...row,
    phones: numbers.filter(({ callerId }) => callerId === row.id).map(({ phone }) => phone),
  }))
}

async function findAppointments(
  { db }: OrganizationTransaction,
  where: Condition,
  limit: number,
): Promise<MatchOf<'appointments'>[]> {
  const { id, customer, phone, address, job, startsAt, endsAt, state } = appointments
  const rows = await db
    .select({ id, customer, phone, address, job, startsAt, endsAt, state })
    .from(appointments)
    .where(where)
    .orderBy(desc(startsAt), desc(id))
    .limit(limit)
  return rows.map(toJson)
}

const matchesAppointment = ({ organizationId }: OrganizationTransaction, search: string): Condition =>
  and(
    eq(appointments.organizationId, organizationId),
    or(matchesPhone(appointments.phone, search), matchesWords(appointments.searchKey, search) ?? sql`false`),
  )

const WORD_CHARACTER = /[\p{L}\p{N}]/u

function toGroup<Match>(rows: Match[]): { rows: Match[]; isMore: boolean } {
  return { rows: rows.slice(0, MAX_RESULTS_PER_KIND), isMore: rows.length > MAX_RESULTS_PER_KIND }
}

/** Finds the latest records of each kind that the user may read. */
export async function searchRecords(
  tx: OrganizationTransaction,
  { canReadLeads, canReadAppointments }: SearchReader,
  { search }: SearchInput,
): Promise<SearchResponse> {
  // A search without words would match all leads.
  const limit = WORD_CHARACTER.test(search) ? MAX_RESULTS_PER_KIND + 1 : 0
  return {
    calls: canReadLeads ? toGroup(await findCalls(tx, await buildCallCondition(tx, { search }), limit)) : null,
    leads: canReadLeads ? toGroup(await findLeads(tx, await buildLeadQuery(tx, { search }), limit)) : null,
    callers: canReadLeads ? toGroup(await findCallers(tx, buildCallerFilter(tx, search), limit)) : null,
    appointments: canReadAppointments
      ? toGroup(await findAppointments(tx, matchesAppointment(tx, search), limit))
      : null,
    timeZone: await getTimeZone(tx),
  }
}

/** Returns the records that still exist and that the user may read, in no particular order. */
export async function readRecentRecords(
  tx: OrganizationTransaction,
  { canReadLeads, canReadAppointments }: SearchReader,
  { records }: RecentInput,
): Promise<SearchResponse> {
  const { organizationId } = tx
  const hasRow = (kind: RecordKind, table: typeof calls | typeof leads | typeof callers | typeof appointments) =>
    and(
      eq(table.organizationId, organizationId),
      inArray(
        table.id,
        records.filter((record) => record.kind === kind).map(({ id }) => id),
      ),
    )
  const toAll = <Match>(rows: Match[]) => ({ rows, isMore: false })
  const limit = records.length
  return {
    calls: canReadLeads ? toAll(await findCalls(tx, hasRow('calls', calls), limit)) : null,
    leads: canReadLeads ? toAll(await findLeads(tx, { from: leads, where: hasRow('leads', leads) }, limit)) : null,
    callers: canReadLeads ? toAll(await findCallers(tx, hasRow('callers', callers), limit)) : null,
    appointments: canReadAppointments
      ? toAll(await findAppointments(tx, hasRow('appointments', appointments), limit))
      : null,
    timeZone: await getTimeZone(tx),
  }
}
