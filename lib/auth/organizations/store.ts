import { desc, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Database, type Transaction, withAdvisoryLock } from '../../db/client.ts'
import {
  deletedClerkIds,
  ORGANIZATION_DATA,
  organizationExports,
  organizationMembers,
  organizations,
} from '../../db/schema.ts'
import { PAGE_SIZE } from '../../constants.ts'

type OrganizationTable = PgTable & { organizationId: PgColumn }

const dataTables = (): [name: string, OrganizationTable][] => Object.entries(ORGANIZATION_DATA)

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
export const deleteMembership = (db: Database, membershipId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, membershipId)
    await transaction.delete(organizationMembers).where(eq(organizationMembers.id, membershipId))
  })

/**
 * Deletes a person: the exports that they made stay with the organization and name nobody.
 * @returns ids of the organizations that they belonged to
 */
export const deletePerson = (db: Database, userId: string): Promise<string[]> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, userId)
    await transaction.update(organizationExports).set({ userId: null }).where(eq(organizationExports.userId, userId))
    const ended = await transaction
      .delete(organizationMembers)
      .where(eq(organizationMembers.userId, userId))
      .returning({ organizationId: organizationMembers.organizationId })
    return [...new Set(ended.map(({ organizationId }) => organizationId))]
  })

/** Deletes an organization for good, with all of its data. */
export const deleteOrganization = (db: Database, organizationId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeleted(transaction, organizationId)
    await transaction.delete(organizations).where(eq(organizations.id, organizationId))
  })

/** Deletes the data of an organization that goes on. @returns the number of deleted records */
export const deleteOrganizationData = (db: Database, organizationId: string): Promise<number> =>
  db.transaction((transaction) =>
    withAdvisoryLock(transaction, organizationId, async () => {
      let deleted = 0
      for (const [, table] of dataTables()) {
        const rows = await transaction.delete(table).where(eq(table.organizationId, organizationId)).returning()
        deleted += rows.length
      }
      return deleted
    }),
  )

/** An export of an organization's data; `at` in ISO 8601, `own` when the person who asks made it. */
export type ExportEntry = { id: string; at: string; own: boolean }

/** The latest exports of an organization, newest first. */
export async function listExports(db: Database, organizationId: string, userId: string): Promise<ExportEntry[]> {
  const rows = await db
    .select()
    .from(organizationExports)
    .where(eq(organizationExports.organizationId, organizationId))
    .orderBy(desc(organizationExports.at), desc(organizationExports.id))
    .limit(PAGE_SIZE)
  return rows.map((row) => ({ id: row.id, at: row.at.toISOString(), own: row.userId === userId }))
}

/** All data of one organization, by the names in ORGANIZATION_DATA. Times are in ISO 8601 as JSON, people are Clerk's ids. */
export type OrganizationExport = {
  organization: { id: string; knownSince: Date }
  members: { membershipId: string; userId: string }[]
} & Record<keyof typeof ORGANIZATION_DATA, object[]>

/** The rows of an organization, without the id that they all share. */
async function rowsOf(transaction: Transaction, table: OrganizationTable, organizationId: string): Promise<object[]> {
  const rows = await transaction
    .select()
    .from(table as PgTable)
    .where(eq(table.organizationId, organizationId))
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'organizationId')))
}

/**
 * Exports all data of an organization and stores who did; that entry is part of the export.
 * @returns undefined when the organization was deleted
 */
export const exportOrganization = (
  db: Database,
  organizationId: string,
  userId: string,
): Promise<OrganizationExport | undefined> =>
  db.transaction(async (transaction) => {
    if (!(await ensureOrganization(transaction, organizationId))) return undefined
    await transaction.insert(organizationExports).values({ organizationId, userId })
    const [organization] = await transaction.select().from(organizations).where(eq(organizations.id, organizationId))
    if (!organization) return undefined
    const members = await transaction
      .select({ membershipId: organizationMembers.id, userId: organizationMembers.userId })
      .from(organizationMembers)
      .where(eq(organizationMembers.organizationId, organizationId))
    const data: [string, object[]][] = []
    for (const [name, table] of dataTables()) data.push([name, await rowsOf(transaction, table, organizationId)])
    return { organization, members, ...Object.fromEntries(data) } as OrganizationExport
  })
