import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { recordCaller } from '../callers/record-caller.ts'
import { requireCall } from '../calls/repository.ts'
import { PAGE_SIZE } from '../../constants.ts'
import {
  toJson,
  type UpdateResult,
  isRowId,
  buildOrderBy,
  type Page,
  buildPage,
  buildCursorCondition,
  type SortOrder,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { leadNotes, leads } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { type EventEntry, recordEvents } from '../events/record.ts'
import { notifyAssignee } from '../notifications/assigned.ts'
import { publishEvent } from '../publish/publish-event.ts'
import { getPageRange } from '../../values/paging.ts'
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
import { MAX_COUNTED_LEADS, MAX_COUNTED_PER_STAGE, type StageCounts } from './record.ts'
import { buildLeadQuery, type LeadMatches } from './search.ts'

export const getRecordColumns = (from = leads) =>
  Object.fromEntries(Object.keys(leadRecord.shape).map((name) => [name, from[name as keyof LeadRecord]])) as Pick<
    typeof leads,
    keyof LeadRecord
  >

const RECORD_COLUMNS = getRecordColumns()

const matchesLead = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(leads.organizationId, organizationId), eq(leads.id, id))

/** Stores a phone extension as a note, because phone numbers are stored in E.164 format, which has no extensions. */
async function addExtensionNote(
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
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the stored lead')
  if (!row.isTest) await recordCaller(tx, row.phone, { name: row.name })
  await recordEvents(tx, actor, [
    { action: 'lead.created', subjectId: row.id, details: { source, ...(isTest && { isTest }) } },
  ])
  await addExtensionNote(tx, actor, row.id, extension)
  const created = toJson(row)
  await publishEvent(tx, 'lead.created', created)
  await notifyAssignee(tx, actor, { subject: 'lead', ids: [created.id], userId: created.assigneeId })
  return created
}

/** Returns undefined if the id is unknown or malformed. */
export async function findLead(tx: OrganizationTransaction, id: string): Promise<LeadRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(leads).where(matchesLead(tx, id))
  return row && toJson(row)
}

export const findChangedFields = (before: LeadRecord, change: LeadChange): string[] =>
  Object.entries(change)
    .filter(([field, value]) => value !== undefined && value !== before[field as keyof LeadRecord])
    .map(([field]) => field)

/** Returns the audit events of a change. They do not name the assignee, because events outlive deleted users. */
export function buildEventEntries(before: LeadRecord, after: LeadRecord, fields: string[]): EventEntry[] {
  const subjectId = after.id
  const otherFields = fields.filter((field) => field !== 'assigneeId')
  const stageChange = before.stage === after.stage ? {} : { from: before.stage, to: after.stage }
  const updateEntry: EventEntry = {
    action: 'lead.updated',
    subjectId,
    details: { fields: otherFields, ...stageChange },
  }
  const to = after.assigneeId === null ? 'nobody' : 'person'
  const assignEntry: EventEntry = { action: 'lead.assigned', subjectId, details: { to } }
  return [...(otherFields.length > 0 ? [updateEntry] : []), ...(fields.includes('assigneeId') ? [assignEntry] : [])]
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
): Promise<UpdateResult<LeadRecord>> {
  const { values: changes, extension } = separateExtension(leadChange.parse(change))
  if (!isRowId(id)) return undefined
  const [lockedRow] = await tx.db.select(RECORD_COLUMNS).from(leads).where(matchesLead(tx, id)).for('update')
  if (!lockedRow) return undefined
  const before = toJson(lockedRow)
  if (version !== undefined && version !== before.version) return { conflict: before }
  const fields = findChangedFields(before, changes)
  await addExtensionNote(tx, actor, id, extension)
  if (fields.length === 0) return { changed: before }
  if (fields.includes('callId')) await requireCall(tx, changes.callId)
  const [row] = await tx.db
    .update(leads)
    .set({ ...changes, version: sql`${leads.version} + 1`, updatedAt: sql`now()` })
    .where(matchesLead(tx, id))
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the locked lead')
  const changed = toJson(row)
  if (!row.isTest && (fields.includes('phone') || fields.includes('name')))
    await recordCaller(tx, row.phone, { name: row.name })
  await recordEvents(tx, actor, buildEventEntries(before, changed, fields))
  await publishEvent(tx, 'lead.updated', changed)
  if (fields.includes('assigneeId'))
    await notifyAssignee(tx, actor, { subject: 'lead', ids: [id], userId: changed.assigneeId })
  return { changed }
}

const toSorting = (sort: LeadSort, from: typeof leads): SortOrder => ({
  column: from[getCursorField(sort)],
  id: from.id,
  direction: sort.startsWith('-') ? 'desc' : 'asc',
})

