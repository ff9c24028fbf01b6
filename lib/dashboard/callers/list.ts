import { and, count, desc, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import type { RecordReader } from '../access/record-reader.ts'
import { PAGE_SIZE } from '../../constants.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { matchesPhone, matchesWords } from '../../platform/db/text-search.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import { getPageRange } from '../../values/paging.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import type { CallerSearch } from './input.ts'
import type { CallerList, CallerSummary } from './record.ts'

export type CallersReader = Pick<RecordReader, 'canReadAppointments'>

function hasPhone({ db, organizationId }: OrganizationTransaction, search: string): SQL | undefined {
  const matchesNumber = matchesPhone(callerNumbers.phone, search, 1)
  if (!matchesNumber) return undefined
  const ids = db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), matchesNumber))
  return inArray(callers.id, ids)
}

export function buildCallerFilter(tx: OrganizationTransaction, search: string): SQL | undefined {
  const matchesOrganization = eq(callers.organizationId, tx.organizationId)
  if (search === '') return matchesOrganization
  const matchesText = matchesWords(callers.searchKey, search) ?? sql`false`
  return and(matchesOrganization, or(hasPhone(tx, search), matchesText))
}

const isRealRow = <Table extends typeof calls | typeof leads | typeof appointments>(table: Table) =>
  eq(table.isTest, false)

async function countByPhone(
  { db, organizationId }: OrganizationTransaction,
  table: typeof calls | typeof leads | typeof appointments,
  phones: string[],
): Promise<Map<string | null, number>> {
  const phone = 'callerPhone' in table ? table.callerPhone : table.phone
  const rows = await db
    .select({ phone, count: count() })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(phone, phones), isRealRow(table)))
    .groupBy(phone)
  return new Map(rows.map((row) => [row.phone, row.count]))
}

async function findLatestCalls(
  { db, organizationId }: OrganizationTransaction,
  phones: string[],
): Promise<Map<string | null, Date | null>> {
  const rows = await db
    .select({ phone: calls.callerPhone, at: max(calls.startedAt) })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), inArray(calls.callerPhone, phones), isRealRow(calls)))
    .groupBy(calls.callerPhone)
  return new Map(rows.map(({ phone, at }) => [phone, at]))
}

async function findPhonesByCaller(
  { db, organizationId }: OrganizationTransaction,
  ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ id: callerNumbers.callerId, phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.callerId, ids)))
    .orderBy(callerNumbers.phone)
  const rowsByCaller = Map.groupBy(rows, ({ id }) => id)
  return new Map([...rowsByCaller].map(([id, callerRows]) => [id, callerRows.map(({ phone }) => phone)]))
}

async function buildSummaries(
  tx: OrganizationTransaction,
  rows: Pick<CallerSummary, 'id' | 'name' | 'doNotCall'>[],
  { canReadAppointments }: CallersReader,
): Promise<CallerSummary[]> {
  if (rows.length === 0) return []
  const callerPhones = await findPhonesByCaller(
    tx,
    rows.map(({ id }) => id),
  )
  const allPhones = [...callerPhones.values()].flat()
  const callCounts = await countByPhone(tx, calls, allPhones)
  const leadCounts = await countByPhone(tx, leads, allPhones)
  const visitCounts = canReadAppointments ? await countByPhone(tx, appointments, allPhones) : undefined
  const latestCallTimes = await findLatestCalls(tx, allPhones)
  return rows.map((row) => {
    const phones = callerPhones.get(row.id) ?? []
    const sum = (countsByPhone: Map<string | null, number>) =>
      phones.reduce((total, phone) => total + (countsByPhone.get(phone) ?? 0), 0)
    const times = phones.map((phone) => latestCallTimes.get(phone)?.toISOString() ?? '').toSorted()
    return {
      ...row,
      phones,
      calls: sum(callCounts),
      leads: sum(leadCounts),
      visits: visitCounts ? sum(visitCounts) : null,
      latestCall: times.at(-1) || null,
    }
  })
}

/** Lists callers, latest call first. Callers who have no calls are sorted by their creation time. */
export async function listCallers(
  tx: OrganizationTransaction,
  reader: CallersReader,
  { show, search, page }: CallerSearch,
  now = new Date(),
): Promise<CallerList> {
  const { db } = tx
  const where = and(buildCallerFilter(tx, search), show === 'blocked' ? eq(callers.doNotCall, true) : undefined)
  const rows = await db
    .select({ id: callers.id, name: callers.name, doNotCall: callers.doNotCall })
    .from(callers)
    .where(where)
    .orderBy(desc(callers.latestAt), desc(callers.id))
    .limit(PAGE_SIZE)
    .offset(getPageRange(page).from)
  const timeZone = await getTimeZone(tx)
  return {
    rows: await buildSummaries(tx, rows, reader),
    total: await db.$count(callers, where),
    timeZone,
    today: toDayKey(now, timeZone),
  }
}
