import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { OpeningHours } from '../model/opening-hours.ts'
import {
  DEFAULT_TIME_ZONE,
  type OnCallList,
  RETENTION_DEFAULTS,
  type ServiceArea,
} from '../model/organization-settings.ts'
import { moment } from '../../platform/db/columns.ts'
import { ownedByOrganization, ownOrganizationOnly } from '../../platform/db/owned.ts'

export const organizationSettings = pgTable(
  'organization_settings',
  {
    organizationId: ownedByOrganization().primaryKey(),
    /** IANA name. Times are stored in UTC. */
    timeZone: text('time_zone').notNull().default(DEFAULT_TIME_ZONE),
    hours: jsonb('hours').$type<OpeningHours>().notNull().default({}),
    serviceArea: jsonb('service_area').$type<ServiceArea>().notNull().default([]),
    /** Null for the default greeting. */
    greeting: text('greeting'),
    onCall: jsonb('on_call').$type<OnCallList>().notNull().default([]),
    /** Minutes before the next person is paged. */
    pagingMinutes: integer('paging_minutes').notNull().default(5),
    /** Number that the company forwards its calls to; null until assigned. */
    forwardingNumber: text('forwarding_number'),
    /** When a user confirmed the forwarding. */
    forwardedAt: moment('forwarded_at'),
    /** The vendor's agent id; identifies the organization of a call. */
    voiceAgentId: text('voice_agent_id').unique(),
    secondFactorRequired: boolean('second_factor_required').notNull().default(false),
    recordingDays: integer('recording_days').notNull().default(RETENTION_DEFAULTS.recordings),
    transcriptDays: integer('transcript_days').notNull().default(RETENTION_DEFAULTS.transcripts),
    callDays: integer('call_days').notNull().default(RETENTION_DEFAULTS.calls),
    leadDays: integer('lead_days').notNull().default(RETENTION_DEFAULTS.leads),
    /** For optimistic locking. */
    version: integer('version').notNull().default(1),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  () => [ownOrganizationOnly()],
)
