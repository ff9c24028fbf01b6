import { and, eq, inArray, ne } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { organizationMembers } from '../../platform/db/organizations.ts'
import type { Actor } from '../model/event.ts'
import { addNotifications } from './add.ts'

/** Notifies the mentioned members of a note, except its author. Ignores ids of other users. */
export async function notifyMentioned(
  tx: OrganizationTransaction,
  actor: Actor,
  leadId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  const byId = actor.kind === 'person' ? actor.id : undefined
  const { userId } = organizationMembers
  const members = await tx.db
    .selectDistinct({ userId })
    .from(organizationMembers)
    .where(
      and(
        eq(organizationMembers.organizationId, tx.organizationId),
        inArray(userId, [...userIds]),
        byId ? ne(userId, byId) : undefined,
      ),
    )
  await addNotifications(
    tx,
    members.map((member) => ({ ...member, kind: 'mention', subjectId: leadId, details: byId ? { byId } : {} })),
  )
}
