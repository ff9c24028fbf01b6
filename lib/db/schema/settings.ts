import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { OpeningHours } from '../../settings/opening-hours.ts'
import {
  DEFAULT_TIME_ZONE,
  type OnCallList,
  RETENTION_DEFAULTS,
  type ServiceArea,
} from '../../settings/organization-settings.ts'
import { moment } from './columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from './owned.ts'

/** How an organization wants its calls to be taken and its data to be kept. Without a row, the defaults hold. */
export const organizationSettings = pgTable(
  'organization_settings',
  {
    organizationId: ownedByOrganization().primaryKey(),
    /** As in the IANA database. Times are stored in UTC and shown in this zone. */
    timeZone: text('time_zone').notNull().default(DEFAULT_TIME_ZONE),
    hours: jsonb('hours').$type<OpeningHours>().notNull().default({}),
    serviceArea: jsonb('service_area').$type<ServiceArea>().notNull().default([]),
    /** What the assistant says first; null for its usual greeting. */
    greeting: text('greeting'),
    onCall: jsonb('on_call').$type<OnCallList>().notNull().default([]),
    /** Minutes without an answer after which the next person is paged. */
    pagingMinutes: integer('paging_minutes').notNull().default(5),
    /** The company's calls are forwarded to this number; null until one has been given out. */
    forwardingNumber: text('forwarding_number'),
    /** When somebody said that the number is forwarded. */
    forwardedAt: moment('forwarded_at'),
    /** Id of the assistant at the vendor of the voice: it says whose a call is. */
    voiceAgentId: text('voice_agent_id').unique(),
    /** Whether everybody needs a second factor. */
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    recordingDays: integer('recording_days').notNull().default(RETENTION_DEFAULTS.recordings),
    transcriptDays: integer('transcript_days').notNull().default(RETENTION_DEFAULTS.transcripts),
    callDays: integer('call_days').notNull().default(RETENTION_DEFAULTS.calls),
    leadDays: integer('lead_days').notNull().default(RETENTION_DEFAULTS.leads),
    /** Grows with each change, so that who changes an older state is told. */
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  () => [ownOrganizationOnly()],
)
