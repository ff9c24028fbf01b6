import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { toJson, type UpdateResult, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { type CallerChange, callerChange } from './input.ts'
import type { CallerRecord } from './record.ts'

const {
  organizationId: _organizationId,
  nameKey: _nameKey,
  searchKey: _searchKey,
  nameTyped: _nameTyped,
  latestAt: _latestAt,
  ...RECORD_COLUMNS
} = getTableColumns(callers)

const matchesCaller = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(callers.organizationId, organizationId), eq(callers.id, id))

/** Returns undefined if the id is unknown or malformed. */
export async function findCaller(tx: OrganizationTransaction, id: string): Promise<CallerRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD_COLUMNS).from(callers).where(matchesCaller(tx, id))
  return row && toJson(row)
}

/** Returns the phone numbers of a caller in E.164. */
export async function findPhones({ db, organizationId }: OrganizationTransaction, id: string): Promise<string[]> {
  const rows = await db
    .select({ phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, id)))
    .orderBy(asc(callerNumbers.phone))
  return rows.map(({ phone }) => phone)
}

/** `SELECT … FOR UPDATE`: locks the callers, in a fixed order to prevent deadlocks. */
async function lockCallers({ db, organizationId }: OrganizationTransaction, ids: string[]): Promise<CallerRecord[]> {
  const rows = await db
    .select(RECORD_COLUMNS)
    .from(callers)
    .where(and(eq(callers.organizationId, organizationId), inArray(callers.id, ids.filter(isRowId))))
    .orderBy(callers.id)
    .for('update')
  return rows.map(toJson)
}

async function updateCaller(
  tx: OrganizationTransaction,
  id: string,
  values: Partial<typeof callers.$inferInsert>,
): Promise<CallerRecord> {
  const [row] = await tx.db
    .update(callers)
    .set({ ...values, version: sql`${callers.version} + 1`, updatedAt: sql`now()` })
    .where(matchesCaller(tx, id))
    .returning(RECORD_COLUMNS)
  if (!row) throw new Error('No row returned for the locked caller')
  return toJson(row)
}

/**
 * Changes a caller.
 * @param version version that the change is based on; any version if omitted
 * @throws {z.ZodError}
 */
export async function changeCaller(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: CallerChange,
  version?: number,
): Promise<UpdateResult<CallerRecord>> {
  const changes = callerChange.parse(change)
  const [before] = await lockCallers(tx, [id])
  if (!before) return undefined
  if (version !== undefined && version !== before.version) return { conflict: before }
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )
  if (fields.length === 0) return { changed: before }
  // Calls do not replace a name that a user typed. After the name is cleared, calls set it again.
  const typedFlag = fields.includes('name') ? { nameTyped: changes.name !== null } : {}
  const changed = await updateCaller(tx, id, { ...changes, ...typedFlag })
  await recordEvent(tx, actor, { action: 'caller.updated', subjectId: id, details: { fields } })
  return { changed }
}

const TEXT_FIELDS = ['address', 'house', 'system', 'notes'] as const

function joinTexts(a: string | null, b: string | null): string | null {
  if (!a || !b) return a || b
  if (a.includes(b)) return a
  return b.includes(a) ? b : `${a}\n${b}`
}

/** Returns the values of the merged caller. If the other caller has a different name, it is added to the notes. */
function mergeValues(keep: CallerRecord, other: CallerRecord) {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, joinTexts(keep[field], other[field])])) as Pick<
    CallerRecord,
    (typeof TEXT_FIELDS)[number]
  >
  const hasOtherName = keep.name !== null && other.name !== null && keep.name !== other.name
  return {
    ...texts,
    name: keep.name ?? other.name,
    notes: hasOtherName ? joinTexts(texts.notes, `Also known as ${other.name}`) : texts.notes,
    doNotCall: keep.doNotCall || other.doNotCall,
  }
}

/**
 * Merges another caller into this one. The phone numbers move, and calls, leads and visits follow their number. Text
 * fields are joined.
 * @param version version of the caller that remains
 * @returns the merged caller; undefined if one of the callers does not exist or both are the same
 */
export async function mergeCallers(
  tx: OrganizationTransaction,
  actor: Actor,
  keepId: string,
  otherId: string,
  version: number,
): Promise<UpdateResult<CallerRecord>> {
  const lockedCallers = await lockCallers(tx, [keepId, otherId])
  const keep = lockedCallers.find(({ id }) => id === keepId)
  const other = lockedCallers.find(({ id }) => id === otherId)
  if (!keep || !other || keep.id === other.id) return undefined
  if (version !== keep.version) return { conflict: keep }
  const { db, organizationId } = tx
  const movedNumbers = await db
    .update(callerNumbers)
    .set({ callerId: keep.id })
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, other.id)))
    .returning({ phone: callerNumbers.phone })
  const isNameTyped = sql<boolean>`${callers.nameTyped} or (${callers.name} is null and exists (
    select from ${callers} other where other.organization_id = ${organizationId} and other.id = ${other.id} and other.name_typed))`
  const latestAt = sql`(select max(each.latest_at) from ${callers} each
    where each.organization_id = ${organizationId} and each.id in (${keep.id}, ${other.id}))`
  const changed = await updateCaller(tx, keep.id, {
    ...mergeValues(keep, other),
    nameTyped: isNameTyped as unknown as boolean,
    latestAt: latestAt as unknown as Date,
  })
  await db.delete(callers).where(matchesCaller(tx, other.id))
  await recordEvent(tx, actor, {
    action: 'caller.merged',
    subjectId: keep.id,
    details: { otherId: other.id, numbers: movedNumbers.length },
  })
  return { changed }
}

/** Returns the phone numbers, in E.164, of all callers with the do-not-call flag. */
export async function listDoNotCallPhones({ db, organizationId }: OrganizationTransaction): Promise<string[]> {
  const rows = await db
    .select({ phone: callerNumbers.phone })
    .from(callerNumbers)
    .innerJoin(
      callers,
      and(eq(callers.organizationId, callerNumbers.organizationId), eq(callers.id, callerNumbers.callerId)),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callers.doNotCall, true)))
    .orderBy(asc(callerNumbers.phone))
  return rows.map(({ phone }) => phone)
}
