import { createHash } from 'node:crypto'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { alertPreferences, pushSubscriptions } from '../schema/alerts.ts'
import { recordEvent } from '../events/record.ts'
import { type DeviceRecord, MAX_DEVICES, type SubscriptionInput } from './preferences.ts'

type Person = { kind: 'person'; id: string }

type Row = typeof pushSubscriptions.$inferSelect

const fingerprintEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

const toDeviceRecord = ({ id, device, createdAt, lastSentAt, endpoint }: Row): DeviceRecord => ({
  ...toJson({ id, device, createdAt, lastSentAt }),
  fingerprint: fingerprintEndpoint(endpoint),
})

const matchesUser = ({ organizationId }: OrganizationTransaction, userId: string) =>
  and(eq(pushSubscriptions.organizationId, organizationId), eq(pushSubscriptions.userId, userId))

const matchesDevice = (tx: OrganizationTransaction, userId: string, id: string) =>
  and(matchesUser(tx, userId), eq(pushSubscriptions.id, id))

export class TooManyDevicesError extends Error {
  constructor() {
    super(`You already have ${MAX_DEVICES} devices. Remove one you don’t use`)
    this.name = 'TooManyDevicesError'
  }
}

export async function listDevices(tx: OrganizationTransaction, userId: string): Promise<DeviceRecord[]> {
  const rows = await tx.db
    .select()
    .from(pushSubscriptions)
    .where(matchesUser(tx, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
    .limit(MAX_DEVICES)
  return rows.map(toDeviceRecord)
}

/**
 * Adds a browser of the user. Removes the same browser from any other user, in all organizations.
 * @throws {TooManyDevicesError}
 */
export async function addDevice(
  tx: OrganizationTransaction,
  actor: Person,
  { endpoint, keys }: SubscriptionInput,
  device: string | null,
): Promise<DeviceRecord> {
  const { db, organizationId } = tx
  const isOtherDevice = and(matchesUser(tx, actor.id), ne(pushSubscriptions.endpoint, endpoint))
  const [countRow] = await db.select({ total: count() }).from(pushSubscriptions).where(isOtherDevice)
  if (countRow && countRow.total >= MAX_DEVICES) throw new TooManyDevicesError()
  await db.execute(sql`select release_push_endpoint(${endpoint}, ${organizationId})`)
  const values = { userId: actor.id, keys, device }
  const [row] = await db
    .insert(pushSubscriptions)
    .values({ ...values, organizationId, endpoint })
    .onConflictDoUpdate({
      target: [pushSubscriptions.organizationId, pushSubscriptions.endpoint],
      set: { ...values, createdAt: sql`now()`, lastSentAt: null },
    })
    .returning()
  if (!row) throw new Error('No row returned for the stored device')
  await recordEvent(tx, actor, { action: 'device.added' })
  return toDeviceRecord(row)
}

export async function findDevice(tx: OrganizationTransaction, userId: string, id: string): Promise<Row | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await tx.db
    .select()
    .from(pushSubscriptions)
    .where(matchesDevice(tx, userId, id))
  return row
}

export async function removeDevice(tx: OrganizationTransaction, actor: Person, id: string): Promise<boolean> {
  if (!isRowId(id)) return false
  const removedRows = await tx.db
    .delete(pushSubscriptions)
    .where(matchesDevice(tx, actor.id, id))
    .returning({ id: pushSubscriptions.id })
  if (removedRows.length === 0) return false
  await recordEvent(tx, actor, { action: 'device.removed' })
  return true
}

export async function deleteAlertSettings(tx: OrganizationTransaction, userId: string): Promise<void> {
  await tx.db.delete(pushSubscriptions).where(matchesUser(tx, userId))
  await tx.db
    .delete(alertPreferences)
    .where(and(eq(alertPreferences.organizationId, tx.organizationId), eq(alertPreferences.userId, userId)))
}
