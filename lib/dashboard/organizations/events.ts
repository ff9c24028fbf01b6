import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/db/client.ts'
import { clerkEvents } from '../../platform/db/organizations.ts'
import {
  deleteMembership,
  deleteOrganization,
  deletePerson,
  findOrganizations,
  upsertMembership,
  upsertOrganization,
} from './repository.ts'

const id = z.string().min(1).max(255)

const relevantEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['organization.created', 'organization.updated', 'organization.deleted', 'user.deleted']),
    data: z.object({ id }),
  }),
  z.object({
    type: z.enum([
      'organizationMembership.created',
      'organizationMembership.updated',
      'organizationMembership.deleted',
    ]),
    data: z.object({ id, organization: z.object({ id }), public_user_data: z.object({ user_id: id }) }),
  }),
])

const RELEVANT_TYPES = new Set<unknown>(relevantEvent.options.flatMap((option) => option.shape.type.options))

export type OrganizationEvent = z.infer<typeof relevantEvent>

/**
 * Parses a Clerk event.
 * @returns undefined for an irrelevant event
 * @throws {z.ZodError} for a relevant event in an unknown format
 */
export function readEvent(event: { type: string; data: unknown }): OrganizationEvent | undefined {
  return RELEVANT_TYPES.has(event.type) ? relevantEvent.parse(event) : undefined
}

/**
 * Queries Clerk for the number of members; 0 for an unknown organization. Events may be late or out of order, so Clerk
 * must confirm that an organization is empty before its deletion.
 */
export type CountMembers = (organizationId: string) => Promise<number>

async function findAbandonedOrganizations(db: Database, event: OrganizationEvent): Promise<string[]> {
  if (event.type === 'organizationMembership.deleted') return [event.data.organization.id]
  return event.type === 'user.deleted' ? findOrganizations(db, event.data.id) : []
}

/** Applies an event. Idempotent and independent of the order of events. */
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

/** Retention of delivery ids. Clerk stops its retries earlier, and applying an event again is harmless. */
const RETENTION_CUTOFF = sql`now() - interval '30 days'`

/** Runs queries within a deadline. `work` must not send requests to Clerk. */
export type RunQueries = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>

/**
 * Handles a Clerk webhook event once. The delivery id is stored last, so a failed event is applied again. Nothing is
 * written before Clerk responds.
 * @param deliveryId `svix-id` header, which is the same for all retries
 * @throws if the database or Clerk is unavailable; Clerk then retries the event
 */
export async function receiveEvent(
  query: RunQueries,
  deliveryId: string,
  event: OrganizationEvent,
  countMembers: CountMembers,
): Promise<'applied' | 'repeated'> {
  const abandonedIds = await query(async (db) => {
    const deliveries = await db.select().from(clerkEvents).where(eq(clerkEvents.id, deliveryId))
    return deliveries.length > 0 ? undefined : findAbandonedOrganizations(db, event)
  })
  if (!abandonedIds) return 'repeated'
  const counts = await Promise.all(abandonedIds.map(countMembers))
  await query(async (db) => {
    await applyEvent(db, event)
    for (const [index, id] of abandonedIds.entries()) if (counts[index] === 0) await deleteOrganization(db, id)
    await db.insert(clerkEvents).values({ id: deliveryId }).onConflictDoNothing()
    await db.delete(clerkEvents).where(lt(clerkEvents.receivedAt, RETENTION_CUTOFF))
  })
  return 'applied'
}
