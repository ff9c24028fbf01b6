import { and, desc, eq, notInArray, or } from 'drizzle-orm'
import { toJson, isRowId } from '../../platform/db/list.ts'
import type { OrganizationTransaction } from '../../platform/db/organization.ts'
import { appointments } from '../schema/appointments.ts'
import { calls } from '../schema/calls.ts'
import { events } from '../schema/events.ts'
import { leadNotes } from '../schema/leads.ts'
import type { Actor } from '../model/event.ts'
import { recordReadEvent } from '../events/read-event.ts'
import { recordEvent } from '../events/record.ts'
import { notifyMentioned } from '../notifications/mentions.ts'
import { type LeadRecord, type NoteInput, noteInput } from './input.ts'
import type { LeadPage, TimelineEntry } from './record.ts'
import { listMentions } from './mentions.ts'
import { findLead } from './repository.ts'
import { getTimeZone } from '../settings/time-zone.ts'
import { toDayKey } from '../../platform/time/zone.ts'

/** Maximum number of records of each kind, newest first. */
const MAX_TIMELINE_ENTRIES = 200

type NoteRecord = Pick<typeof leadNotes.$inferSelect, 'id' | 'authorId' | 'text'> & { createdAt: string }

const NOTE_COLUMNS = {
  id: leadNotes.id,
  authorId: leadNotes.authorId,
  text: leadNotes.text,
  createdAt: leadNotes.createdAt,
}

/**
 * Adds a note and notifies the members that it mentions.
 * @returns undefined if the lead does not exist
 * @throws {z.ZodError} for invalid input
 */
export async function addNote(
  tx: OrganizationTransaction,
  actor: Actor,
  leadId: string,
  input: NoteInput,
): Promise<NoteRecord | undefined> {
  const { text } = noteInput.parse(input)
  const lead = await findLead(tx, leadId)
  if (!lead) return undefined
  const { db, organizationId } = tx
  const authorId = actor.kind === 'person' ? actor.id : null
  const [row] = await db
    .insert(leadNotes)
    .values({ organizationId, leadId: lead.id, authorId, text })
    .returning(NOTE_COLUMNS)
  if (!row) throw new Error('No row returned for the stored note')
  await recordEvent(tx, actor, { action: 'lead.noted', subjectId: lead.id })
  await notifyMentioned(tx, actor, lead.id, listMentions(text))
  return toJson(row)
}

export async function listNotes(
  { db, organizationId }: OrganizationTransaction,
  leadId: string,
): Promise<NoteRecord[]> {
  if (!isRowId(leadId)) return []
  const rows = await db
    .select(NOTE_COLUMNS)
    .from(leadNotes)
    .where(and(eq(leadNotes.organizationId, organizationId), eq(leadNotes.leadId, leadId)))
    .orderBy(desc(leadNotes.createdAt), desc(leadNotes.id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(toJson)
}

/** Events that the timeline omits. Views appear only in the audit log, and notes are separate timeline entries. */
const HIDDEN_ACTIONS = ['lead.read', 'lead.noted'] as const

async function listEvents({ db, organizationId }: OrganizationTransaction, lead: LeadRecord): Promise<TimelineEntry[]> {
  const { id, at, actorKind, actorId, action, details } = events
  const rows = await db
    .select({ id, at, actorKind, actorId, action, details })
    .from(events)
    .where(
      and(
        eq(events.organizationId, organizationId),
        eq(events.subjectId, lead.id),
        notInArray(action, [...HIDDEN_ACTIONS]),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map((row) => ({ ...toJson(row), kind: 'event' }))
}

export async function buildTimeline(tx: OrganizationTransaction, lead: LeadRecord): Promise<TimelineEntry[]> {
  const notes = (await listNotes(tx, lead.id)).map(({ id, authorId, text, createdAt }): TimelineEntry => ({
    kind: 'note',
    id,
    at: createdAt,
    actorKind: 'person',
    actorId: authorId,
    text,
  }))
  return [...(await listEvents(tx, lead)), ...notes].toSorted((a, b) => (a.at < b.at ? 1 : -1))
}

/** Returns the lead's call and other calls from the same phone number, newest first. */
export async function listRelatedCalls(
  { db, organizationId }: OrganizationTransaction,
  lead: LeadRecord,
): Promise<LeadPage['calls']> {
  const { id, startedAt, duration, outcome, summary } = calls
  const isSourceCall = lead.callId ? eq(id, lead.callId) : undefined
  const isFromSamePhone = lead.phone ? eq(calls.callerPhone, lead.phone) : undefined
  if (!isSourceCall && !isFromSamePhone) return []
  const rows = await db
    .select({ id, startedAt, duration, outcome, summary })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), or(isSourceCall, isFromSamePhone)))
    .orderBy(desc(startedAt), desc(id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(toJson)
}

/** Returns the visits of a lead, newest first. */
export async function listRelatedAppointments(
  { db, organizationId }: OrganizationTransaction,
  lead: LeadRecord,
): Promise<NonNullable<LeadPage['appointments']>> {
  const { id, startsAt, endsAt, state, job, technician } = appointments
  const rows = await db
    .select({ id, startsAt, endsAt, state, job, technician })
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), eq(appointments.leadId, lead.id)))
    .orderBy(desc(startsAt), desc(id))
    .limit(MAX_TIMELINE_ENTRIES)
  return rows.map(toJson)
}

/**
 * Reads a lead with all related records and logs the view.
 * @returns undefined if the lead does not exist
 */
export async function openLead(
  tx: OrganizationTransaction,
  actor: Actor & { id: string },
  id: string,
  { canReadAppointments, now = new Date() }: { canReadAppointments: boolean; now?: Date },
): Promise<LeadPage | undefined> {
  const lead = await findLead(tx, id)
  if (!lead) return undefined
  await recordReadEvent(tx, actor, 'lead.read', lead.id)
  const timeZone = await getTimeZone(tx)
  return {
    lead,
    timeline: await buildTimeline(tx, lead),
    calls: await listRelatedCalls(tx, lead),
    appointments: canReadAppointments ? await listRelatedAppointments(tx, lead) : null,
    timeZone,
    today: toDayKey(now, timeZone),
  }
}
