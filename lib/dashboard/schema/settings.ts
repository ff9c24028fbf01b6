import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ClosedDays } from '../model/closed-days.ts'
import type { OpeningHours } from '../model/opening-hours.ts'
import {
  DEFAULT_TIME_ZONE,
  type OnCallList,
  RETENTION_DEFAULTS,
  type ServiceArea,
} from '../model/organization-settings.ts'
import { timestamptz } from '../../platform/db/columns.ts'
import { organizationIdColumn, organizationOnlyPolicy } from '../../platform/db/organization-policies.ts'

export const organizationSettings = pgTable(
  'organization_settings',
  {
    organizationId: organizationIdColumn().primaryKey(),
    /** IANA time zone name. All times are stored in UTC. */
    timeZone: text('time_zone').notNull().default(DEFAULT_TIME_ZONE),
    hours: jsonb('hours').$type<OpeningHours>().notNull().default({}),
    closedDays: jsonb('closed_days').$type<ClosedDays>().notNull().default([]),
    /** Whether the business is closed on US federal holidays. */
    closedOnHolidays: boolean('closed_on_holidays').notNull().default(false),
    serviceArea: jsonb('service_area').$type<ServiceArea>().notNull().default([]),
    /** Custom greeting; null for the default greeting. */
    greeting: text('greeting'),
    onCall: jsonb('on_call').$type<OnCallList>().notNull().default([]),
    /** Minutes until the next teammate on call is paged. */
    pagingMinutes: integer('paging_minutes').notNull().default(5),
    /** Phone number to which the company forwards its calls; null until assigned. */
    forwardingNumber: text('forwarding_number'),
    /** Time at which a user confirmed that calls are forwarded. */
    forwardedAt: timestamptz('forwarded_at'),
    /** Agent id in the voice vendor's system. It identifies the organization of an incoming call. */
    voiceAgentId: text('voice_agent_id').unique(),
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    recordingDays: integer('recording_days').notNull().default(RETENTION_DEFAULTS.recordings),
    transcriptDays: integer('transcript_days').notNull().default(RETENTION_DEFAULTS.transcripts),
    callDays: integer('call_days').notNull().default(RETENTION_DEFAULTS.calls),
    leadDays: integer('lead_days').notNull().default(RETENTION_DEFAULTS.leads),
    /** Version for optimistic locking. */
    version: integer('version').notNull().default(1),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  () => [organizationOnlyPolicy()],
)
