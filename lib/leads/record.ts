import { z } from '../zod.ts'
import { APPOINTMENT_STATE_NAMES } from '../appointments/appointment.ts'
import { CALL_OUTCOME_NAMES } from '../calls/call.ts'
import { type Action, ACTIONS } from '../events/event.ts'
import { SOURCE_NAMES, type Stage, STAGE_NAMES, URGENCY_NAMES } from './lead.ts'

const moment = () => z.iso.datetime()

/** A lead as the dashboard and the API give it. */
export const leadRecord = z.object({
  id: z.uuid().describe('Id of the lead'),
  callId: z.uuid().nullable().describe('The call that it came of, while that is kept'),
  name: z.string().describe('Who it is'),
  phone: z.string().nullable().describe('In E.164, such as +12125550142'),
  email: z.string().nullable().describe('Email address'),
  address: z.string().nullable().describe('Where the work is, as one line'),
  zip: z.string().nullable().describe('ZIP code of the address'),
  problem: z.string().describe('What is wrong, in the words of who called'),
  safety: z.string().nullable().describe('What makes it dangerous, in a few words; null when nothing does'),
  system: z.string().nullable().describe('What it is about, such as a furnace'),
  urgency: z.enum(URGENCY_NAMES).describe('How soon somebody has to act'),
  stage: z.enum(STAGE_NAMES).describe('What it has become'),
  source: z.enum(SOURCE_NAMES).describe('Where it came from'),
  assigneeId: z.string().nullable().describe('Id of the person who looks after it'),
  isTest: z.boolean().describe('Whether it came of a test call; it counts nowhere'),
  version: z.int().min(1).describe('Grows with each change; sent with a change, it keeps one from undoing another'),
  createdAt: moment().describe('When it came in, in UTC'),
  updatedAt: moment().describe('When it was changed last, in UTC'),
})

export type LeadRecord = z.infer<typeof leadRecord>

/** What somebody wrote about a lead. */
export const noteRecord = z.object({
  id: z.uuid().describe('Id of the note'),
  authorId: z.string().nullable().describe('Id of who wrote it; null once that person has been deleted'),
  text: z.string().describe('What was written'),
  createdAt: moment().describe('When it was written, in UTC'),
})

export type NoteRecord = z.infer<typeof noteRecord>

/** How many leads are counted on the pages of a list; of more it is only said that there are more. */
export const COUNTED = 10_000

/** The same for each stage: a count stands beside its name, where nobody reads a long one. */
export const COUNTED_PER_STAGE = 1_000

/**
 * How many leads are at each stage; of a stage with more than COUNTED_PER_STAGE it is one more than that. Null where a search
 * finds too many leads to say how many of them are at this stage.
 */
export const stageCounts = z.record(z.enum(STAGE_NAMES), z.int().nullable())

export type StageCounts = Record<Stage, number | null>

/** A lead in the list: of one that is booked also the visit that comes next, else the last one. */
export const leadRow = leadRecord.extend({
  visit: z
    .object({ startsAt: moment(), endsAt: moment(), technician: z.string().nullable() })
    .nullable()
    .describe('Null without one, and for who may not read appointments'),
})

export type LeadRow = z.infer<typeof leadRow>

/** A page of the list of leads, as the dashboard shows it. */
export const leadsPage = z.object({
  rows: z.array(leadRow),
  total: z.int().describe('How many there are, at most COUNTED'),
  isMore: z.boolean().describe('Whether there are more than that'),
  stages: stageCounts,
  timeZone: z.string().describe('Of the business, as in the IANA database'),
  today: z.iso.date().describe('The day that it is there'),
})

export type LeadsPage = z.infer<typeof leadsPage>

/** What happened to a lead: an entry of the log, or a note. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.uuid(),
    at: moment(),
    actorKind: z.enum(['person', 'key', 'assistant', 'site']),
    actorId: z.string().nullable(),
    action: z.enum(Object.keys(ACTIONS) as Action[]),
    details: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.object({
    kind: z.literal('note'),
    id: z.uuid(),
    at: moment(),
    actorKind: z.literal('person'),
    actorId: z.string().nullable(),
    text: z.string(),
  }),
])

export type TimelineEntry = z.infer<typeof timelineEntry>

/** A call of a lead, for a link to it. */
const leadCall = z.object({
  id: z.uuid(),
  startedAt: moment(),
  duration: z.int().describe('Seconds'),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  summary: z.string().nullable(),
})

export type LeadCall = z.infer<typeof leadCall>

/** A visit to a lead, for a link to it. */
const leadAppointment = z.object({
  id: z.uuid(),
  startsAt: moment(),
  endsAt: moment(),
  state: z.enum(APPOINTMENT_STATE_NAMES),
  job: z.string(),
  technician: z.string().nullable(),
})

export type LeadAppointment = z.infer<typeof leadAppointment>

/** A lead with everything that belongs to it, as the dashboard shows it. */
export const leadPage = z.object({
  lead: leadRecord,
  timeline: z.array(timelineEntry).describe('Newest first'),
  calls: z.array(leadCall).describe('Latest first'),
  appointments: z.array(leadAppointment).nullable().describe('Latest first; null for who may not read appointments'),
  timeZone: z.string().describe('Of the business, as in the IANA database'),
  today: z.iso.date().describe('The day that it is there'),
})

export type LeadPage = z.infer<typeof leadPage>
