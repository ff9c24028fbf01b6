import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { asJson, type Changed, isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { callerNumbers, callers } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
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

type Row = Omit<typeof callers.$inferSelect, 'organizationId' | 'nameKey' | 'nameTyped' | 'latestAt'>

const recordOf = (row: Row): CallerRecord => asJson(row)

const oneOf = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(callers.organizationId, organizationId), eq(callers.id, id))

/** A caller of the organization; undefined when there is none with this id, whatever the id is. */
export async function findCaller(tx: OrganizationTransaction, id: string): Promise<CallerRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db.select(RECORD).from(callers).where(oneOf(tx, id))
  return row && recordOf(row)
}

/** The numbers of a caller, in E.164. */
export async function phonesOf({ db, organizationId }: OrganizationTransaction, id: string): Promise<string[]> {
  const rows = await db
    .select({ phone: callerNumbers.phone })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.callerId, id)))
    .orderBy(asc(callerNumbers.phone))
  return rows.map(({ phone }) => phone)
}

/** Holds callers for a change until the transaction ends; always in the same order, so that no two wait for each other. */
async function holdCallers({ db, organizationId }: OrganizationTransaction, ids: string[]): Promise<CallerRecord[]> {
  const rows = await db
    .select(RECORD)
    .from(callers)
    .where(and(eq(callers.organizationId, organizationId), inArray(callers.id, ids.filter(isRowId))))
    .orderBy(callers.id)
    .for('update')
  return rows.map(recordOf)
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
  return recordOf(row)
}

/**
 * Changes what is known of a caller. A name that a person wrote stays whatever later calls say.
 * @param version that the change was made of; without one it is made whatever was there
 * @throws {z.ZodError} for a change that does not fit
 */
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
  // Emptied, the name is again what calls say.
  const typed = fields.includes('name') ? { nameTyped: wanted.name !== null } : {}
  const changed = await storeChange(tx, id, { ...wanted, ...typed })
  await recordEvent(tx, actor, { action: 'caller.updated', subjectId: id, details: { fields } })
  return { changed }
}

const TEXTS = ['address', 'house', 'system', 'notes'] as const

/** Both texts, each on lines of its own; one that is in the other already is not there twice. */
function joined(one: string | null, other: string | null): string | null {
  if (!one || !other) return one || other
  if (one.includes(other)) return one
  return other.includes(one) ? other : `${one}\n${other}`
}

/** What two callers become. Another name of the one who goes is kept among the notes. */
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
 * Makes two callers one: numbers move to the one that is kept, and with them calls, leads and visits; texts are joined.
 * @param version of the one that is kept, of which the merge was made
 * @returns the one that is kept; undefined when one of the two is not there, or both are the same
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

/** The numbers of those who asked not to be called, in E.164. */
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
