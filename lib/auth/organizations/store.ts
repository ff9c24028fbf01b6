import { eq, sql } from 'drizzle-orm'
import { forgetHowToTell } from '../../alerts/devices.ts'
import { type Database, type Transaction, withAdvisoryLock } from '../../db/client.ts'
import { inOrganization } from '../../db/organization.ts'
import { deletedClerkIds, organizationMembers, organizations } from '../../db/schema/index.ts'

/** The lock of the id keeps a deletion that happens at the same time from being missed. */
const isDeleted = (transaction: Transaction, id: string): Promise<boolean> =>
  withAdvisoryLock(transaction, id, async () => {
    const found = await transaction.select().from(deletedClerkIds).where(eq(deletedClerkIds.id, id))
    return found.length > 0
  })

const markDeleted = (transaction: Transaction, id: string): Promise<void> =>
  withAdvisoryLock(transaction, id, async () => {
    await transaction.insert(deletedClerkIds).values({ id }).onConflictDoNothing()
  })

/** @returns false for an organization that was deleted: nothing may be kept for it */
async function ensureOrganization(transaction: Transaction, organizationId: string): Promise<boolean> {
  if (await isDeleted(transaction, organizationId)) return false
  await transaction.insert(organizations).values({ id: organizationId }).onConflictDoNothing()
  return true
}

/** Stores that an organization exists. @returns false for one that was deleted: nothing may be kept for it */
export const upsertOrganization = (db: Database, organizationId: string): Promise<boolean> =>
  db.transaction((transaction) => ensureOrganization(transaction, organizationId))

export type Membership = { id: string; organizationId: string; userId: string }

/** Stores that somebody belongs to an organization, unless the membership, the person or the organization is gone. */
export const upsertMembership = (db: Database, membership: Membership): Promise<void> =>
  db.transaction(async (transaction) => {
    if (await isDeleted(transaction, membership.id)) return
    if (await isDeleted(transaction, membership.userId)) return
    if (!(await ensureOrganization(transaction, membership.organizationId))) return
    await transaction.insert(organizationMembers).values(membership).onConflictDoNothing()
  })

/** Deletes a membership that has ended. */
export async function deleteMembership(db: Database, membershipId: string): Promise<void> {
  const isThis = eq(organizationMembers.id, membershipId)
  const [ended] = await db.select().from(organizationMembers).where(isThis)
  // First, so that an event that failed in between does it when it is delivered again.
  if (ended) await inOrganization(db, ended.organizationId, (tx) => forgetHowToTell(tx, ended.userId))
  await db.transaction(async (transaction) => {
    await markDeleted(transaction, membershipId)
    await transaction.delete(organizationMembers).where(isThis)
  })
}

/** Ids of the organizations that a person belongs to. */
export async function findOrganizations(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: organizationMembers.organizationId })
    .from(organizationMembers)
    .where(eq(organizationMembers.userId, userId))
  return rows.map(({ id }) => id)
}

/** Deletes a person: their work stays with the organization, without their name. */
export const deletePerson = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, userId)
    await transaction.execute(sql`select forget_person(${userId}), forget_on_call(${userId})`)
    await transaction.delete(organizationMembers).where(eq(organizationMembers.userId, userId))
  })

/** Deletes an organization for good, with all of its data. */
export const deleteOrganization = (db: Database, organizationId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, organizationId)
    await transaction.delete(organizations).where(eq(organizations.id, organizationId))
  })
