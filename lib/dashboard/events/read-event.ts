import { and, eq, gt, sql } from 'drizzle-orm'
import { withAdvisoryLock } from '../../platform/db/client.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import type { Action, Actor } from '../model/event.ts'
import { recordEvent } from './record.ts'

type ReadAction = Extract<Action, 'call.read' | 'transcript.read' | 'recording.played' | 'lead.read' | 'caller.read'>

/** Repeated views and range requests within this time are logged once. */
const DEDUPLICATION_INTERVAL = sql`interval '1 hour'`

export async function recordReadEvent(
  tx: OrganizationTransaction,
  actor: Actor & { id: string },
  action: ReadAction,
  subjectId: string,
): Promise<void> {
  const { db, organizationId } = tx
  await withAdvisoryLock(db, `${action} ${actor.id} ${subjectId}`, async () => {
    const [recentEvent] = await db
      .select({ id: events.id })
      .from(events)
      .where(
        and(
          eq(events.organizationId, organizationId),
          eq(events.subjectId, subjectId),
          eq(events.action, action),
          eq(events.actorKind, actor.kind),
          eq(events.actorId, actor.id),
          gt(events.at, sql`now() - ${DEDUPLICATION_INTERVAL}`),
        ),
      )
      .limit(1)
    if (!recentEvent) await recordEvent(tx, actor, { action, subjectId })
  })
}
