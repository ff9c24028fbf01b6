import { z } from '../../values/zod.ts'
import { timestamp } from '../../values/fields.ts'
import { APPOINTMENT_STATE_NAMES } from '../model/appointment.ts'
import { STAGE_NAMES } from '../model/lead.ts'

/** Kinds of records that the command palette finds. */
export const RECORD_KINDS = ['calls', 'leads', 'callers', 'appointments'] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export const MAX_RESULTS_PER_KIND = 5

export const MIN_SEARCH_LENGTH = 2

export const MAX_SEARCH_LENGTH = 200

/** The client sends it in a request body, because names and phone numbers must not appear in URLs. */
export const searchInput = z.strictObject({
  search: z
    .string()
    .trim()
    .min(MIN_SEARCH_LENGTH, `Enter at least ${MIN_SEARCH_LENGTH} characters`)
    .max(MAX_SEARCH_LENGTH, `Use ${MAX_SEARCH_LENGTH} characters or fewer`),
})

export type SearchInput = z.output<typeof searchInput>

export const recordReference = z.strictObject({ kind: z.enum(RECORD_KINDS), id: z.guid() })

export type RecordReference = z.infer<typeof recordReference>

export const MAX_RECENT_RECORDS = 8

export const recentInput = z.strictObject({ records: z.array(recordReference).max(MAX_RECENT_RECORDS) })

export type RecentInput = z.output<typeof recentInput>

const callMatch = z.object({
  id: z.guid(),
  callerName: z.string().nullable(),
  callerPhone: z.string().nullable(),
  startedAt: timestamp,
  summary: z.string().nullable(),
  callerWords: z.string().nullable(),
})

const leadMatch = z.object({
  id: z.guid(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  problem: z.string(),
  stage: z.enum(STAGE_NAMES),
})

const callerMatch = z.object({
  id: z.guid(),
  name: z.string().nullable(),
  phones: z.array(z.string()),
  address: z.string().nullable(),
})

const appointmentMatch = z.object({
  id: z.guid(),
  customer: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  job: z.string(),
  startsAt: timestamp,
  endsAt: timestamp,
  state: z.enum(APPOINTMENT_STATE_NAMES),
})

/** Matches of one kind; null if the user may not read them. */
const buildGroupSchema = <Match extends z.ZodType>(match: Match) =>
  z.object({ rows: z.array(match), isMore: z.boolean() }).nullable()

export const searchResponse = z.object({
  calls: buildGroupSchema(callMatch),
  leads: buildGroupSchema(leadMatch),
  callers: buildGroupSchema(callerMatch),
  appointments: buildGroupSchema(appointmentMatch),
  /** IANA time zone of the business. */
  timeZone: z.string(),
})

export type SearchResponse = z.infer<typeof searchResponse>

export type MatchOf<Kind extends RecordKind> = NonNullable<SearchResponse[Kind]>['rows'][number]