const getCursorField = (sort: LeadSort) =>
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
  const { from, where } = await buildLeadQuery(tx, filter)
  const sorting = toSorting(sort, from)
  const rows = await tx.db
    .select({ record: getRecordColumns(from), key: { id: from.id, by: sorting.column } })
    .from(from)
    .where(and(where, cursor ? buildCursorCondition(cursor, sorting) : undefined))
    .orderBy(...buildOrderBy(sorting))
    .limit(limit + 1)
  const page = buildPage(
    rows.map(({ record, key }) => ({ id: key.id, by: key.by as Date | string, record })),
    limit,
    ({ by }) => by,
  )
  return { rows: page.rows.map(({ record }) => toJson(record)), next: page.next }
}

/** Maximum number of matches for which sorting is faster than an index scan. */
const MAX_SORTED_MATCHES = 2_000

const buildPageOrder = (sort: LeadPageSort, from: typeof leads): SQL[] => {
  if (sort === 'urgency') return [asc(from.urgencyRank), desc(from.createdAt), desc(from.id)]
  if (sort === '-urgency') return [desc(from.urgencyRank), asc(from.createdAt), asc(from.id)]
  return buildOrderBy(toSorting(sort, from))
}

const countLeadsUpTo = (
  max: number,
  { db }: OrganizationTransaction,
  { from, where }: LeadMatches,
): Promise<number> => {
  const limitedRows = db
    .select({ id: from.id })
    .from(from)
    .where(where)
    .limit(max + 1)
  return db.$count(limitedRows.as('some') as unknown as typeof leads)
}

/** Returns a numbered page of leads. The total is counted up to `MAX_COUNTED_LEADS`; pages beyond it are empty. */
export async function listLeadPage(
  tx: OrganizationTransaction,
  { sort = '-createdAt', ...filter }: LeadFilter & { sort?: LeadPageSort | undefined },
  page: number,
): Promise<{ rows: LeadRecord[]; total: number; isMore: boolean }> {
  const matches = await buildLeadQuery(tx, filter)
  const matchCount = await countLeadsUpTo(MAX_COUNTED_LEADS, tx, matches)
  const total = Math.min(matchCount, MAX_COUNTED_LEADS)
  const range = getPageRange(page)
  const rows = range.from < total ? await selectRows(tx, matches, sort, range.from, total) : []
  return { rows, total, isMore: matchCount > MAX_COUNTED_LEADS }
}

async function selectRows(
  { db }: OrganizationTransaction,
  { from, where }: LeadMatches,
  sort: LeadPageSort,
  offset: number,
  total: number,
): Promise<LeadRecord[]> {
  // If there are only a few matches, sort them in a subquery. With ORDER BY, Postgres expects early matches and scans
  // the whole index.
  const limitedMatches = db
    .select(getTableColumns(from))
    .from(from)
    .where(where)
    .limit(MAX_SORTED_MATCHES)
    .as('few') as unknown as typeof leads
  const [source, condition] = total < MAX_SORTED_MATCHES ? [limitedMatches, undefined] : [from, where]
  const rows = await db
    .select(getRecordColumns(source))
    .from(source)
    .where(condition)
    .orderBy(...buildPageOrder(sort, source))
    .limit(PAGE_SIZE)
    .offset(offset)
  return rows.map(toJson)
}

/** Counts the matches of a search per stage in one query. A separate search per stage would be several times slower. */
async function countMatchesByStage(
  { db }: OrganizationTransaction,
  { from, where }: LeadMatches,
): Promise<StageCounts> {
  const limitedMatches = db
    .select({ stage: from.stage })
    .from(from)
    .where(and(where, eq(from.isTest, false)))
    .limit(MAX_COUNTED_LEADS + 1)
    .as('some')
  const rows = await db
    .select({ stage: limitedMatches.stage, count: count() })
    .from(limitedMatches)
    .groupBy(limitedMatches.stage)
  const counts = new Map(rows.map((row) => [row.stage, row.count]))
  const isComplete = rows.reduce((sum, row) => sum + row.count, 0) <= MAX_COUNTED_LEADS
  const capCount = (stageCount: number) => {
    if (stageCount > MAX_COUNTED_PER_STAGE) return MAX_COUNTED_PER_STAGE + 1
    return isComplete ? stageCount : null
  }
  return Object.fromEntries(STAGE_NAMES.map((stage) => [stage, capCount(counts.get(stage) ?? 0)])) as StageCounts
}

/** Counts leads per stage, regardless of the stage filter. Excludes test leads. See `stageCounts`. */
export async function countStages(
  tx: OrganizationTransaction,
  { stage: _stage, ...filter }: LeadFilter,
): Promise<StageCounts> {
  const matches = await buildLeadQuery(tx, filter)
  const { from, where } = matches
  if (from !== leads) return countMatchesByStage(tx, matches)
  const buildStageCount = (stage: Stage) => {
    const limitedRows = tx.db
      .select({ one: sql`1` })
      .from(from)
      .where(and(where, eq(from.stage, stage), eq(from.isTest, false)))
      .limit(MAX_COUNTED_PER_STAGE + 1)
    return [stage, sql<number>`(select count(*)::integer from (${limitedRows}) counted)`.as(stage)] as const
  }
  const counts = Object.fromEntries(STAGE_NAMES.map(buildStageCount))
  const [row] = await tx.db.select(counts).from(sql`(values (1)) one`)
  return row as StageCounts
}
