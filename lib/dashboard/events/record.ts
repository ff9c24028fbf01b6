import { sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import type { Action, Actor } from '../model/event.ts'

/** Postgres channel; the payload is the id of the changed organization. */
export const CHANGES_CHANNEL = 'organization_changes'

/** Do not refresh open dashboards. Otherwise a page that reads a connected calendar would reload endlessly. */
export const READING_ACTIONS: Action[] = [
  'call.read',
  'caller.read',
  'calls.listed',
  'transcript.read',
  'recording.played',
  'lead.read',
  'leads.listed',
  'appointment.read',
  'appointments.listed',
  'connection.used',
]

/** The subject's id, counts and field names; no personal data. */
export type EventEntry = {
  action: Action
  subjectId?: string
  details?: Record<string, unknown>
  /** Reuse the id to update an event whose work spans several transactions. */
  id?: string
}

/** Logs audit events in the same transaction as the change. On commit, open dashboards are notified unless all are reads. */
export async function recordEvents(
  { db, organizationId }: OrganizationTransaction,
  actor: Actor,
  entries: readonly EventEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const actorId = 'id' in actor ? actor.id : null
  await db
    .insert(events)
    .values(entries.map((entry) => ({ ...entry, organizationId, actorKind: actor.kind, actorId })))
    .onConflictDoUpdate({ target: events.id, set: { details: sql`excluded.details` } })
  if (entries.every(({ action }) => READING_ACTIONS.includes(action))) return
  await db.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${organizationId})`)
}

export const recordEvent = (tx: OrganizationTransaction, actor: Actor, entry: EventEntry): Promise<void> =>
  recordEvents(tx, actor, [entry])
