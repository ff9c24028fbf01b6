import { z } from '../../values/zod.ts'
import { appointmentRecord } from '../appointments/record.ts'
import { CALL_OUTCOME_NAMES } from '../model/call.ts'
import { type Action, ACTIONS } from '../model/event.ts'
import { SOURCE_NAMES, type Stage, STAGE_NAMES, URGENCY_NAMES } from '../model/lead.ts'
import { timestamp } from '../../values/fields.ts'

export const leadRecord = z.object({
  id: z.uuid().describe('ID of the lead'),
  callId: z.uuid().nullable().describe('ID of the call it came from; null after the call is deleted'),
  name: z.string().describe('Name of the contact'),
  phone: z.string().nullable().describe('In E.164, such as +12125550142'),
  email: z.string().nullable().describe('Email address'),
  address: z.string().nullable().describe('Service address in one line'),
  zip: z.string().nullable().describe('ZIP code of the address'),
  problem: z.string().describe('Problem in the caller’s words'),
  safety: z.string().nullable().describe('Short description of the danger; null if none'),
  system: z.string().nullable().describe('Equipment, such as a furnace'),
  urgency: z.enum(URGENCY_NAMES).describe('Urgency'),
  stage: z.enum(STAGE_NAMES).describe('Stage'),
  source: z.enum(SOURCE_NAMES).describe('Source'),
  assigneeId: z.string().nullable().describe('ID of the assignee'),
  isTest: z.boolean().describe('Whether it comes from a test call, which isn’t counted'),
  version: z.int().min(1).describe('Increases with each change; send it with a change to detect concurrent edits'),
  createdAt: timestamp.describe('When it was created, in UTC'),
  updatedAt: timestamp.describe('When it was last updated, in UTC'),
})

export type LeadRecord = z.infer<typeof leadRecord>

/** Highest total that is counted. If there are more leads, the list shows "more than". */
export const MAX_COUNTED_LEADS = 10_000

/** Highest count per stage. */
export const MAX_COUNTED_PER_STAGE = 1_000

/**
 * Leads per stage. `MAX_COUNTED_PER_STAGE + 1` means that there are more. Null if a search matches too many leads to
 * count this stage.
 */
export const stageCounts = z.record(z.enum(STAGE_NAMES), z.int().nullable())

export type StageCounts = Record<Stage, number | null>

export const leadRow = leadRecord.extend({
  visit: z
    .object({ startsAt: timestamp, endsAt: timestamp, technician: z.string().nullable() })
    .nullable()
    .describe('Null if there is none, or if you can’t view appointments'),
})

export type LeadRow = z.infer<typeof leadRow>

export const leadsPage = z.object({
  rows: z.array(leadRow),
  total: z.int().describe('Number of leads, counted up to a limit'),
  isMore: z.boolean().describe('Whether there are more leads than the total'),
  stages: stageCounts,
  timeZone: z.string().describe('IANA time zone of the company'),
  today: z.iso.date().describe('Current day in that time zone'),
})

export type LeadsPage = z.infer<typeof leadsPage>

export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.uuid(),
    at: timestamp,
    actorKind: z.enum(['person', 'key', 'assistant', 'site']),
    actorId: z.string().nullable(),
    action: z.enum(Object.keys(ACTIONS) as Action[]),
    details: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.object({
    kind: z.literal('note'),
    id: z.uuid(),
    at: timestamp,
    actorKind: z.literal('person'),
    actorId: z.string().nullable(),
    text: z.string(),
  }),
])

export type TimelineEntry = z.infer<typeof timelineEntry>

const leadCall = z.object({
  id: z.uuid(),
  startedAt: timestamp,
  duration: z.int().describe('Duration in seconds'),
  outcome: z.enum(CALL_OUTCOME_NAMES),
  summary: z.string().nullable(),
})

const leadAppointment = appointmentRecord.pick({
  id: true,
  startsAt: true,
  endsAt: true,
  state: true,
  job: true,
  technician: true,
})

export const leadPage = z.object({
  lead: leadRecord,
  timeline: z.array(timelineEntry).describe('Newest first'),
  calls: z.array(leadCall).describe('Newest first'),
  appointments: z.array(leadAppointment).nullable().describe('Newest first; null if you can’t view appointments'),
  timeZone: z.string().describe('IANA time zone of the company'),
  today: z.iso.date().describe('Current day in that time zone'),
})

export type LeadPage = z.infer<typeof leadPage>
