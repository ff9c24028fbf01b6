import { and, count, desc, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import type { RecordReader } from '../access/record-reader.ts'
import { PAGE_SIZE } from '../../constants.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { folded } from '../../platform/db/columns.ts'
import { appointments } from '../schema/appointments.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import { pageRange } from '../../values/paging.ts'
import { toE164 } from '../../values/phone-number.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../../platform/time/zone.ts'
import { phoneDigits } from '../../values/typed-phone.ts'
import type { CallerSearch } from './input.ts'
import type { CallerList, CallerSummary } from './record.ts'

export type CallersReader = Pick<RecordReader, 'mayReadAppointments'>

const MAX_WORDS = 12

const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

function phoneMatch({ db, organizationId }: OrganizationTransaction, search: string): SQL | undefined {
  const digits = phoneDigits(search)
  if (digits === undefined) return undefined
  const ids = db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(
      and(
        eq(callerNumbers.organizationId, organizationId),
        or(sql`${callerNumbers.phone} like ${`%${digits}%`}`, eq(callerNumbers.phone, toE164(search) ?? '')),
      ),
    )
  return inArray(callers.id, ids)
}

/** Matches names. Each search word must match the start of a word in the name; accents are ignored. */
function nameMatch(search: string): SQL | undefined {
  const words = search.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  return and(
    ...words.map((word) => sql`' ' || ${callers.nameKey} like '% ' || ${folded(sql`${literally(word)}::text`)} || '%'`),
  )
}

function callersWhere(tx: OrganizationTransaction, search: string): SQL | undefined {
  const own = eq(callers.organizationId, tx.organizationId)
  if (search === '') return own
  return and(own, phoneMatch(tx, search) ?? nameMatch(search))
}

const isReal = <Table extends typeof calls | typeof leads | typeof appointments>(table: Table) =>
  eq(table.isTest, false)

async function countsOf(
  { db, organizationId }: OrganizationTransaction,
  table: typeof calls | typeof leads | typeof appointments,
  phones: string[],
): Promise<Map<string | null, number>> {
  const phone = 'callerPhone' in table ? table.callerPhone : table.phone
  const rows = await db
    .select({ phone, count: count() })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(phone, phones), isReal(table)))
    .groupBy(phone)
  return new Map(rows.map((row) => [row.phone, row.count]))
}

async function latestCalls(
  { db, organizationId }: OrganizationTransaction,
  phones: string[],
): Promise<Map<string | null, Date | null>> {
  const rows = await db
    .select({ phone: calls.callerPhone, at: max(calls.startedAt) })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), inArray(calls.callerPhone, phones), isReal(calls)))
    .groupBy(calls.callerPhone)
  return new Map(rows.map(({ phone, at }) => [phone, at]))
}

async function phonesByCaller(
  { db, organizationId }: OrganizationTransaction,
  ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ id: callerNumbers.callerId, phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.callerId, ids)))
    .orderBy(callerNumbers.phone)
  const byCaller = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byCaller].map(([id, own]) => [id, own.map(({ phone }) => phone)]))
}

async function summariesOf(
  tx: OrganizationTransaction,
  rows: Pick<CallerSummary, 'id' | 'name' | 'doNotCall'>[],
  { mayReadAppointments }: CallersReader,
): Promise<CallerSummary[]> {
  if (rows.length === 0) return []
  const byCaller = await phonesByCaller(
    tx,
    rows.map(({ id }) => id),
  )
  const all = [...byCaller.values()].flat()
  const ofCalls = await countsOf(tx, calls, all)
  const ofLeads = await countsOf(tx, leads, all)
  const ofVisits = mayReadAppointments ? await countsOf(tx, appointments, all) : undefined
  const latest = await latestCalls(tx, all)
  return rows.map((row) => {
    const phones = byCaller.get(row.id) ?? []
    const sum = (counts: Map<string | null, number>) =>
      phones.reduce((total, phone) => total + (counts.get(phone) ?? 0), 0)
    const times = phones.map((phone) => latest.get(phone)?.toISOString() ?? '').toSorted()
    return {
      ...row,
      phones,
      calls: sum(ofCalls),
      leads: sum(ofLeads),
      visits: ofVisits ? sum(ofVisits) : null,
      latestCall: times.at(-1) || null,
    }
  })
}

/** Lists callers, latest call first. Callers without calls are sorted by their creation time. */
export async function listCallers(
  tx: OrganizationTransaction,
  reader: CallersReader,
  { search, page }: CallerSearch,
  now = new Date(),
): Promise<CallerList> {
  const { db } = tx
  const where = callersWhere(tx, search)
  const rows = await db
    .select({ id: callers.id, name: callers.name, doNotCall: callers.doNotCall })
    .from(callers)
    .where(where)
    .orderBy(desc(callers.latestAt), desc(callers.id))
    .limit(PAGE_SIZE)
    .offset(pageRange(page).from)
  const timeZone = await timeZoneOf(tx)
  return {
    rows: await summariesOf(tx, rows, reader),
    total: await db.$count(callers, where),
    timeZone,
    today: dayKey(now, timeZone),
  }
}
