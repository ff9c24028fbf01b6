import { millisecondsInDay } from 'date-fns/constants'
import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { type AreaName, AREAS } from '../../platform/auth/access-table.ts'
import {
  buildCursorCondition,
  buildOrderBy,
  buildPage,
  isRowId,
  type SortOrder,
  toJson,
} from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { calls } from '../schema/calls.ts'
import { leads } from '../schema/leads.ts'
import { notifications } from '../schema/notifications.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { MAX_SHOWN_UNREAD, type NotificationList, type NotificationRecord } from './record.ts'

const NOTIFICATIONS_PAGE_SIZE = 30

const RETENTION_DAYS = 90

const LATEST_FIRST: SortOrder = { column: notifications.createdAt, id: notifications.id, direction: 'desc' }

/** Member who reads their notifications. `canOpen` returns whether they may open an area. */
export type NotificationReader = { userId: string; canOpen: (area: AreaName) => boolean }

type Row = typeof notifications.$inferSelect

function getArea({ kind, details }: Row): 'calls' | 'leads' | 'imports' | 'integrations' | 'webhooks' {
  switch (kind) {
    case 'alert':
      return 'calls'
    case 'assigned':
      return details.subject === 'lead' ? 'leads' : 'calls'
    case 'mention':
      return 'leads'
    case 'import':
      return 'imports'
    case 'integration':
      return 'integrations'
    case 'webhook':
      return 'webhooks'
  }
}

/** Returns the names of the existing calls or leads by id. */
async function findNames(
  { db, organizationId }: OrganizationTransaction,
  area: 'calls' | 'leads',
  rows: readonly Row[],
): Promise<Map<string, string | null>> {
  const ids = rows.flatMap((row) =>
    getArea(row) === area && row.subjectId && isRowId(row.subjectId) ? row.subjectId : [],
  )
  if (ids.length === 0) return new Map()
  const [table, name] = area === 'calls' ? [calls, calls.callerName] : [leads, leads.name]
  const records = await db
    .select({ id: table.id, name })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), inArray(table.id, ids)))
  return new Map(records.map((record) => [record.id, record.name]))
}

type Names = { calls: Map<string, string | null>; leads: Map<string, string | null> }

function findPath({ subjectId, details }: Row, area: ReturnType<typeof getArea>, names: Names): string | null {
  const { path } = AREAS[area]
  if (area !== 'calls' && area !== 'leads') return path
  if (subjectId) return names[area].has(subjectId) ? `${path}/${subjectId}` : null
  return details.subject === 'lead' ? `${path}?assignee=me` : null
}

/** Returns what the user may read of a notification. A role may have changed since it was sent. */
function toRecord(row: Row, { canOpen }: NotificationReader, names: Names): NotificationRecord {
  const { id, kind, createdAt, readAt, subjectId } = row
  const area = getArea(row)
  const isOpen = canOpen(area)
  const hasName = area === 'calls' || area === 'leads'
  // The channels and the subject of an assignment reveal nothing about the record.
  const isPublic = kind === 'alert' || kind === 'assigned' || kind === 'mention'
  return {
    ...toJson({ id, createdAt, readAt }),
    kind,
    details: isOpen || isPublic ? row.details : {},
    name: (isOpen && hasName && subjectId && names[area].get(subjectId)) || null,
    path: isOpen ? findPath(row, area, names) : null,
  }
}

const matchesUser = ({ organizationId }: OrganizationTransaction, userId: string) =>
  and(eq(notifications.organizationId, organizationId), eq(notifications.userId, userId))

/**
 * Returns a page of the user's notifications, newest first.
 * @throws {CursorError} for an invalid cursor
 */
export async function listNotifications(
  tx: OrganizationTransaction,
  reader: NotificationReader,
  { cursor, limit = NOTIFICATIONS_PAGE_SIZE }: { cursor?: string | undefined; limit?: number } = {},
): Promise<NotificationList> {
  const selectedRows = await tx.db
    .select()
    .from(notifications)
    .where(and(matchesUser(tx, reader.userId), cursor ? buildCursorCondition(cursor, LATEST_FIRST) : undefined))
    .orderBy(...buildOrderBy(LATEST_FIRST))
    .limit(limit + 1)
  const { rows, next } = buildPage(selectedRows, limit, ({ createdAt }) => createdAt)
  const names = { calls: await findNames(tx, 'calls', rows), leads: await findNames(tx, 'leads', rows) }
  return { rows: rows.map((row) => toRecord(row, reader, names)), next, timeZone: await getTimeZone(tx) }
}

/** Counts the user's unread notifications, up to `MAX_SHOWN_UNREAD` + 1. */
export async function countUnread(tx: OrganizationTransaction, userId: string): Promise<number> {
  const unreadRows = await tx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(matchesUser(tx, userId), isNull(notifications.readAt)))
    .limit(MAX_SHOWN_UNREAD + 1)
  return unreadRows.length
}

/** Marks a notification of the user as read. Returns false if it does not exist. */
export async function markRead(tx: OrganizationTransaction, userId: string, id: string): Promise<boolean> {
  if (!isRowId(id)) return false
  const changedRows = await tx.db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(matchesUser(tx, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id })
  return changedRows.length > 0
}

/** Marks the user's notifications as read that were added until a time. */
export async function markAllRead(tx: OrganizationTransaction, userId: string, until: Date): Promise<void> {
  await tx.db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(matchesUser(tx, userId), isNull(notifications.readAt), lte(notifications.createdAt, until)))
}

export async function deleteUserNotifications(tx: OrganizationTransaction, userId: string): Promise<void> {
  await tx.db.delete(notifications).where(matchesUser(tx, userId))
}

export async function deleteOldNotifications({ db, organizationId }: OrganizationTransaction, at: Date): Promise<void> {
  const cutoff = new Date(at.getTime() - RETENTION_DAYS * millisecondsInDay)
  await db
    .delete(notifications)
    .where(and(eq(notifications.organizationId, organizationId), lt(notifications.createdAt, cutoff)))
}
