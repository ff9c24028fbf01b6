import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@/lib/dashboard/api/idempotency.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import type { Answer } from '@/lib/site/api-reference/openapi.ts'
import { type Scope, SCOPES } from '@/lib/platform/auth/scopes.ts'
import { conflictSchema, problemAnswers } from './problem.ts'

const header = (name: string, description: string, more: object = {}) =>
  z.string().meta({ description, header: { id: name }, ...more })

const rates = {
  RateLimit: header('RateLimit', 'Remaining requests, and seconds until the limit resets'),
  'RateLimit-Policy': header('RateLimit-Policy', 'Requests per key, and the window in seconds'),
}
const etag = { ETag: header('ETag', 'Version of the record, for If-Match', { example: '"1"' }) }
const retryAfter = { 'Retry-After': header('Retry-After', 'Seconds to wait') }
const challenge = { 'WWW-Authenticate': header('WWW-Authenticate', 'Authentication error as defined in RFC 6750') }
const creation = {
  Location: header('Location', 'URL of the record'),
  'Idempotent-Replayed': z
    .string()
    .optional()
    .meta({
      description: 'true if this is the stored response to an earlier request',
      header: { id: 'Idempotent-Replayed' },
    }),
}

type Status = 200 | 201

const dataAnswer = (
  status: Status,
  description: string,
  schema: z.ZodType,
  headers: z.ZodRawShape,
  examples: object,
) => ({
  status,
  description,
  schema,
  examples: { ...examples },
  headers: z.object({ ...headers, ...rates }),
})

export const pageAnswer = (description: string, schema: z.ZodType, example: unknown): Answer =>
  dataAnswer(200, description, schema, {}, { part: example })

export const oneAnswer = (description: string, schema: z.ZodType, example: unknown): Answer =>
  dataAnswer(200, description, schema, etag, { one: example })

export const createdAnswer = (status: Status, description: string, schema: z.ZodType, example: unknown): Answer =>
  dataAnswer(status, description, schema, { ...etag, ...creation }, { one: example })

const CORRECT = 'Fix the fields listed in errors and send the request again.'

/**
 * Returns the problem responses of an operation.
 * @param siteUrl public origin, part of the problem types
 * @param instance path of the request
 */
export function problemsOf(siteUrl: string, instance: string) {
  const answer = problemAnswers(siteUrl, instance)
  const invalid = (error: object) => ({ detail: CORRECT, errors: [error] })
  const wrong = (field: string) =>
    invalid({ detail: 'Invalid input: expected string, received number', pointer: `#/${field}` })
  return {
    refused: (scope: Scope): Answer[] => [
      answer(
        'The API key is missing, invalid or revoked.',
        { 'no-key': { detail: 'The API key is invalid or was revoked.' } },
        { headers: challenge },
      ),
      answer(
        'The key is missing the scope, or the organization’s plan no longer includes the API.',
        {
          'missing-scope': { detail: `The key needs the scope ${scope} to ${SCOPES[scope]}.`, scope },
          'no-plan': { detail: 'The organization’s plan no longer includes the API.' },
        },
        { headers: { 'WWW-Authenticate': challenge['WWW-Authenticate'].optional(), ...rates } },
      ),
      answer(
        'Too many requests with this key, or with invalid keys from this IP address.',
        { 'too-many-requests': { detail: 'Send the next request in 30 seconds.' } },
        { headers: { ...rates, ...retryAfter } },
      ),
      answer(
        'The database is unavailable. Send the request again.',
        { unavailable: { detail: 'Send the same request again in 5 seconds.' } },
        { headers: retryAfter },
      ),
    ],

    unreadable: (): Answer[] => [
      answer('The body is not valid JSON, or a header is malformed.', {
        malformed: { detail: 'The body is not valid JSON.' },
      }),
      answer(`The body is larger than ${BODY_LIMITS['/api/v1'] / 1024} KB.`, {
        'too-large': { detail: `Request body too large: the limit is ${BODY_LIMITS['/api/v1']} bytes.` },
      }),
      answer('The Content-Type is not JSON.', {
        'unsupported-type': { detail: 'Send JSON with Content-Type: application/json.' },
      }),
    ],

    missing: (one: string): Answer => {
      const nothing = `No ${one} has this ID.`
      return answer(nothing, { 'not-found': { detail: nothing } })
    },

    wrongParameter: (): Answer =>
      answer('A parameter is unknown or invalid.', {
        invalid: invalid({ detail: 'Too big: expected number to be <=100', parameter: 'limit' }),
      }),

    wrongField: (field: string): Answer =>
      answer('A field is invalid. Nothing was changed.', { invalid: wrong(field) }),

    notCreated: (field: string): Answer[] => [
      answer(
        'The first request with this key is still in progress.',
        { 'in-progress': { detail: `The first request with this ${IDEMPOTENCY_HEADER} is still in progress.` } },
        { headers: retryAfter },
      ),
      answer(`A field is invalid, or the ${IDEMPOTENCY_HEADER} was used for a different request. Nothing was stored.`, {
        invalid: wrong(field),
        'key-reused': { detail: `This ${IDEMPOTENCY_HEADER} was used for a different request. Use a new one.` },
      }),
    ],

    /** @param name name of the schema, such as Lead */
    outdated: (one: string, name: string, schema: z.ZodType, current: object): Answer[] => {
      const details = {
        detail: `The ${one} was edited since that version. Check the current record, then send your change again.`,
        current,
      }
      const more = { schema: conflictSchema(schema, name), headers: etag }
      return [
        answer('There is a newer version than the one in the body.', { conflict: details }, more),
        answer('There is a newer version than the one in If-Match.', { 'outdated-version': details }, more),
      ]
    },
  }
}
