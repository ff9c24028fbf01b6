import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { noteCaller } from '../callers/note-caller.ts'
import { requireCall } from '../calls/repository.ts'
import { PAGE_SIZE } from '../../constants.ts'
import {
  asJson,
  type Changed,
  isRowId,
  orderOf,
  type Page,
  pageOf,
  rowsAfter,
  type Sorting,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { type EventEntry, recordEvents } from '../events/record.ts'
import { pageRange } from '../../values/paging.ts'
import { separateExtension } from '../../values/phone-number.ts'
import {
  type LeadChange,
  leadChange,
  type LeadFilter,
  type LeadInput,
  leadInput,
  type LeadPageSort,
  type LeadRecord,
  leadRecord,
  type LeadSort,
} from './input.ts'
import { type Stage, STAGE_NAMES } from '../model/lead.ts'
import { COUNTED, COUNTED_PER_STAGE, type StageCounts } from './record.ts'
import { leadsFor, type LeadsFound } from './search.ts'

export const recordColumns = (from = leads) =>
  Object.fromEntries(Object.keys(leadRecord.shape).map((name) => [name, from[name as keyof LeadRecord]])) as Pick<
    typeof leads,
    keyof LeadRecord
  >

const RECORD = recordColumns()

const oneOf = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(leads.organizationId, organizationId), eq(leads.id, id))

/** Stores a phone extension as a note, because phone numbers are stored in E.164, without extensions. */
async function noteExtension(
  { db, organizationId }: OrganizationTransaction,
  actor: Actor,
  leadId: string,
  extension: string | undefined,
): Promise<void> {
  if (!extension) return
  const authorId = actor.kind === 'person' ? actor.id : null
  await db.insert(leadNotes).values({ organizationId, leadId, authorId, text: `Phone extension: ${extension}` })
}

/**
 * Creates a lead. The source depends on the actor if omitted.
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the call does not exist
 */
export async function createLead(
  tx: OrganizationTransaction,
  actor: Actor,
  input: LeadInput,
  { isTest = false } = {},
): Promise<LeadRecord> {
  const { values, extension } = separateExtension(leadInput.parse(input))
  const { source = actor.kind === 'key' ? 'api' : 'call', ...parts } = values
  await requireCall(tx, parts.callId)
  const { db, organizationId } = tx
  const [row] = await db
    .insert(leads)
    .values({ ...parts, source, isTest, organizationId })
    .returning(RECORD)
  if (!row) throw new Error('No row returned for the stored lead')
  if (!row.isTest) await noteCaller(tx, row.phone, { name: row.name })
  await recordEvents(tx, actor, [
    { action: 'lead.created', subjectId: row.id, details: { source, ...(isTest && { isTest }) } },
  ])
  await noteExtension(tx, actor, row.id, extension)
  return asJson(row)
}

/** Returns undefined if the id is unknown or malformed. */
export async function findLead(tx: OrganizationTransaction, id: string): Promise<LeadRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(leads).where(oneOf(tx, id))
  return row && asJson(row)
}

export const changedFields = (before: LeadRecord, change: LeadChange): string[] =>
  Object.entries(change)
    .filter(([field, value]) => value !== undefined && value !== before[field as keyof LeadRecord])
    .map(([field]) => field)

/** Returns the audit events of a change. They do not name the assignee, because events outlive deleted users. */
export function entriesOf(before: LeadRecord, after: LeadRecord, fields: string[]): EventEntry[] {
  const subjectId = after.id
  const others = fields.filter((field) => field !== 'assigneeId')
  const stages = before.stage === after.stage ? {} : { from: before.stage, to: after.stage }
  const updated: EventEntry = { action: 'lead.updated', subjectId, details: { fields: others, ...stages } }
  const to = after.assigneeId === null ? 'nobody' : 'person'
  const assigned: EventEntry = { action: 'lead.assigned', subjectId, details: { to } }
  return [...(others.length > 0 ? [updated] : []), ...(fields.includes('assigneeId') ? [assigned] : [])]
}

/**
 * Changes a lead. Records an assignment as a separate audit event.
 * @param version version that the change is based on; any version if omitted
 * @throws {z.ZodError}
 * @throws {UnknownReferenceError} if the call does not exist
 */
export async function changeLead(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: LeadChange,
  version?: number,
): Promise<Changed<LeadRecord>> {
  const { values: wanted, extension } = separateExtension(leadChange.parse(change))
  if (!isRowId(id)) return undefined
  const [held] = await tx.db.select(RECORD).from(leads).where(oneOf(tx, id)).for('update')
  if (!held) return undefined
  const before = asJson(held)
  if (version !== undefined && version !== before.version) return { conflict: before }
  const fields = changedFields(before, wanted)
  await noteExtension(tx, actor, id, extension)
  if (fields.length === 0) return { changed: before }
  if (fields.includes('callId')) await requireCall(tx, wanted.callId)
  const [row] = await tx.db
    .update(leads)
    .set({ ...wanted, version: sql`${leads.version} + 1`, updatedAt: sql`now()` })
    .where(oneOf(tx, id))
    .returning(RECORD)
  if (!row) throw new Error('No row returned for the locked lead')
  const changed = asJson(row)
  if (!row.isTest && (fields.includes('phone') || fields.includes('name')))
    await noteCaller(tx, row.phone, { name: row.name })
  await recordEvents(tx, actor, entriesOf(before, changed, fields))
  return { changed }
}

