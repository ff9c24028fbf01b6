import { z } from 'zod'
import type { Action } from '../model/event.ts'
import { type FailureCode, FAILURES } from './failure.ts'
import { slackSettings } from '../model/slack-settings.ts'
import { PROVIDER_NAMES } from './providers.ts'
import { timestamp } from '../../values/fields.ts'

/* Responses of the integrations API. They never contain a token or key. Timestamps are ISO 8601. */

const providerName = z.enum(PROVIDER_NAMES)
const failureCode = z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]])
const connection = z.object({
  id: z.uuid(),
  /** Granted scopes, by the provider's names. */
  scopes: z.array(z.string()),
  /** Kinds of records that may be written; empty for a read-only connection. */
  writes: z.array(z.string()),
  account: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  checkedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable(),
  failure: failureCode.nullable(),
  /** Settings of the messages to Slack; null for other providers. */
  messages: slackSettings.nullable(),
})

const integration = z.object({
  provider: providerName,
  /** False if the operator has not configured the provider. */
  isOffered: z.boolean(),
  /** Time at which the organization requested this provider; null if never. */
  wantedAt: timestamp.nullable(),
  /** URL of the local mock server's page; null for the real provider. */
  localPage: z.url().nullable(),
  /** Error messages if the plan does not allow a connection or write access; null if the plan allows it. */
  refused: z.string().nullable(),
  refusedWriting: z.string().nullable(),
  connection: connection.nullable(),
})

export const integrationsResponse = z.object({
  integrations: z.array(integration),
  allowance: z.string(),
  timeZone: z.string(),
})

export type ConnectionRecord = z.infer<typeof connection>
export type IntegrationRecord = z.infer<typeof integration>
export type IntegrationsResponse = z.infer<typeof integrationsResponse>

export const connectionLog = z.object({
  entries: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      /** Clerk user id; null for the assistant, API keys and the site. */
      personId: z.string().nullable(),
      actor: z.enum(['person', 'key', 'assistant', 'site']),
      action: z.string().transform((action) => action as Action),
      read: z.string().nullable(),
      wrote: z.string().nullable(),
      callId: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})

export type ConnectionLog = z.infer<typeof connectionLog>

/** Result of a connection test. Users check that the account is right. Only the account is stored. */
export const testResponse = z.object({
  account: z.string().nullable(),
  /** Kind of the first record, such as "customer". Its name is null if there is no record. */
  kind: z.string(),
  name: z.string().nullable(),
})

export type Sample = z.infer<typeof testResponse>

export const channelsResponse = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Whether the workspace has more channels than are listed. */
  isPartial: z.boolean(),
})

export const calendarsResponse = z.object({
  calendars: z.array(z.object({ id: z.string(), name: z.string(), isMain: z.boolean(), isChosen: z.boolean() })),
  /** Busy times of the selected calendars in the next days, in UTC. */
  busy: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
})

export type CalendarsResponse = z.infer<typeof calendarsResponse>
