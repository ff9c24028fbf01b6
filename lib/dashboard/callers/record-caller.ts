import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { callerNumbers, callers } from '../schema/callers.ts'

/**
 * Returns the id of the caller with this phone number.
 * @param phone E.164
 */
export async function findCallerId(
  { db, organizationId }: OrganizationTransaction,
  phone: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: callerNumbers.callerId })
    .from(callerNumbers)
    .where(and(eq(callerNumbers.organizationId, organizationId), eq(callerNumbers.phone, phone)))
  return row?.id
}

/** Data about a caller. `calledAt` is only set for calls. */
export type CallerDetails = { name?: string | null; calledAt?: Date }

/** Inserts a caller. Returns false if a concurrent transaction inserted the same phone number. */
async function addCaller(
  tx: OrganizationTransaction,
  phone: string,
  { name, calledAt }: CallerDetails,
): Promise<boolean> {
  const { db, organizationId } = tx
  const id = crypto.randomUUID()
  await db.insert(callers).values({ id, organizationId, name, ...(calledAt && { latestAt: calledAt }) })
  const insertedRows = await db
    .insert(callerNumbers)
    .values({ organizationId, phone, callerId: id })
    .onConflictDoNothing()
    .returning({ id: callerNumbers.callerId })
  if (insertedRows.length > 0) return true
  await db.delete(callers).where(and(eq(callers.organizationId, organizationId), eq(callers.id, id)))
  return false
}

/**
 * Creates or updates the caller of a phone number. The latest name replaces the stored one, unless a user typed the
 * stored name.
 * @param phone E.164; if it is missing, nothing happens
 */
export async function recordCaller(
  tx: OrganizationTransaction,
  phone: string | null | undefined,
  details: CallerDetails = {},
): Promise<void> {
  if (!phone) return
  const { db, organizationId } = tx
  const callerId = await findCallerId(tx, phone)
  if (!callerId && (await addCaller(tx, phone, details))) return
  // After a concurrent insert, this query returns the row of the other transaction.
  const id = callerId ?? (await findCallerId(tx, phone))
  const { name, calledAt } = details
  if (!id || (!name && !calledAt)) return
  await db
    .update(callers)
    .set({
      ...(name && { name: sql`case when ${callers.nameTyped} then ${callers.name} else ${name} end` }),
      ...(calledAt && { latestAt: sql`greatest(${callers.latestAt}, ${calledAt.toISOString()}::timestamptz)` }),
      updatedAt: sql`now()`,
    })
    .where(and(eq(callers.organizationId, organizationId), eq(callers.id, id)))
}

/** Caller of an imported lead. A name replaces the stored one, unless a user typed it. */
export type ImportedCaller = { phone: string; name?: string; doNotCall?: boolean }

/** Result of `recordCallers` for one phone number. `before` is the state before the change. */
export type RecordedCaller = {
  id: string
  isNew: boolean
  version: number
  before: { name: string | null; doNotCall: boolean; nameTyped: boolean }
}

const CALLER_STATE = {
  phone: callerNumbers.phone,
  id: callers.id,
  name: callers.name,
  nameTyped: callers.nameTyped,
  doNotCall: callers.doNotCall,
  version: callers.version,
}

async function findCallersByPhone({ db, organizationId }: OrganizationTransaction, phones: string[]) {
  const rows = await db
    .select(CALLER_STATE)
    .from(callerNumbers)
    .innerJoin(
      callers,
      and(eq(callers.organizationId, callerNumbers.organizationId), eq(callers.id, callerNumbers.callerId)),
    )
    .where(and(eq(callerNumbers.organizationId, organizationId), inArray(callerNumbers.phone, phones)))
    .orderBy(callers.id)
    .for('update', { of: callers })
  return new Map(rows.map((row) => [row.phone, row]))
}

/** Inserts callers. Concurrent transactions may insert some of the phone numbers first; those callers are kept. */
async function addCallers(tx: OrganizationTransaction, entries: ImportedCaller[]): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map()
  const { db, organizationId } = tx
  const rows = entries.map((entry) => ({ ...entry, id: crypto.randomUUID() }))
  await db.insert(callers).values(rows.map(({ id, name }) => ({ id, organizationId, name })))
  const inserted = await db
    .insert(callerNumbers)
    .values(rows.map(({ id, phone }) => ({ organizationId, phone, callerId: id })))
    .onConflictDoNothing()
    .returning({ phone: callerNumbers.phone, id: callerNumbers.callerId })
  const idsByPhone = new Map(inserted.map(({ phone, id }) => [phone, id]))
  const unusedIds = rows.filter(({ phone }) => !idsByPhone.has(phone)).map(({ id }) => id)
  if (unusedIds.length > 0)
    await db.delete(callers).where(and(eq(callers.organizationId, organizationId), inArray(callers.id, unusedIds)))
  return idsByPhone
}

/**
 * Creates or updates the callers of imported phone numbers, like `recordCaller`, in a fixed number of queries. Sets
 * the do-not-call mark, and never clears it.
 * @param entries one for each phone number, in E.164
 * @returns the callers by phone number
 */
export async function recordCallers(
  tx: OrganizationTransaction,
  entries: ImportedCaller[],
): Promise<Map<string, RecordedCaller>> {
  if (entries.length === 0) return new Map()
  const { db, organizationId } = tx
  const phones = entries.map(({ phone }) => phone)
  const known = await findCallersByPhone(tx, phones)
  const added = await addCallers(
    tx,
    entries.filter(({ phone }) => !known.has(phone)),
  )
  const current = added.size === 0 ? known : await findCallersByPhone(tx, phones)
  const changes = entries.flatMap(({ phone, name, doNotCall }) => {
    const caller = current.get(phone)
    if (!caller) return []
    const newName = name && !caller.nameTyped && name !== caller.name ? name : undefined
    const isMarked = doNotCall === true && !caller.doNotCall
    return newName || isMarked ? [{ id: caller.id, name: newName ?? null, mark: isMarked }] : []
  })
  if (changes.length > 0) {
    // Retention deletes unused callers of version 1. A do-not-call mark raises the version, so that it is never lost.
    await db.execute(sql`update callers set
        name = coalesce(change.name, callers.name),
        do_not_call = callers.do_not_call or change.mark,
        version = callers.version + change.mark::integer,
        updated_at = now()
      from (
        select id, max(name) as name, bool_or(mark) as mark
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as entry(id uuid, name text, mark boolean)
        group by id
      ) change
      where callers.organization_id = ${organizationId} and callers.id = change.id`)
  }
  const marked = new Set(changes.filter(({ mark }) => mark).map(({ id }) => id))
  return new Map(
    [...current].map(([phone, { id, name, nameTyped, doNotCall, version }]) => [
      phone,
      {
        id,
        isNew: added.has(phone),
        version: version + Number(marked.has(id)),
        before: { name, nameTyped, doNotCall },
      },
    ]),
  )
}
