import { sql } from 'drizzle-orm'
import type { OrganizationTransaction } from '../db/organization.ts'
import { events } from '../db/schema/index.ts'
import type { Action, Actor } from './event.ts'

/** Channel of Postgres on which open dashboards hear that an organization's data has changed; the payload is its id. */
export const CHANGES_CHANNEL = 'organization_changes'

/**
 * Actions that only read, or write into somebody else's system: nothing that is shown changes by them. A page that reads a
 * connected calendar would otherwise be told to read it again.
 */
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

/** What is done to which: the id of its subject, and numbers and names of fields, nothing personal. */
export type EventEntry = {
  action: Action
  subjectId?: string
  details?: Record<string, unknown>
  /** Of the entry, for who writes the same one again with later figures: what is done in several transactions is one entry. */
  id?: string
}

/**
 * Writes into the log of an organization, in the transaction of what is done: neither is without the other. Unless they only
 * read, open dashboards are told when the transaction is committed.
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
  if (entries.every(({ action }) => READING_ACTIONS.includes(action))) return
  await db.execute(sql`select pg_notify(${CHANGES_CHANNEL}, ${organizationId})`)
}

/** Writes one entry; see `recordEvents`. */
export const recordEvent = (tx: OrganizationTransaction, actor: Actor, entry: EventEntry): Promise<void> =>
  recordEvents(tx, actor, [entry])
