import { and, count, desc, eq, inArray, max, or, type SQL, sql } from 'drizzle-orm'
import { isAllowed } from '../auth/check-access.ts'
import type { Member } from '../auth/session-claims.ts'
import { PAGE_SIZE } from '../constants.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { folded } from '../db/schema/columns.ts'
import { appointments, callerNumbers, callers, calls, leads } from '../db/schema/index.ts'
import { pageRange } from '../paging.ts'
import { toE164 } from '../phone-number.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'
import { phoneDigits } from '../typed-phone.ts'
import type { CallerSearch } from './input.ts'
import type { CallerList, CallerSummary } from './record.ts'

/** Who looks at callers. */
export type CallersReader = { mayReadAppointments: boolean }

/** A member as somebody who looks at callers. */
export const callersReaderOf = (member: Member): CallersReader => ({
  mayReadAppointments: isAllowed(member, { permission: 'org:appointments:read' }),
})

/** More words than anybody looks for. */
const MAX_WORDS = 12

/** A text in a pattern of `like` as it is. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Callers one of whose numbers has these figures, however they were written. */
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

/** Callers in whose name each of the words is the beginning of a word, with and without accents. */
function nameMatch(search: string): SQL | undefined {
  const words = search.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  return and(
    ...words.map((word) => sql`' ' || ${callers.nameKey} like '% ' || ${folded(sql`${literally(word)}::text`)} || '%'`),
  )
}

/** The callers whom a search means. */
function callersWhere(tx: OrganizationTransaction, search: string): SQL | undefined {
  const own = eq(callers.organizationId, tx.organizationId)
  if (search === '') return own
  return and(own, phoneMatch(tx, search) ?? nameMatch(search))
}

const isReal = <Table extends typeof calls | typeof leads | typeof appointments>(table: Table) =>
  eq(table.isTest, false)

/** How many rows of a table have each of some numbers. */
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

/** The latest call from each of some numbers. */
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
  const phones = new Map<string, string[]>()
  for (const { id, phone } of rows) phones.set(id, [...(phones.get(id) ?? []), phone])
  return phones
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

/**
 * A page of the callers, PAGE_SIZE on each, those who called last first; who never called stands where they became known. A
 * number is found by any part of it, as people write it, and a name by the beginnings of its words, without accents too.
 */
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
  const [counted] = await db.select({ total: count() }).from(callers).where(where)
  const timeZone = await timeZoneOf(tx)
  return {
    rows: await summariesOf(tx, rows, reader),
    total: counted?.total ?? 0,
    timeZone,
    today: dayKey(now, timeZone),
  }
}
