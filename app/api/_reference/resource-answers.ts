import { z } from 'zod'
import { IDEMPOTENCY_HEADER } from '@/lib/api/idempotency.ts'
import { MAX_BODY_BYTES } from '@/lib/api/limits.ts'
import type { Answer } from '@/lib/docs/openapi.ts'
import { type Scope, SCOPES } from '@/lib/keys/scopes.ts'
import { conflictSchema, problemAnswer } from './problem.ts'

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

/** An answer that is what was asked for. */
export const partAnswer = (description: string, schema: z.ZodType, example: unknown): Answer => ({
  status: 200,
  description,
  schema,
  examples: { part: example },
  headers: z.object(rates),
})

/** An answer that is one of something, with its version. */
export const oneAnswer = (description: string, schema: z.ZodType, example: unknown): Answer => ({
  status: 200,
  description,
  schema,
  examples: { one: example },
  headers: z.object({ ...etag, ...rates }),
})

/** The answer when something was created, or is there already. */
export const createdAnswer = (status: 200 | 201, description: string, schema: z.ZodType, example: unknown): Answer => ({
  ...oneAnswer(description, schema, example),
  status,
  headers: z.object({ ...etag, ...creation, ...rates }),
})

const CORRECT = 'Correct the fields that are named and send the request again.'

const nothing = (of: string) => `There is no ${of} with this id.`

/** Answers that are problems, of an operation on `instance`. @param siteUrl public origin of the site, part of their types */
export const problemsOf = (siteUrl: string, instance: string) => ({
  /** Before the request is read. */
  refused: (scope: Scope): Answer[] => [
    problemAnswer(
      { 'no-key': { detail: 'The API key is unknown or was revoked.', instance } },
      { description: 'No key, an unknown one, or one that was revoked.', siteUrl, headers: z.object(challenge) },
    ),
    problemAnswer(
      {
        'missing-scope': {
          detail: `The key needs the scope ${scope}: it may not ${SCOPES[scope]}.`,
          instance,
          scope,
        },
      },
      { description: 'The key lacks the scope.', siteUrl, headers: z.object({ ...challenge, ...rates }) },
    ),
    problemAnswer(
      { 'too-many-requests': { detail: 'Send the next request in 30 seconds.', instance } },
      { description: 'Too many requests of this key.', siteUrl, headers: z.object({ ...rates, ...retryAfter }) },
    ),
    problemAnswer(
      { unavailable: { detail: 'Send the same request again in 5 seconds.', instance } },
      { description: 'The database does not answer: send it again.', siteUrl, headers: z.object(retryAfter) },
    ),
  ],

  /** For a body that cannot be read. */
  unreadable: (): Answer[] => [
    problemAnswer(
      { malformed: { detail: 'The body is not JSON.', instance } },
      { description: 'The body is no JSON, or a header cannot be read.', siteUrl },
    ),
    problemAnswer(
      { 'too-large': { detail: `The body is larger than ${MAX_BODY_BYTES} bytes.`, instance } },
      { description: `The body is larger than ${MAX_BODY_BYTES / 1024} KB.`, siteUrl },
    ),
    problemAnswer(
      { 'unsupported-type': { detail: 'Send application/json, and name it in Content-Type.', instance } },
      { description: 'The body has another type than JSON.', siteUrl },
    ),
  ],

  missing: (one: string): Answer =>
    problemAnswer({ 'not-found': { detail: nothing(one), instance } }, { description: nothing(one), siteUrl }),

  wrongParameter: (): Answer =>
    problemAnswer(
      {
        invalid: {
          detail: CORRECT,
          instance,
          errors: [{ detail: 'Too big: expected number to be <=100', parameter: 'limit' }],
        },
      },
      { description: 'A parameter is unknown or wrong.', siteUrl },
    ),

  /** @param field of the body that is wrong in the example */
  wrongField: (field: string): Answer =>
    problemAnswer(
      {
        invalid: {
          detail: CORRECT,
          instance,
          errors: [{ detail: 'Invalid input: expected string, received number', pointer: `#/${field}` }],
        },
      },
      { description: 'A field is wrong. Nothing was changed.', siteUrl },
    ),

  /** @param field of the body that is wrong in the example */
  notCreated: (field: string): Answer[] => [
    problemAnswer(
      {
        'in-progress': { detail: `The first request with this ${IDEMPOTENCY_HEADER} is not answered yet.`, instance },
      },
      { description: 'The same request is still being answered.', siteUrl, headers: z.object(retryAfter) },
    ),
    problemAnswer(
      {
        invalid: {
          detail: CORRECT,
          instance,
          errors: [{ detail: 'Invalid input: expected string, received number', pointer: `#/${field}` }],
        },
        'key-reused': { detail: `Send another request with another ${IDEMPOTENCY_HEADER}.`, instance },
      },
      {
        description: `A field is wrong, or the ${IDEMPOTENCY_HEADER} came with another request. Nothing was stored.`,
        siteUrl,
      },
    ),
  ],

  /** @param name of the schema, such as Lead */
  outdated: (one: string, name: string, schema: z.ZodType, current: object): Answer[] => {
    const detail = `The ${one} has changed since: see what it is now, and change that.`
    const more = { siteUrl, schema: conflictSchema(schema, name), headers: z.object(etag) }
    return [
      problemAnswer(
        { conflict: { detail, instance, current } },
        { ...more, description: 'There is a later version than that in the body.' },
      ),
      problemAnswer(
        { 'outdated-version': { detail, instance, current } },
        { ...more, description: 'There is a later version than that in If-Match.' },
      ),
    ]
  },
})
