import { and, desc, eq, notInArray, or } from 'drizzle-orm'
import { isRowId } from '../db/list.ts'
import type { OrganizationTransaction } from '../db/organization.ts'
import { appointments, calls, events, leadNotes } from '../db/schema/index.ts'
import type { Actor } from '../events/event.ts'
import { recordReading } from '../events/reading.ts'
import { recordEvent } from '../events/record.ts'
import { type LeadRecord, type NoteInput, noteInput, type NoteRecord } from './input.ts'
import type { LeadAppointment, LeadCall, LeadPage, TimelineEntry } from './record.ts'
import { findLead } from './store.ts'
import { timeZoneOf } from '../settings/time-zone.ts'
import { dayKey } from '../time/zone.ts'

/** Entries of each kind that are shown of a lead, the latest. */
const SHOWN = 200

type NoteRow = Pick<typeof leadNotes.$inferSelect, 'id' | 'authorId' | 'text' | 'createdAt'>

const NOTE = { id: leadNotes.id, authorId: leadNotes.authorId, text: leadNotes.text, createdAt: leadNotes.createdAt }

const noteOf = (row: NoteRow): NoteRecord => ({ ...row, createdAt: row.createdAt.toISOString() })

/**
 * Writes a note on a lead.
 * @returns undefined when there is no such lead
 * @throws {z.ZodError} for an input that does not fit
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
  const [row] = await db.insert(leadNotes).values({ organizationId, leadId: lead.id, authorId, text }).returning(NOTE)
  if (!row) throw new Error('A note was stored and not given back')
  await recordEvent(tx, actor, { action: 'lead.noted', subjectId: lead.id })
  return noteOf(row)
}

/** The notes on a lead, latest first. */
export async function listNotes(
  { db, organizationId }: OrganizationTransaction,
  leadId: string,
): Promise<NoteRecord[]> {
  if (!isRowId(leadId)) return []
  const rows = await db
    .select(NOTE)
    .from(leadNotes)
    .where(and(eq(leadNotes.organizationId, organizationId), eq(leadNotes.leadId, leadId)))
    .orderBy(desc(leadNotes.createdAt), desc(leadNotes.id))
    .limit(SHOWN)
  return rows.map(noteOf)
}

/** Who looked at a lead is in the log; a note is shown itself. */
const NOT_SHOWN = ['lead.read', 'lead.noted'] as const

async function listEvents({ db, organizationId }: OrganizationTransaction, lead: LeadRecord): Promise<TimelineEntry[]> {
  const { id, at, actorKind, actorId, action, details } = events
  const rows = await db
    .select({ id, at, actorKind, actorId, action, details })
    .from(events)
    .where(
      and(eq(events.organizationId, organizationId), eq(events.subjectId, lead.id), notInArray(action, [...NOT_SHOWN])),
    )
    .orderBy(desc(at), desc(id))
    .limit(SHOWN)
  return rows.map((row) => ({ ...row, kind: 'event', at: row.at.toISOString() }))
}

/** What happened to a lead, with the notes on it, newest first. */
export async function timelineOf(tx: OrganizationTransaction, lead: LeadRecord): Promise<TimelineEntry[]> {
  const notes = (await listNotes(tx, lead.id)).map(({ id, authorId, text, createdAt }): TimelineEntry => ({
    kind: 'note',
    id,
    at: createdAt,
    actorKind: 'person',
    actorId: authorId,
    text,
  }))
  return [...(await listEvents(tx, lead)), ...notes].toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** The call that a lead came of, and others from the same number, latest first. */
export async function callsOf({ db, organizationId }: OrganizationTransaction, lead: LeadRecord): Promise<LeadCall[]> {
  const { id, startedAt, duration, outcome, summary } = calls
  const own = lead.callId ? eq(id, lead.callId) : undefined
  const ofNumber = lead.phone ? eq(calls.callerPhone, lead.phone) : undefined
  if (!own && !ofNumber) return []
  const rows = await db
    .select({ id, startedAt, duration, outcome, summary })
    .from(calls)
    .where(and(eq(calls.organizationId, organizationId), or(own, ofNumber)))
    .orderBy(desc(startedAt), desc(id))
    .limit(SHOWN)
  return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }))
}

/** The visits that were booked for a lead, latest first. */
export async function appointmentsOf(
  { db, organizationId }: OrganizationTransaction,
  lead: LeadRecord,
): Promise<LeadAppointment[]> {
  const { id, startsAt, endsAt, state, job, technician } = appointments
  const rows = await db
    .select({ id, startsAt, endsAt, state, job, technician })
    .from(appointments)
    .where(and(eq(appointments.organizationId, organizationId), eq(appointments.leadId, lead.id)))
    .orderBy(desc(startsAt), desc(id))
    .limit(SHOWN)
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }))
}

/**
 * A lead with everything that belongs to it, for somebody who opens it; that is in the log.
 * @returns undefined when there is no such lead
 */
export async function openLead(
  tx: OrganizationTransaction,
  actor: Actor & { id: string },
  id: string,
  { mayReadAppointments, now = new Date() }: { mayReadAppointments: boolean; now?: Date },
): Promise<LeadPage | undefined> {
  const lead = await findLead(tx, id)
  if (!lead) return undefined
  await recordReading(tx, actor, 'lead.read', lead.id)
  const timeZone = await timeZoneOf(tx)
  return {
    lead,
    timeline: await timelineOf(tx, lead),
    calls: await callsOf(tx, lead),
    appointments: mayReadAppointments ? await appointmentsOf(tx, lead) : null,
    timeZone,
    today: dayKey(now, timeZone),
  }
}
