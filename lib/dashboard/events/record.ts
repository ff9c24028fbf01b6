import { sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { events } from '../schema/events.ts'
import type { Action, Actor } from '../model/event.ts'

/** Postgres notification channel. The payload is the id of the changed organization. */
export const CHANGES_CHANNEL = 'organization_changes'

/**
 * Read actions do not refresh open dashboards. Otherwise a page that reads a connected calendar would reload endlessly.
 */
export const READ_ACTIONS: Action[] = [
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

/** An audit event: the id of its subject, counts and field names, but no personal data. */
export type EventEntry = {
  action: Action
  subjectId?: string
  details?: Record<string, unknown>
  /** Reuse an id to update the event of an operation that spans several transactions. */
  id?: string
}

/**
 * Records audit events in the transaction of the change. On commit, Postgres notifies open dashboards, unless all
 * events are reads.
 */
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
  if (entries.every(({ action }) => READ_ACTIONS.includes(action))) return
  await db.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${organizationId})`)
}

export const recordEvent = (tx: OrganizationTransaction, actor: Actor, entry: EventEntry): Promise<void> =>
  recordEvents(tx, actor, [entry])
