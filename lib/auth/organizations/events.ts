import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { clerkEvents } from '../../db/schema/index.ts'
import {
  deleteMembership,
  deleteOrganization,
  deletePerson,
  findOrganizations,
  upsertMembership,
  upsertOrganization,
} from './store.ts'

const id = z.string().min(1).max(255)

const organization = z.object({ id })
const membership = z.object({
  id,
  organization: z.object({ id }),
  public_user_data: z.object({ user_id: id }),
})

/** The events that change what is stored, each with the fields that are needed; every other event is ignored. */
const relevant = z.discriminatedUnion('type', [
  z.object({ type: z.literal('organization.created'), data: organization }),
  z.object({ type: z.literal('organization.updated'), data: organization }),
  z.object({ type: z.literal('organization.deleted'), data: organization }),
  z.object({ type: z.literal('organizationMembership.created'), data: membership }),
  z.object({ type: z.literal('organizationMembership.updated'), data: membership }),
  z.object({ type: z.literal('organizationMembership.deleted'), data: membership }),
  z.object({ type: z.literal('user.deleted'), data: z.object({ id }) }),
])

const RELEVANT = new Set<unknown>(relevant.options.map((option) => option.shape.type.value))

export type OrganizationEvent = z.infer<typeof relevant>

/**
 * Reads an event whose signature holds.
 * @returns undefined for events that change nothing here
 * @throws {z.ZodError} for one that should but is not in the form that Clerk documents
 */
export function readEvent(event: { type: string; data: unknown }): OrganizationEvent | undefined {
  return RELEVANT.has(event.type) ? relevant.parse(event) : undefined
}

/**
 * Asks Clerk how many members an organization has; 0 for one that it does not know.
 * Events arrive late and in any order, so an organization is not deleted for want of members on their word alone.
 */
export type CountMembers = (organizationId: string) => Promise<number>

/** Organizations that may be left without members by an event. */
async function findAbandoned(db: Database, event: OrganizationEvent): Promise<string[]> {
  if (event.type === 'organizationMembership.deleted') return [event.data.organization.id]
  return event.type === 'user.deleted' ? findOrganizations(db, event.data.id) : []
}

/** Harmless to repeat, and right in any order of events. */
async function applyEvent(db: Database, event: OrganizationEvent): Promise<void> {
  switch (event.type) {
    case 'organization.created':
    case 'organization.updated':
      await upsertOrganization(db, event.data.id)
      return
    case 'organization.deleted':
      return deleteOrganization(db, event.data.id)
    case 'organizationMembership.created':
    case 'organizationMembership.updated':
      return upsertMembership(db, {
        id: event.data.id,
        organizationId: event.data.organization.id,
        userId: event.data.public_user_data.user_id,
      })
    case 'organizationMembership.deleted':
      return deleteMembership(db, event.data.id)
    case 'user.deleted':
      return deletePerson(db, event.data.id)
  }
}

/** Longer than Clerk delivers an event again; a repetition after that is harmless, only not recognized. */
const RETENTION = sql`now() - interval '30 days'`

/** Runs database queries within a deadline, which has to exclude requests to Clerk. */
export type RunQueries = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>

/**
 * Brings the stored data in line with an event, once. Its delivery is stored last, so an event that failed half-way is
 * applied again; nothing is applied before Clerk has answered, so that the next delivery finds the same memberships.
 * @param deliveryId the `svix-id`, the same for each delivery of one event
 * @throws when the database or Clerk does not answer: the event is to be delivered again
 */
export async function receiveEvent(
  query: RunQueries,
  deliveryId: string,
  event: OrganizationEvent,
  countMembers: CountMembers,
): Promise<'applied' | 'repeated'> {
  const abandoned = await query(async (db) => {
    const deliveries = await db.select().from(clerkEvents).where(eq(clerkEvents.id, deliveryId))
    return deliveries.length > 0 ? undefined : findAbandoned(db, event)
  })
  if (!abandoned) return 'repeated'
  const counts = await Promise.all(abandoned.map(countMembers))
  await query(async (db) => {
    await applyEvent(db, event)
    for (const [index, id] of abandoned.entries()) if (counts[index] === 0) await deleteOrganization(db, id)
    await db.insert(clerkEvents).values({ id: deliveryId }).onConflictDoNothing()
    await db.delete(clerkEvents).where(lt(clerkEvents.receivedAt, RETENTION))
  })
  return 'applied'
}
