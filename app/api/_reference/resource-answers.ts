import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@/lib/dashboard/api/idempotency.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import type { Answer } from '@/lib/site/api-reference/openapi.ts'
import { type Scope, SCOPES } from '@/lib/platform/auth/scopes.ts'
import { conflictSchema, problemAnswers } from './problem.ts'

const header = (name: string, description: string, more: object = {}) =>
  z.string().meta({ description, header: { id: name }, ...more })

const rates = {
  RateLimit: header('RateLimit', 'Requests that are left, and seconds until the count begins anew'),
  'RateLimit-Policy': header('RateLimit-Policy', 'Requests of a key in a window of so many seconds'),
}
const etag = { ETag: header('ETag', 'The version, for If-Match', { example: '"1"' }) }
const retryAfter = { 'Retry-After': header('Retry-After', 'Seconds to wait') }
const challenge = { 'WWW-Authenticate': header('WWW-Authenticate', 'What is missing, as in RFC 6750') }
const creation = {
  Location: header('Location', 'Where it is'),
  'Idempotent-Replayed': z
    .string()
    .optional()
    .meta({ description: 'true when the answer is that of an earlier request', header: { id: 'Idempotent-Replayed' } }),
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

const CORRECT = 'Correct the fields that are named and send the request again.'

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
        'No key, an unknown one, or one that was revoked.',
        { 'no-key': { detail: 'The API key is unknown or was revoked.' } },
        { headers: challenge },
      ),
      answer(
        'The key lacks the scope, or the plan of the organization does not include the API any more.',
        {
          'missing-scope': { detail: `The key needs the scope ${scope}: it may not ${SCOPES[scope]}.`, scope },
          'no-plan': { detail: 'The plan of the organization does not include the API any more.' },
        },
        { headers: { 'WWW-Authenticate': challenge['WWW-Authenticate'].optional(), ...rates } },
      ),
      answer(
        'Too many requests of this key, or with unknown keys from this address.',
        { 'too-many-requests': { detail: 'Send the next request in 30 seconds.' } },
        { headers: { ...rates, ...retryAfter } },
      ),
      answer(
        'The database does not answer: send it again.',
        { unavailable: { detail: 'Send the same request again in 5 seconds.' } },
        { headers: retryAfter },
      ),
    ],

    unreadable: (): Answer[] => [
      answer('The body is no JSON, or a header cannot be read.', { malformed: { detail: 'The body is not JSON.' } }),
      answer(`The body is larger than ${BODY_LIMITS['/api/v1'] / 1024} KB.`, {
        'too-large': { detail: `The body is larger than ${BODY_LIMITS['/api/v1']} bytes.` },
      }),
      answer('The body has another type than JSON.', {
        'unsupported-type': { detail: 'Send application/json, and name it in Content-Type.' },
      }),
    ],

    missing: (one: string): Answer => {
      const nothing = `There is no ${one} with this id.`
      return answer(nothing, { 'not-found': { detail: nothing } })
    },

    wrongParameter: (): Answer =>
      answer('A parameter is unknown or wrong.', {
        invalid: invalid({ detail: 'Too big: expected number to be <=100', parameter: 'limit' }),
      }),

    wrongField: (field: string): Answer => answer('A field is wrong. Nothing was changed.', { invalid: wrong(field) }),

    notCreated: (field: string): Answer[] => [
      answer(
        'The same request is still being answered.',
        { 'in-progress': { detail: `The first request with this ${IDEMPOTENCY_HEADER} is not answered yet.` } },
        { headers: retryAfter },
      ),
      answer(`A field is wrong, or the ${IDEMPOTENCY_HEADER} came with another request. Nothing was stored.`, {
        invalid: wrong(field),
        'key-reused': { detail: `Send another request with another ${IDEMPOTENCY_HEADER}.` },
      }),
    ],

    /** @param name name of the schema, such as Lead */
    outdated: (one: string, name: string, schema: z.ZodType, current: object): Answer[] => {
      const details = { detail: `The ${one} has changed since: see what it is now, and change that.`, current }
      const more = { schema: conflictSchema(schema, name), headers: etag }
      return [
        answer('There is a later version than that in the body.', { conflict: details }, more),
        answer('There is a later version than that in If-Match.', { 'outdated-version': details }, more),
      ]
    },
  }
}