const sortingOf = (sort: LeadSort, from: typeof leads): Sorting => ({
  by: from[cursorField(sort)],
  id: from.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const cursorField = (sort: LeadSort) =>
  ({ createdAt: 'createdAt', updatedAt: 'updatedAt', name: 'nameKey' } as const)[
    sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'name'
  ]

/**
 * Returns a page of leads.
 * @throws {CursorError} for an invalid cursor
 */
export async function listLeads(
  tx: OrganizationTransaction,
  {
    sort = '-createdAt',
    limit = PAGE_SIZE,
    cursor,
    ...filter
  }: LeadFilter & { sort?: LeadSort | undefined; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<LeadRecord>> {
  const { from, where } = await leadsFor(tx, filter)
  const sorting = sortingOf(sort, from)
  const rows = await tx.db
    .select({ record: recordColumns(from), key: { id: from.id, by: sorting.by } })
    .from(from)
    .where(and(where, cursor ? rowsAfter(cursor, sorting) : undefined))
    .orderBy(...orderOf(sorting))
    .limit(limit + 1)
  const page = pageOf(
    rows.map(({ record, key }) => ({ id: key.id, by: key.by as Date | string, record })),
    limit,
    ({ by }) => by,
  )
  return { rows: page.rows.map(({ record }) => asJson(record)), next: page.next }
}

/** Maximum number of matches for which sorting is faster than an index scan. */
const SORTED_AT_ONCE = 2_000

const orderOfPage = (sort: LeadPageSort, from: typeof leads): SQL[] => {
  if (sort === 'urgency') return [asc(from.urgencyRank), desc(from.createdAt), desc(from.id)]
  if (sort === '-urgency') return [desc(from.urgencyRank), asc(from.createdAt), asc(from.id)]
  return orderOf(sortingOf(sort, from))
}

const countUpTo = (most: number, { db }: OrganizationTransaction, { from, where }: LeadsFound): Promise<number> => {
  const some = db
    .select({ id: from.id })
    .from(from)
    .where(where)
    .limit(most + 1)
  return db.$count(some.as('some') as unknown as typeof leads)
}

/** Returns a numbered page of leads. The total is counted up to COUNTED; pages beyond it are empty. */
export async function pageOfLeads(
  tx: OrganizationTransaction,
  { sort = '-createdAt', ...filter }: LeadFilter & { sort?: LeadPageSort | undefined },
  page: number,
): Promise<{ rows: LeadRecord[]; total: number; isMore: boolean }> {
  const found = await leadsFor(tx, filter)
  const counted = await countUpTo(COUNTED, tx, found)
  const total = Math.min(counted, COUNTED)
  const range = pageRange(page)
  const rows = range.from < total ? await rowsOf(tx, found, sort, range.from, total) : []
  return { rows, total, isMore: counted > COUNTED }
}

async function rowsOf(
  { db }: OrganizationTransaction,
  { from, where }: LeadsFound,
  sort: LeadPageSort,
  offset: number,
  total: number,
): Promise<LeadRecord[]> {
  // Sort few matches in a subquery. With ORDER BY, Postgres expects early matches and scans the whole index.
  const few = db
    .select(getTableColumns(from))
    .from(from)
    .where(where)
    .limit(SORTED_AT_ONCE)
    .as('few') as unknown as typeof leads
  const [source, condition] = total < SORTED_AT_ONCE ? [few, undefined] : [from, where]
  const rows = await db
    .select(recordColumns(source))
    .from(source)
    .where(condition)
    .orderBy(...orderOfPage(sort, source))
    .limit(PAGE_SIZE)
    .offset(offset)
  return rows.map(asJson)
}

/** Counts the matches of a search per stage in one query. A separate search per stage would be several times slower. */
async function countFound({ db }: OrganizationTransaction, { from, where }: LeadsFound): Promise<StageCounts> {
  const some = db
    .select({ stage: from.stage })
    .from(from)
    .where(and(where, eq(from.isTest, false)))
    .limit(COUNTED + 1)
    .as('some')
  const rows = await db.select({ stage: some.stage, count: count() }).from(some).groupBy(some.stage)
  const counts = new Map(rows.map((row) => [row.stage, row.count]))
  const areAll = rows.reduce((sum, row) => sum + row.count, 0) <= COUNTED
  const countOf = (found: number) => {
    if (found > COUNTED_PER_STAGE) return COUNTED_PER_STAGE + 1
    return areAll ? found : null
  }
  return Object.fromEntries(STAGE_NAMES.map((stage) => [stage, countOf(counts.get(stage) ?? 0)])) as StageCounts
}

/** Counts leads per stage, without test calls and regardless of the stage filter. See `stageCounts`. */
export async function countStages(
  tx: OrganizationTransaction,
  { stage: _any, ...filter }: LeadFilter,
): Promise<StageCounts> {
  const found = await leadsFor(tx, filter)
  const { from, where } = found
  if (from !== leads) return countFound(tx, found)
  const countOf = (stage: Stage) => {
    const some = tx.db
      .select({ one: sql`1` })
      .from(from)
      .where(and(where, eq(from.stage, stage), eq(from.isTest, false)))
      .limit(COUNTED_PER_STAGE + 1)
    return [stage, sql<number>`(select count(*)::integer from (${some}) counted)`.as(stage)] as const
  }
  const counts = Object.fromEntries(STAGE_NAMES.map(countOf))
  const [row] = await tx.db.select(counts).from(sql`(values (1)) one`)
  return row as StageCounts
}
