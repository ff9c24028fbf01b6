import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { departed, organizationExports, organizationMembers, organizations } from '../db/schema.ts'

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** What is kept for an organization beside Clerk's own ids; a new table of that kind is named here. */
export const ORGANIZATION_DATA = [organizationExports]

/** What is about one id happens one after the other, so that nothing is added to what is going at this moment. */
const alone = (transaction: Transaction, id: string) =>
  transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)

async function isDeparted(transaction: Transaction, id: string): Promise<boolean> {
  await alone(transaction, id)
  const found = await transaction.select().from(departed).where(eq(departed.id, id))
  return found.length > 0
}

async function markDeparted(transaction: Transaction, id: string): Promise<void> {
  await alone(transaction, id)
  await transaction.insert(departed).values({ id }).onConflictDoNothing()
}

async function makeKnown(transaction: Transaction, organizationId: string): Promise<boolean> {
  if (await isDeparted(transaction, organizationId)) return false
  await transaction.insert(organizations).values({ id: organizationId }).onConflictDoNothing()
  return true
}

/** Notes that an organization exists. @returns false for one that was deleted: nothing may be kept for it */
export const keepOrganization = (db: Database, organizationId: string): Promise<boolean> =>
  db.transaction((transaction) => makeKnown(transaction, organizationId))

export type Membership = { id: string; organizationId: string; userId: string }

/** Notes that somebody belongs to an organization, unless the membership, the person or the organization is gone. */
export const keepMembership = (db: Database, membership: Membership): Promise<void> =>
  db.transaction(async (transaction) => {
    if (await isDeparted(transaction, membership.id)) return
    if (await isDeparted(transaction, membership.userId)) return
    if (!(await makeKnown(transaction, membership.organizationId))) return
    await transaction.insert(organizationMembers).values(membership).onConflictDoNothing()
  })

/** Notes that a membership has ended. */
export const endMembership = (db: Database, membershipId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeparted(transaction, membershipId)
    await transaction.delete(organizationMembers).where(eq(organizationMembers.id, membershipId))
  })

/**
 * Takes a deleted person out of what is kept: what they did is the organization's from now on and names nobody.
 * @returns ids of the organizations that they belonged to
 */
export const forgetPerson = (db: Database, userId: string): Promise<string[]> =>
  db.transaction(async (transaction) => {
    await markDeparted(transaction, userId)
    await transaction.update(organizationExports).set({ userId: null }).where(eq(organizationExports.userId, userId))
    const ended = await transaction
      .delete(organizationMembers)
      .where(eq(organizationMembers.userId, userId))
      .returning({ organizationId: organizationMembers.organizationId })
    return [...new Set(ended.map(({ organizationId }) => organizationId))]
  })

/** Removes an organization for good, with everything that is kept for it. */
export const removeOrganization = (db: Database, organizationId: string): Promise<void> =>
  db.transaction(async (transaction) => {
    await markDeparted(transaction, organizationId)
    await transaction.delete(organizations).where(eq(organizations.id, organizationId))
  })

/** Removes what is kept for an organization that goes on. @returns how many records there were */
export const eraseOrganizationData = (db: Database, organizationId: string): Promise<number> =>
  db.transaction(async (transaction) => {
    await alone(transaction, organizationId)
    let erased = 0
    for (const table of ORGANIZATION_DATA) {
      const rows = await transaction.delete(table).where(eq(table.organizationId, organizationId)).returning()
      erased += rows.length
    }
    return erased
  })

/** A copy of an organization's data was taken; `own` by the person who asks. */
export type ExportEntry = { id: string; at: string; own: boolean }

/** How many entries a list shows. */
const LISTED = 10

/** The latest exports of an organization, newest first. */
export async function listExports(db: Database, organizationId: string, userId: string): Promise<ExportEntry[]> {
  const rows = await db
    .select()
    .from(organizationExports)
    .where(eq(organizationExports.organizationId, organizationId))
    .orderBy(desc(organizationExports.createdAt), desc(organizationExports.id))
    .limit(LISTED)
  return rows.map((row) => ({ id: row.id, at: row.createdAt.toISOString(), own: row.userId === userId }))
}

/** Everything that is kept for one organization. Times are in ISO 8601, people are Clerk's ids. */
export type OrganizationCopy = {
  organization: { id: string; knownSince: string }
  members: { membershipId: string; userId: string }[]
  exports: { id: string; at: string; userId: string | null }[]
}

/**
 * Copies everything that is kept for an organization, and notes who took the copy; the note is part of it.
 * @returns undefined when the organization was deleted
 */
export const copyOrganization = (
  db: Database,
  organizationId: string,
  userId: string,
): Promise<OrganizationCopy | undefined> =>
  db.transaction(async (transaction) => {
    if (!(await makeKnown(transaction, organizationId))) return undefined
    await transaction.insert(organizationExports).values({ organizationId, userId })
    const own = <Table extends typeof organizationMembers | typeof organizationExports>(table: Table) =>
      eq(table.organizationId, organizationId)
    const [known] = await transaction.select().from(organizations).where(eq(organizations.id, organizationId))
    const members = await transaction.select().from(organizationMembers).where(own(organizationMembers))
    const exports = await transaction.select().from(organizationExports).where(own(organizationExports))
    if (!known) return undefined
    return {
      organization: { id: known.id, knownSince: known.knownSince.toISOString() },
      members: members.map((member) => ({ membershipId: member.id, userId: member.userId })),
      exports: exports.map((row) => ({ id: row.id, at: row.createdAt.toISOString(), userId: row.userId })),
    }
  })
