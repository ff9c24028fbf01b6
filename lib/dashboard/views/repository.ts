import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { withAdvisoryLock } from '../../platform/db/client.ts'
import { isRowId, toJson, type UpdateResult } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { toDayKey } from '../../platform/time/zone.ts'
import { recordEvent } from '../events/record.ts'
import type { ViewedList } from '../model/saved-view.ts'
import { savedViews } from '../schema/views.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { MAX_VIEWS, type ViewChange, type ViewInput, type ViewList, type ViewRecord } from './input.ts'
import { toViewQuery } from './list-query.ts'

/** A change of a view that is rejected. The message ends without a period. */
export class ViewError extends Error {
  readonly reason: 'too-many' | 'duplicate' | 'not-creator'
  constructor(reason: ViewError['reason'], message: string) {
    super(message)
    this.name = 'ViewError'
    this.reason = reason
  }
}

type Person = { kind: 'person'; id: string }

export type ViewsReader = {
  userId: string
  /** Lists that the user may read. */
  lists: ViewedList[]
  /** Whether the user may change shared views of others. */
  canManage: boolean
}

const toViewRecord = ({ organizationId: _organizationId, ...view }: typeof savedViews.$inferSelect): ViewRecord =>
  toJson(view)

const isVisible = ({ organizationId }: OrganizationTransaction, { userId, lists }: Omit<ViewsReader, 'canManage'>) =>
  and(
    eq(savedViews.organizationId, organizationId),
    inArray(savedViews.list, lists),
    or(savedViews.isShared, eq(savedViews.createdById, userId)),
  )

/** Lists the user's views and the shared views, by name. */
export async function readViews(tx: OrganizationTransaction, reader: ViewsReader, now = new Date()): Promise<ViewList> {
  const rows = await tx.db
    .select()
    .from(savedViews)
    .where(isVisible(tx, reader))
    .orderBy(asc(sql`lower(${savedViews.name})`), asc(savedViews.id))
  return {
    views: rows.map(toViewRecord),
    canManage: reader.canManage,
    today: toDayKey(now, await getTimeZone(tx)),
  }
}

/** Prevents concurrent saves from exceeding the limit or using a name twice. */
const withLockedList = <Result>(
  { db, organizationId }: OrganizationTransaction,
  list: ViewedList,
  work: () => Promise<Result>,
): Promise<Result> => withAdvisoryLock(db, `views ${organizationId} ${list}`, work)

/** @throws {ViewError} if another view of the same list and scope has the name */
async function requireUniqueName(
  { db, organizationId }: OrganizationTransaction,
  {
    list,
    name,
    isShared,
    createdById,
    id,
  }: Pick<ViewRecord, 'list' | 'name' | 'isShared' | 'createdById'> & { id?: string },
): Promise<void> {
  const rows = await db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.organizationId, organizationId),
        eq(savedViews.list, list),
        eq(savedViews.isShared, isShared),
        isShared ? undefined : eq(savedViews.createdById, createdById ?? ''),
        sql`lower(${savedViews.name}) = lower(${name})`,
      ),
    )
  if (rows.every((row) => row.id === id)) return
  throw new ViewError(
    'duplicate',
    isShared
      ? 'Your company already has a shared view with this name. Choose another name'
      : 'You already have a view with this name. Choose another name',
  )
}

/** @throws {ViewError} */
export const createView = (tx: OrganizationTransaction, actor: Person, input: ViewInput): Promise<ViewRecord> =>
  withLockedList(tx, input.list, async () => {
    const { db, organizationId } = tx
    const { list, name, isShared } = input
    const count = await db.$count(
      savedViews,
      and(eq(savedViews.organizationId, organizationId), eq(savedViews.list, list)),
    )
    if (count >= MAX_VIEWS) {
      throw new ViewError('too-many', `Your company already has ${MAX_VIEWS} views of this list. Delete one first`)
    }
    await requireUniqueName(tx, { list, name, isShared, createdById: actor.id })
    const query = toViewQuery(list, new URLSearchParams(input.query))
    const [row] = await db
      .insert(savedViews)
      .values({ organizationId, list, name, query, isShared, createdById: actor.id })
      .returning()
    if (!row) throw new Error('A view was not stored')
    await recordEvent(tx, actor, { action: 'view.created', subjectId: row.id, details: { list, isShared } })
    return toViewRecord(row)
  })

/**
 * `SELECT … FOR UPDATE`: locks a view that the user may change.
 * @returns undefined if the view does not exist or is another user's private view
 * @throws {ViewError} if only its creator may change the view
 */
async function lockView(tx: OrganizationTransaction, reader: ViewsReader, id: string): Promise<ViewRecord | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db
    .select()
    .from(savedViews)
    .where(and(isVisible(tx, reader), eq(savedViews.id, id)))
    .for('update')
  if (row && row.createdById !== reader.userId && !reader.canManage) {
    throw new ViewError('not-creator', 'Only the person who shared this view or an admin can change it')
  }
  return row && toViewRecord(row)
}

const matchesView = ({ organizationId }: OrganizationTransaction, id: string) =>
  and(eq(savedViews.organizationId, organizationId), eq(savedViews.id, id))

/**
 * Changes a view.
 * @param version version that the change is based on
 * @throws {ViewError}
 */
export async function changeView(
  tx: OrganizationTransaction,
  actor: Person,
  reader: ViewsReader,
  id: string,
  change: ViewChange,
  version: number,
): Promise<UpdateResult<ViewRecord>> {
  const before = await lockView(tx, reader, id)
  if (!before) return undefined
  if (before.version !== version) return { conflict: before }
  const query = change.query === undefined ? before.query : toViewQuery(before.list, new URLSearchParams(change.query))
  const values = { name: change.name ?? before.name, query, isShared: change.isShared ?? before.isShared }
  const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => values[field] !== before[field])
  if (fields.length === 0) return { changed: before }
  if (!values.isShared && before.createdById !== reader.userId) {
    throw new ViewError('not-creator', 'Only the person who shared this view can make it private')
  }
  return withLockedList(tx, before.list, async () => {
    await requireUniqueName(tx, { ...before, ...values })
    const [row] = await tx.db
      .update(savedViews)
      .set({ ...values, version: sql`${savedViews.version} + 1`, updatedAt: sql`now()` })
      .where(matchesView(tx, id))
      .returning()
    if (!row) throw new Error('No row returned for the locked view')
    await recordEvent(tx, actor, { action: 'view.changed', subjectId: id, details: { fields } })
    return { changed: toViewRecord(row) }
  })
}

/**
 * Deletes a view.
 * @returns whether the view existed
 * @throws {ViewError}
 */
export async function deleteView(
  tx: OrganizationTransaction,
  actor: Person,
  reader: ViewsReader,
  id: string,
): Promise<boolean> {
  const view = await lockView(tx, reader, id)
  if (!view) return false
  await tx.db.delete(savedViews).where(matchesView(tx, id))
  await recordEvent(tx, actor, { action: 'view.deleted', subjectId: id, details: { list: view.list } })
  return true
}
