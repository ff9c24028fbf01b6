import { and, eq, sql } from 'drizzle-orm'
import { deleteAlertSettings } from '../alerts/devices.ts'
import { deleteUserNotifications } from '../notifications/repository.ts'
import { type Database, type Transaction, withAdvisoryLock } from '../../platform/db/client.ts'
import { runInOrganization, type OrganizationTransaction } from '../../platform/db/organization.ts'
import { deletedClerkIds, organizationMembers, organizations } from '../../platform/db/organizations.ts'

/** Returns whether the id was deleted. An advisory lock on the id prevents a race with a concurrent deletion. */
const isDeleted = (transaction: Transaction, id: string): Promise<boolean> =>
  withAdvisoryLock(transaction, id, async () => {
    const rows = await transaction.select().from(deletedClerkIds).where(eq(deletedClerkIds.id, id))
    return rows.length > 0
  })

const markDeleted = (transaction: Transaction, id: string): Promise<void> =>
  withAdvisoryLock(transaction, id, async () => {
    await transaction.insert(deletedClerkIds).values({ id }).onConflictDoNothing()
  })

/**
 * Inserts the organization if it is missing.
 * @returns false for a deleted organization, for which no data may be stored
 */
async function ensureOrganization(transaction: Transaction, organizationId: string): Promise<boolean> {
  if (await isDeleted(transaction, organizationId)) return false
  await transaction.insert(organizations).values({ id: organizationId }).onConflictDoNothing()
  return true
}

/**
 * Inserts the organization if it is missing.
 * @returns false for a deleted organization, for which no data may be stored
 */
export const upsertOrganization = (db: Database, organizationId: string): Promise<boolean> =>
  db.transaction((transaction) => ensureOrganization(transaction, organizationId))

export type Membership = { id: string; organizationId: string; userId: string }

/** Inserts a membership. Does nothing if the membership, user or organization was deleted. */
export const upsertMembership = (db: Database, membership: Membership): Promise<void> =>
  db.transaction(async (transaction) => {
    if (await isDeleted(transaction, membership.id)) return
    if (await isDeleted(transaction, membership.userId)) return
    if (!(await ensureOrganization(transaction, membership.organizationId))) return
    await transaction.insert(organizationMembers).values(membership).onConflictDoNothing()
  })

export async function deleteMembership(db: Database, membershipId: string): Promise<void> {
  const isSameMembership = eq(organizationMembers.id, membershipId)
  const [endedMembership] = await db.select().from(organizationMembers).where(isSameMembership)
  // Delete the user's data first. If this fails, the retried event still finds the membership.
  if (endedMembership)
    await runInOrganization(db, endedMembership.organizationId, async (tx) => {
      await deleteAlertSettings(tx, endedMembership.userId)
      await deleteUserNotifications(tx, endedMembership.userId)
    })
  await db.transaction(async (transaction) => {
    await markDeleted(transaction, membershipId)
    await transaction.delete(organizationMembers).where(isSameMembership)
  })
}

export async function findOrganizations(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: organizationMembers.organizationId })
    .from(organizationMembers)
    .where(eq(organizationMembers.userId, userId))
  return rows.map(({ id }) => id)
}

/** Returns whether the user is a member, according to the Clerk events received so far. */
export async function hasMember({ db, organizationId }: OrganizationTransaction, userId: string): Promise<boolean> {
  const isMember = and(eq(organizationMembers.organizationId, organizationId), eq(organizationMembers.userId, userId))
  return (await db.$count(organizationMembers, isMember)) > 0
}

/** Removes a user's id from the records of all organizations. The records themselves remain. */
export const deletePerson = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, userId)
    await transaction.execute(sql`select forget_person(${userId}), forget_on_call(${userId})`)
    await transaction.delete(organizationMembers).where(eq(organizationMembers.userId, userId))
  })

export const deleteOrganization = (db: Database, organizationId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, organizationId)
    await transaction.delete(organizations).where(eq(organizations.id, organizationId))
  })
