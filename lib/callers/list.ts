import { and, count, desc, eq, inArray, isNotNull, max, or, type SQL, sql } from 'drizzle-orm'
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

/** What a number is written with. */
const PHONE_CHARACTERS = /^[\d\s()+./-]+$/

/** A text in a pattern of `like` as it is. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** Callers one of whose numbers has these figures, however they were written. */
function phoneMatch({ db, organizationId }: OrganizationTransaction, search: string): SQL | undefined {
  const digits = search.replaceAll(/\D/g, '')
  if (!PHONE_CHARACTERS.test(search) || digits.length === 0) return undefined
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

/** How many rows of a table have a number of each caller, by the id of the caller. */
async function countsOf(
  { db, organizationId }: OrganizationTransaction,
  table: typeof calls | typeof leads | typeof appointments,
  ids: string[],
): Promise<Map<string, number>> {
  const phone = 'callerPhone' in table ? table.callerPhone : table.phone
  const rows = await db
    .select({ id: callerNumbers.callerId, count: count() })
    .from(callerNumbers)
    .innerJoin(table, and(eq(table.organizationId, organizationId), eq(phone, callerNumbers.phone), isReal(table)))
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.callerId, ids)))
    .groupBy(callerNumbers.callerId)
  return new Map(rows.map((row) => [row.id, row.count]))
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

type Found = Pick<CallerSummary, 'id' | 'name' | 'doNotCall'> & { latestCall: Date | null }

async function summariesOf(
  tx: OrganizationTransaction,
  rows: Found[],
  { mayReadAppointments }: CallersReader,
): Promise<CallerSummary[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const phones = await phonesByCaller(tx, ids)
  const ofCalls = await countsOf(tx, calls, ids)
  const ofLeads = await countsOf(tx, leads, ids)
  const ofVisits = mayReadAppointments ? await countsOf(tx, appointments, ids) : undefined
  return rows.map(({ latestCall, ...row }) => ({
    ...row,
    phones: phones.get(row.id) ?? [],
    calls: ofCalls.get(row.id) ?? 0,
    leads: ofLeads.get(row.id) ?? 0,
    visits: ofVisits ? (ofVisits.get(row.id) ?? 0) : null,
    latestCall: latestCall?.toISOString() ?? null,
  }))
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
  const { db, organizationId } = tx
  const where = callersWhere(tx, search)
  // First by number, whose calls are counted by its index, then by caller: a caller has few numbers, and a number many calls.
  const ofNumber = db
    .select({ phone: calls.callerPhone, at: max(calls.startedAt).as('at') })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), isNotNull(calls.callerPhone), isReal(calls)))
    .groupBy(calls.callerPhone)
    .as('of_number')
  const latest = db
    .select({ id: callerNumbers.callerId, at: max(ofNumber.at).as('latest_at') })
    .from(callerNumbers)
    .innerJoin(ofNumber, eq(ofNumber.phone, callerNumbers.phone))
    .where(eq(callerNumbers.organizationId, organizationId))
    .groupBy(callerNumbers.callerId)
    .as('latest')
  const rows = await db
    .select({
      id: callers.id,
      name: callers.name,
      doNotCall: callers.doNotCall,
      latestCall: sql<Date | null>`${latest.at}`.mapWith(calls.startedAt),
    })
    .from(callers)
    .leftJoin(latest, eq(latest.id, callers.id))
    .where(where)
    .orderBy(desc(sql`coalesce(${latest.at}, ${callers.createdAt})`), desc(callers.id))
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
