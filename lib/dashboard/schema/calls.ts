import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { CallOutcome, TranscriptLine } from '../model/call.ts'
import type { Intent } from '../model/intent.ts'
import type { SafetyKind } from '../model/safety.ts'
import { foldAccents, timestamptz, tsvector, sortableTimestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

/** Calls. They contain personal data, which must not appear in logs or URLs. */
export const calls = pgTable(
  'calls',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    organizationId: organizationIdColumn(),
    /** Id of the call in the voice vendor's or API client's system. A unique constraint prevents duplicates. */
    externalId: text('external_id'),
    startedAt: sortableTimestamptz('started_at').notNull(),
    /** Duration in seconds. */
    duration: integer('duration').notNull().default(0),
    callerName: text('caller_name'),
    /** Phone number in E.164, such as +12125550142; null if withheld. */
    callerPhone: text('caller_phone'),
    /** BCP 47 language tag. */
    language: text('language').notNull().default('en'),
    outcome: text('outcome').$type<CallOutcome>().notNull(),
    intent: text('intent').$type<Intent>(),
    safetyKind: text('safety_kind').$type<SafetyKind>(),
    /** Id of the visit that the caller asked about. No foreign key, because appointments already reference calls. */
    appointmentId: uuid('appointment_id'),
    summary: text('summary'),
    /** Reason for the call in the caller's words. Deleted together with the transcript. */
    callerWords: text('caller_words'),
    /** Null if there is no transcript, or after the retention period. */
    transcript: jsonb('transcript').$type<TranscriptLine[]>(),
    transcriptDeletedAt: timestamptz('transcript_deleted_at'),
    /** URL of the recording on the vendor's server. Clients never receive it, because the site proxies the audio. */
    recordingUrl: text('recording_url'),
    recordingDeletedAt: timestamptz('recording_deleted_at'),
    /** Note that explains why the office must review the call; null if no review is needed. */
    attention: text('attention'),
    attentionEndedAt: timestamptz('attention_ended_at'),
    rule: text('rule'),
    /** Clerk user id of the assignee. */
    handedToId: text('handed_to_id'),
    handedOverAt: timestamptz('handed_over_at'),
    /** Whether the company made the call to try the assistant. Test calls are excluded from counts. */
    isTest: boolean('is_test').notNull().default(false),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
    search: tsvector('search').generatedAlwaysAs(
      (): SQL => sql`setweight(to_tsvector('simple', ${foldAccents(sql`coalesce(${calls.callerName}, '')`)} || ' ' || coalesce(${calls.callerPhone}, '')), 'A') ||
        setweight(to_tsvector('english', coalesce(${calls.summary}, '') || ' ' || coalesce(${calls.callerWords}, '')), 'B') ||
        jsonb_to_tsvector('english', jsonb_path_query_array(coalesce(${calls.transcript}, '[]'), '$[*].text'), '["string"]')`,
    ),
  },
  (table) => [
    organizationOnlyPolicy(),
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

const {
  search: _search,
  organizationId: _organizationId,
  recordingUrl: _recordingUrl,
  transcript: _transcript,
  ...callColumns
} = getTableColumns(calls)

/** Columns of a call in lists and events. Excludes the transcript and the recording URL. */
export const CALL_SUMMARY_COLUMNS = {
  ...callColumns,
  hasTranscript: sql<boolean>`${calls.transcript} is not null`,
  hasRecording: sql<boolean>`${calls.recordingUrl} is not null`,
}
