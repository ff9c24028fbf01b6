import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@/lib/dashboard/api/idempotency.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import type { ApiResponse } from '@/lib/site/api-reference/openapi.ts'
import { type Scope, SCOPES } from '@/lib/platform/auth/scopes.ts'
import { buildConflictSchema, createProblemBuilder } from './problem.ts'

const buildHeaderSchema = (name: string, description: string, extra: object = {}) =>
  z.string().meta({ description, header: { id: name }, ...extra })

const rateLimitHeaders = {
  RateLimit: buildHeaderSchema('RateLimit', 'Remaining requests, and seconds until the limit resets'),
  'RateLimit-Policy': buildHeaderSchema('RateLimit-Policy', 'Requests per key, and the window in seconds'),
}
const etagHeader = { ETag: buildHeaderSchema('ETag', 'Version of the record, for If-Match', { example: '"1"' }) }
const retryAfterHeader = { 'Retry-After': buildHeaderSchema('Retry-After', 'Seconds to wait') }
const challengeHeader = {
  'WWW-Authenticate': buildHeaderSchema('WWW-Authenticate', 'Authentication error as defined in RFC 6750'),
}
const creationHeaders = {
  Location: buildHeaderSchema('Location', 'URL of the record'),
  'Idempotent-Replayed': z
    .string()
    .optional()
    .meta({
      description: 'true if this is the stored response to an earlier request',
      header: { id: 'Idempotent-Replayed' },
    }),
}

type Status = 200 | 201

const buildDataResponse = (
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
  headers: z.object({ ...headers, ...rateLimitHeaders }),
})

export const buildPageResponse = (description: string, schema: z.ZodType, example: unknown): ApiResponse =>
  buildDataResponse(200, description, schema, {}, { part: example })

/** Builds the response with a record that has no version. */
export const buildPlainResponse = (
  status: Status,
  description: string,
  schema: z.ZodType,
  example: unknown,
): ApiResponse => buildDataResponse(status, description, schema, {}, { one: example })

export const buildRecordResponse = (description: string, schema: z.ZodType, example: unknown): ApiResponse =>
  buildDataResponse(200, description, schema, etagHeader, { one: example })

export const buildCreatedResponse = (
  status: Status,
  description: string,
  schema: z.ZodType,
  example: unknown,
): ApiResponse =>
  buildDataResponse(status, description, schema, { ...etagHeader, ...creationHeaders }, { one: example })

const CORRECTION_HINT = 'Fix the fields listed in errors and send the request again.'

/**
 * Returns the problem responses of an operation.
 * @param siteUrl public origin, part of the problem types
 * @param instance path of the request
 */
export function createErrorResponses(siteUrl: string, instance: string) {
  const buildProblem = createProblemBuilder(siteUrl, instance)
  const buildInvalidDetails = (error: object) => ({ detail: CORRECTION_HINT, errors: [error] })
  const buildFieldDetails = (field: string) =>
    buildInvalidDetails({ detail: 'Invalid input: expected string, received number', pointer: `#/${field}` })
  return {
    refused: (scope: Scope): ApiResponse[] => [
      buildProblem(
        'The API key is missing, invalid or revoked.',
        { 'no-key': { detail: 'The API key is invalid or was revoked.' } },
        { headers: challengeHeader },
      ),
      buildProblem(
        'The key is missing the scope, or the organization’s plan no longer includes the API.',
        {
          'missing-scope': { detail: `The key needs the scope ${scope} to ${SCOPES[scope]}.`, scope },
          'no-plan': { detail: 'The organization’s plan no longer includes the API.' },
        },
        { headers: { 'WWW-Authenticate': challengeHeader['WWW-Authenticate'].optional(), ...rateLimitHeaders } },
      ),
      buildProblem(
        'Too many requests with this key, or with invalid keys from this IP address.',
        { 'too-many-requests': { detail: 'Send the next request in 30 seconds.' } },
        { headers: { ...rateLimitHeaders, ...retryAfterHeader } },
      ),
      buildProblem(
        'The database is unavailable. Send the request again.',
        { unavailable: { detail: 'Send the same request again in 5 seconds.' } },
        { headers: retryAfterHeader },
      ),
    ],

    unreadable: (): ApiResponse[] => [
      buildProblem('The body is not valid JSON, or a header is malformed.', {
        malformed: { detail: 'The body is not valid JSON.' },
      }),
      buildProblem(`The body is larger than ${BODY_LIMITS['/api/v1'] / 1024} KB.`, {
        'too-large': { detail: `Request body too large: the limit is ${BODY_LIMITS['/api/v1']} bytes.` },
      }),
      buildProblem('The Content-Type is not JSON.', {
        'unsupported-type': { detail: 'Send JSON with Content-Type: application/json.' },
      }),
    ],

    missing: (noun: string): ApiResponse => {
      const message = `No ${noun} has this ID.`
      return buildProblem(message, { 'not-found': { detail: message } })
    },

    wrongParameter: (): ApiResponse =>
      buildProblem('A parameter is unknown or invalid.', {
        invalid: buildInvalidDetails({ detail: 'Too big: expected number to be <=100', parameter: 'limit' }),
      }),

    wrongField: (field: string): ApiResponse =>
      buildProblem('A field is invalid. Nothing was changed.', { invalid: buildFieldDetails(field) }),

    notCreated: (field: string): ApiResponse[] => [
      buildProblem(
        'The first request with this key is still in progress.',
        { 'in-progress': { detail: `The first request with this ${IDEMPOTENCY_HEADER} is still in progress.` } },
        { headers: retryAfterHeader },
      ),
      buildProblem(
        `A field is invalid, or the ${IDEMPOTENCY_HEADER} was used for a different request. Nothing was stored.`,
        {
          invalid: buildFieldDetails(field),
          'key-reused': { detail: `This ${IDEMPOTENCY_HEADER} was used for a different request. Use a new one.` },
        },
      ),
    ],

    /** @param name name of the schema, such as Lead */
    outdated: (noun: string, name: string, schema: z.ZodType, current: object): ApiResponse[] => {
      const details = {
        detail: `The ${noun} was edited since that version. Check the current record, then send your change again.`,
        current,
      }
      const options = { schema: buildConflictSchema(schema, name), headers: etagHeader }
      return [
        buildProblem('The record has changed since the version in the body.', { conflict: details }, options),
        buildProblem('The record has changed since the version in If-Match.', { 'outdated-version': details }, options),
      ]
    },
  }
}
