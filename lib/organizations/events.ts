import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { endMembership, forgetPerson, keepMembership, keepOrganization, removeOrganization } from './store.ts'

const id = z.string().min(1).max(255)

const organization = z.object({ id })
const membership = z.object({
  id,
  organization: z.object({ id }),
  public_user_data: z.object({ user_id: id }),
})

/** The events that change what is kept; of each only what is needed. Every other one is none of our business. */
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
 * Events arrive late and in any order, so nothing is removed for want of members on their word alone.
 */
export type CountMembers = (organizationId: string) => Promise<number>

/**
 * Brings what is kept in line with an event. Harmless to repeat, and right in any order.
 * @throws when the database or Clerk cannot be asked: the event is to be delivered again
 */
export async function applyEvent(db: Database, event: OrganizationEvent, countMembers: CountMembers): Promise<void> {
  const removeWhenEmpty = async (organizationId: string) => {
    if ((await countMembers(organizationId)) === 0) await removeOrganization(db, organizationId)
  }
  switch (event.type) {
    case 'organization.created':
    case 'organization.updated':
      await keepOrganization(db, event.data.id)
      return
    case 'organization.deleted':
      return removeOrganization(db, event.data.id)
    case 'organizationMembership.created':
    case 'organizationMembership.updated':
      return keepMembership(db, {
        id: event.data.id,
        organizationId: event.data.organization.id,
        userId: event.data.public_user_data.user_id,
      })
    case 'organizationMembership.deleted':
      await endMembership(db, event.data.id)
      return removeWhenEmpty(event.data.organization.id)
    case 'user.deleted':
      for (const organizationId of await forgetPerson(db, event.data.id)) await removeWhenEmpty(organizationId)
  }
}
