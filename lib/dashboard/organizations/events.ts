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

const relevant = z.discriminatedUnion('type', [
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

const RELEVANT = new Set<unknown>(relevant.options.flatMap((option) => option.shape.type.options))

export type OrganizationEvent = z.infer<typeof relevant>

/** @returns undefined for irrelevant events @throws {z.ZodError} for a relevant event in an unknown format */
export function readEvent(event: { type: string; data: unknown }): OrganizationEvent | undefined {
  return RELEVANT.has(event.type) ? relevant.parse(event) : undefined
}

/** 0 for an unknown organization. Events may be late or out of order, so Clerk confirms that it is empty before deletion. */
export type CountMembers = (organizationId: string) => Promise<number>

async function findAbandoned(db: Database, event: OrganizationEvent): Promise<string[]> {
  if (event.type === 'organizationMembership.deleted') return [event.data.organization.id]
  return event.type === 'user.deleted' ? findOrganizations(db, event.data.id) : []
}

/** Idempotent and independent of event order. */
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

/** Longer than Clerk's redelivery window; a later repeat is harmless. */
const RETENTION = sql`now() - interval '30 days'`

/** Runs queries within a deadline, which must not include requests to Clerk. */
export type RunQueries = <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>

/**
 * The delivery is recorded last, so a failed event is applied again. Nothing is written before Clerk answers.
 * @param deliveryId `svix-id`, stable across redeliveries
 * @throws if the database or Clerk does not answer; the event must be redelivered
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
