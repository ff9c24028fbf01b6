import { z } from '../../values/zod.ts'
import { timestamp } from '../../values/fields.ts'
import { WEBHOOK_EVENT_NAMES } from '../model/webhook-event.ts'

export const MAX_ENDPOINTS = 10

/** Deliveries that the log of an endpoint keeps. */
export const MAX_LOGGED_DELIVERIES = 100

/** Requests are also signed with the former secret for this long. */
export const SECRET_OVERLAP_HOURS = 24

const LOOPBACK_HOST_PATTERN = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns an error message, or undefined if the URL is valid. The server checks the address again. */
function findUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'Enter a full URL, such as https://example.com/webhooks'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK_HOST_PATTERN.test(hostname)))
    return 'Use a URL that starts with https://'
  if (username || password) return 'Remove the username and password from the URL'
  return hash ? 'Remove the part after # from the URL' : undefined
}

const endpointUrl = z
  .string()
  .trim()
  .min(1, 'Enter the URL of your receiver')
  .max(2_000, 'Use a URL of 2,000 characters or fewer')
  .superRefine((text, context) => {
    const message = text ? findUrlProblem(text) : undefined
    if (message) context.addIssue({ code: 'custom', message })
  })
  .overwrite((text) => (URL.canParse(text) ? new URL(text).href : text))

const events = z.array(z.enum(WEBHOOK_EVENT_NAMES))

const eventsInput = events
  .min(1, 'Select at least one event')
  .refine((names) => new Set(names).size === names.length, 'List each event only once')

const name = z.string().trim().max(60, 'Use 60 characters or fewer')

export const endpointInput = z.strictObject({ url: endpointUrl, name, events: eventsInput })

export const endpointChange = z.strictObject({
  url: endpointUrl.optional(),
  name: name.optional(),
  events: eventsInput.optional(),
  /** Pauses or resumes the endpoint. */
  isPaused: z.boolean().optional(),
  /** The version that was edited. A newer one causes a conflict. */
  version: z.int().min(1),
})

/** Endpoint without its secret. */
export const endpointRecord = z.object({
  id: z.uuid(),
  kind: z.enum(['webhook', 'zapier']),
  url: z.string(),
  name: z.string(),
  events,
  failingSince: timestamp.nullable(),
  pausedAt: timestamp.nullable(),
  pauseReason: z.enum(['user', 'failures']).nullable(),
  /** Time until which requests are also signed with the former secret. */
  previousSecretEndsAt: timestamp.nullable(),
  /** Id of the API key that subscribed a Zapier hook. */
  apiKeyId: z.uuid().nullable(),
  /** Clerk user id; null if the user was deleted. */
  createdById: z.string().nullable(),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})

export const endpointList = z.object({
  endpoints: z.array(endpointRecord),
  /** IANA time zone of the business. */
  timeZone: z.string(),
})

/** Response to a creation or a rotation. No other response contains the secret. */
export const issuedEndpoint = z.object({ secret: z.string(), record: endpointRecord })

export const deliveryRecord = z.object({
  id: z.uuid(),
  /** Sent as `webhook-id`. */
  messageId: z.uuid(),
  event: z.enum([...WEBHOOK_EVENT_NAMES, 'test']),
  /** Id of the call, lead or appointment. */
  subjectId: z.uuid().nullable(),
  state: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  /** Start of the response body. */
  response: z.string().nullable(),
  attemptedAt: timestamp.nullable(),
  /** Time of the next attempt; null if none is planned. */
  nextAttemptAt: timestamp.nullable(),
  createdAt: timestamp,
})

/** Deliveries of an endpoint, newest first. */
export const deliveryLog = z.object({
  endpoint: endpointRecord,
  deliveries: z.array(deliveryRecord),
  timeZone: z.string(),
})

export type EndpointInput = z.infer<typeof endpointInput>
export type EndpointChange = z.infer<typeof endpointChange>
export type EndpointRecord = z.infer<typeof endpointRecord>
export type EndpointList = z.infer<typeof endpointList>
export type IssuedEndpoint = z.infer<typeof issuedEndpoint>
export type DeliveryRecord = z.infer<typeof deliveryRecord>
export type DeliveryLog = z.infer<typeof deliveryLog>
