import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { asJson, type Changed, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { callerNumbers, callers } from '../schema/callers.ts'
import type { Actor } from '../model/event.ts'
import { recordEvent } from '../events/record.ts'
import { type CallerChange, callerChange } from './input.ts'
import type { CallerRecord } from './record.ts'

const {
  organizationId: _own,
  nameKey: _key,
  nameTyped: _typed,
  latestAt: _latest,
  ...RECORD
} = getTableColumns(callers)

const oneOf = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(callers.organizationId, organizationId), eq(callers.id, id))

/** Undefined if not found, also for a malformed id. */
export async function findCaller(tx: OrganizationTransaction, id: string): Promise<CallerRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(callers).where(oneOf(tx, id))
  return row && asJson(row)
}

/** In E.164. */
export async function phonesOf({ db, organizationId }: OrganizationTransaction, id: string): Promise<string[]> {
  const rows = await db
    .select({ phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, id)))
    .orderBy(asc(callerNumbers.phone))
  return rows.map(({ phone }) => phone)
}

/** `SELECT … FOR UPDATE` in a fixed order, to prevent deadlocks. */
async function holdCallers({ db, organizationId }: OrganizationTransaction, ids: string[]): Promise<CallerRecord[]> {
  const rows = await db
    .select(RECORD)
    .from(callers)
    .where(and(eq(callers.organizationId, organizationId), inArray(callers.id, ids.filter(isRowId))))
    .orderBy(callers.id)
    .for('update')
  return rows.map(asJson)
}

async function storeChange(
  tx: OrganizationTransaction,
  id: string,
  values: Partial<typeof callers.$inferInsert>,
): Promise<CallerRecord> {
  const [row] = await tx.db
    .update(callers)
    .set({ ...values, version: sql`${callers.version} + 1`, updatedAt: sql`now()` })
    .where(oneOf(tx, id))
    .returning(RECORD)
  if (!row) throw new Error('A caller that is held could not be changed')
  return asJson(row)
}

/** @param version that the change is based on; any if omitted @throws {z.ZodError} */
export async function changeCaller(
  tx: OrganizationTransaction,
  actor: Actor,
  id: string,
  change: CallerChange,
  version?: number,
): Promise<Changed<CallerRecord>> {
  const wanted = callerChange.parse(change)
  const [before] = await holdCallers(tx, [id])
  if (!before) return undefined
  if (version !== undefined && version !== before.version) return { conflict: before }
  const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (field) => wanted[field] !== undefined && wanted[field] !== before[field],
  )
  if (fields.length === 0) return { changed: before }
  // An empty name lets calls set it again.
  const typed = fields.includes('name') ? { nameTyped: wanted.name !== null } : {}
  const changed = await storeChange(tx, id, { ...wanted, ...typed })
  await recordEvent(tx, actor, { action: 'caller.updated', subjectId: id, details: { fields } })
  return { changed }
}

const TEXTS = ['address', 'house', 'system', 'notes'] as const

function joined(one: string | null, other: string | null): string | null {
  if (!one || !other) return one || other
  if (one.includes(other)) return one
  return other.includes(one) ? other : `${one}\n${other}`
}

/** The merged caller; the other's name is kept in the notes. */
function mergedValues(keep: CallerRecord, other: CallerRecord) {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, joined(keep[field], other[field])])) as Pick<
    CallerRecord,
    (typeof TEXTS)[number]
  >
  const isOtherName = keep.name !== null && other.name !== null && keep.name !== other.name
  return {
    ...texts,
    name: keep.name ?? other.name,
    notes: isOtherName ? joined(texts.notes, `Also known as ${other.name}`) : texts.notes,
    doNotCall: keep.doNotCall || other.doNotCall,
  }
}

/**
 * Numbers move with their calls, leads and visits; texts are joined.
 * @param version of the kept caller
 * @returns the kept caller; undefined if either is missing or both are the same
 */
export async function mergeCallers(
  tx: OrganizationTransaction,
  actor: Actor,
  keepId: string,
  otherId: string,
  version: number,
): Promise<Changed<CallerRecord>> {
  const held = await holdCallers(tx, [keepId, otherId])
  const keep = held.find(({ id }) => id === keepId)
  const other = held.find(({ id }) => id === otherId)
  if (!keep || !other || keep.id === other.id) return undefined
  if (version !== keep.version) return { conflict: keep }
  const { db, organizationId } = tx
  const moved = await db
    .update(callerNumbers)
    .set({ callerId: keep.id })
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, other.id)))
    .returning({ phone: callerNumbers.phone })
  const typed = sql<boolean>`${callers.nameTyped} or (${callers.name} is null and exists (
    select from ${callers} other where other.organization_id = ${organizationId} and other.id = ${other.id} and other.name_typed))`
  const latest = sql`(select max(each.latest_at) from ${callers} each
    where each.organization_id = ${organizationId} and each.id in (${keep.id}, ${other.id}))`
  const changed = await storeChange(tx, keep.id, {
    ...mergedValues(keep, other),
    nameTyped: typed as unknown as boolean,
    latestAt: latest as unknown as Date,
  })
  await db.delete(callers).where(oneOf(tx, other.id))
  await recordEvent(tx, actor, {
    action: 'caller.merged',
    subjectId: keep.id,
    details: { otherId: other.id, numbers: moved.length },
  })
  return { changed }
}

/** In E.164. */
export async function doNotCallPhones({ db, organizationId }: OrganizationTransaction): Promise<string[]> {
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
