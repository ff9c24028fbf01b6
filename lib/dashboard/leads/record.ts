import { z } from '../../values/zod.ts'
import { appointmentRecord } from '../appointments/record.ts'
import { CALL_OUTCOME_NAMES } from '../model/call.ts'
import { type Action, ACTIONS } from '../model/event.ts'
import { SOURCE_NAMES, type Stage, STAGE_NAMES, URGENCY_NAMES } from '../model/lead.ts'
import { timestamp } from '../../values/fields.ts'

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
  createdAt: timestamp.describe('When it came in, in UTC'),
  updatedAt: timestamp.describe('When it was changed last, in UTC'),
})

export type LeadRecord = z.infer<typeof leadRecord>

/** Maximum of the total count. If there are more leads, the list shows "more than". */
export const COUNTED = 10_000

/** Maximum of the count per stage. */
export const COUNTED_PER_STAGE = 1_000

/**
 * Leads per stage. COUNTED_PER_STAGE + 1 means more than the maximum. Null if a search matches too many leads to count
 * this stage.
 */
export const stageCounts = z.record(z.enum(STAGE_NAMES), z.int().nullable())

export type StageCounts = Record<Stage, number | null>

export const leadRow = leadRecord.extend({
  visit: z
    .object({ startsAt: timestamp, endsAt: timestamp, technician: z.string().nullable() })
    .nullable()
    .describe('Null without one, and for who may not read appointments'),
})

export type LeadRow = z.infer<typeof leadRow>

export const leadsPage = z.object({
  rows: z.array(leadRow),
  total: z.int().describe('How many there are, at most COUNTED'),
  isMore: z.boolean().describe('Whether there are more than that'),
  stages: stageCounts,
  timeZone: z.string().describe('Of the business, as in the IANA database'),
  today: z.iso.date().describe('The day that it is there'),
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
  duration: z.int().describe('Seconds'),
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
  calls: z.array(leadCall).describe('Latest first'),
  appointments: z.array(leadAppointment).nullable().describe('Latest first; null for who may not read appointments'),
  timeZone: z.string().describe('Of the business, as in the IANA database'),
  today: z.iso.date().describe('The day that it is there'),
})

export type LeadPage = z.infer<typeof leadPage>
