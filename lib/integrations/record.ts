import { z } from 'zod'
import type { Action } from '../events/event.ts'
import { type FailureCode, FAILURES } from './failure.ts'
import { PROVIDER_NAMES } from './providers.ts'

/*
 * What the dashboard's API answers about connections, as the screen checks it: never a token or a key. Moments are in
 * ISO 8601.
 */

const providerName = z.enum(PROVIDER_NAMES)
const failureCode = z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]])
const moment = z.iso.datetime().nullable()

const connection = z.object({
  id: z.uuid(),
  /** What was granted, in the provider's own names. */
  scopes: z.array(z.string()),
  /** Names of what may be written; empty while it may only read. */
  writes: z.array(z.string()),
  account: z.string().nullable(),
  connectedAt: z.iso.datetime(),
  checkedAt: moment,
  lastUsedAt: moment,
  failure: failureCode.nullable(),
})

const integration = z.object({
  provider: providerName,
  /** Whether it can be connected here; what is missing otherwise is for whoever runs the site. */
  isOffered: z.boolean(),
  /** When somebody asked for a system that is not offered. */
  wantedAt: moment,
  /** The page of the local server that stands in for it; null for the real one. */
  localPage: z.url().nullable(),
  /** Why the plan does not let it be connected, or write; null where it may. */
  refused: z.string().nullable(),
  refusedWriting: z.string().nullable(),
  connection: connection.nullable(),
})

export const integrationsAnswer = z.object({
  integrations: z.array(integration),
  /** What the plan includes, in a sentence. */
  allowance: z.string(),
  /** In which times are shown. */
  timeZone: z.string(),
})

export type ConnectionRecord = z.infer<typeof connection>
export type IntegrationRecord = z.infer<typeof integration>
export type IntegrationsAnswer = z.infer<typeof integrationsAnswer>

/** What the log says of connections. */
export const connectionLog = z.object({
  entries: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      /** Clerk's id of a person; null for the assistant, a program and the site itself. */
      personId: z.string().nullable(),
      actor: z.enum(['person', 'key', 'assistant', 'site']),
      action: z.string().transform((action) => action as Action),
      /** What was read or written, where the entry says so. */
      read: z.string().nullable(),
      wrote: z.string().nullable(),
      /** The call that it was for. */
      callId: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})

export type ConnectionLog = z.infer<typeof connectionLog>

/** What a test showed. */
export const testAnswer = z.object({
  account: z.string().nullable(),
  kind: z.string(),
  name: z.string().nullable(),
})

/** What there is to choose from, and what counts as busy. */
export const calendarsAnswer = z.object({
  calendars: z.array(z.object({ id: z.string(), name: z.string(), isMain: z.boolean(), isChosen: z.boolean() })),
  /** Times at which one of the chosen ones is busy in the days ahead. */
  busy: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
})

export type CalendarsAnswer = z.infer<typeof calendarsAnswer>
