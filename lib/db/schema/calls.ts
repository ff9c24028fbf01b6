import { type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { CallOutcome, TranscriptLine } from '../../calls/call.ts'
import type { Intent } from '../../calls/intent.ts'
import type { SafetyKind } from '../../calls/safety.ts'
import { folded, moment, searchWords, sortedMoment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** Calls that the assistant took, or that nobody answered. Personal data: never logged, never part of an address. */
export const calls = pgTable(
  'calls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: ownedByOrganization(),
    /** Id at the vendor of the voice: a call that is reported twice is stored once. */
    externalId: text('external_id'),
    startedAt: sortedMoment('started_at').notNull(),
    /** Seconds. */
    duration: integer('duration').notNull().default(0),
    callerName: text('caller_name'),
    /** In E.164, such as +12125550142; null for a withheld number. */
    callerPhone: text('caller_phone'),
    /** As in BCP 47. */
    language: text('language').notNull().default('en'),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    /** What the caller wanted; null where it is unknown. */
    intent: text('intent').$type<Intent>(),
    /** The danger to life that was recognized. */
    safetyKind: text('safety_kind').$type<SafetyKind>(),
    /** The visit that the caller asked about, while that is kept. Without a foreign key: appointments refer to calls. */
    appointmentId: uuid('appointment_id'),
    summary: text('summary'),
    /** What the caller said it is about, in their own words: stays when the transcript is deleted. */
    callerWords: text('caller_words'),
    /** Null when none was made, or when it has been kept long enough. */
    transcript: jsonb('transcript').$type<TranscriptLine[]>(),
    transcriptDeletedAt: moment('transcript_deleted_at'),
    /** Address at the vendor; null without a recording. Never given out: the site passes the sound on. */
    recordingUrl: text('recording_url'),
    recordingDeletedAt: moment('recording_deleted_at'),
    /** Why a person has to look at it, in a sentence; null when nobody has to. */
    attention: text('attention'),
    attentionEndedAt: moment('attention_ended_at'),
    /** The rule of the company that was followed, such as one that wakes somebody. */
    rule: text('rule'),
    /** Clerk's id of the person whom it was handed over to. */
    handedToId: text('handed_to_id'),
    handedOverAt: moment('handed_over_at'),
    /** Whether somebody of the company made it to try the assistant: it is marked as such and counts nowhere. */
    isTest: boolean('is_test').notNull().default(false),
    /** Grows with each change, so that who changes an older state is told. */
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    search: searchWords('search').generatedAlwaysAs(
      (): SQL => sql`setweight(to_tsvector('simple', ${folded(sql`coalesce(${calls.callerName}, '')`)} || ' ' || coalesce(${calls.callerPhone}, '')), 'A') ||
        setweight(to_tsvector('english', coalesce(${calls.summary}, '') || ' ' || coalesce(${calls.callerWords}, '')), 'B') ||
        jsonb_to_tsvector('english', jsonb_path_query_array(coalesce(${calls.transcript}, '[]'), '$[*].text'), '["string"]')`,
    ),
  },
  (table) => [
    ownOrganizationOnly(),
    unique('calls_of').on(table.organizationId, table.id),
    unique('calls_once').on(table.organizationId, table.externalId),
    index('calls_by_time').on(table.organizationId, table.startedAt, table.id),
    index('calls_by_caller').on(table.organizationId, table.callerPhone),
    index('calls_waiting')
      .on(table.organizationId, table.startedAt)
      .where(sql`attention is not null and attention_ended_at is null`),
    index('calls_search').using('gin', table.search),
    check('calls_duration', sql`${table.duration} between 0 and 86400`),
  ],
)
