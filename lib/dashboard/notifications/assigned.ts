import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import type { Actor } from '../model/event.ts'
import { addNotifications } from './add.ts'

type Assignment = {
  subject: 'call' | 'lead'
  ids: readonly string[]
  /** Clerk user id; null for unassigned. */
  userId: string | null
}

/** Notifies the assignee once, unless they assigned the records to themselves. */
export async function notifyAssignee(
  tx: OrganizationTransaction,
  actor: Actor,
  { subject, ids, userId }: Assignment,
): Promise<void> {
  const byId = actor.kind === 'person' ? actor.id : undefined
  if (!userId || userId === byId || ids.length === 0) return
  const details = { subject, ...(ids.length > 1 && { count: ids.length }), ...(byId && { byId }) }
  await addNotifications(tx, [{ userId, kind: 'assigned', subjectId: ids.length === 1 ? ids[0] : undefined, details }])
}
