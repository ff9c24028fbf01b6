import { env } from '../../platform/env/env.ts'
import { API_ROOT } from '../../routes.ts'

/** Problem types by name (RFC 9457). Source: https://www.rfc-editor.org/rfc/rfc9457 */
export const PROBLEMS = {
  malformed: {
    status: 400,
    title: 'The request cannot be read',
    remedy: 'The body is not JSON or is nested too deeply, or a header does not have the form in the reference.',
  },
  'no-key': {
    status: 401,
    title: 'The request has no valid key',
    remedy: 'Send the key as a bearer token. If it was revoked, make a new one in the settings.',
  },
  'missing-scope': {
    status: 403,
    title: 'The key lacks the scope',
    remedy: 'The answer names the scope. You cannot add one to a key: make a new key.',
  },
  'no-plan': {
    status: 403,
    title: 'The plan does not include the API',
    remedy:
      'Your organization has given up the plan that its keys were made under, or its trial is over. The same keys work again within a minute of agreeing on a plan with connections to other systems.',
  },
  'no-browsers': {
    status: 403,
    title: 'Pages of other sites cannot use the API',
    remedy:
      'A browser sent a preflight to ask whether a page may send a key here. It may not: anyone who opens the page could read the key. Send the request from your server.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    remedy: 'Check the path and the id. Records of another organization are not found either.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This path does not take this method',
    remedy: 'Use one that the Allow header lists.',
  },
  conflict: {
    status: 409,
    title: 'Somebody changed it first',
    remedy:
      'The answer has the current record. Decide whether your change is still right, and send it again with that version.',
  },
  'in-progress': {
    status: 409,
    title: 'The same request is still being answered',
    remedy: 'Send it again after the seconds in Retry-After.',
  },
  'outdated-version': {
    status: 412,
    title: 'Somebody changed it first',
    remedy: 'The same as a conflict, when the version is in If-Match.',
  },
  'too-large': { status: 413, title: 'The body is too large', remedy: 'Send less.' },
  'unsupported-type': {
    status: 415,
    title: 'The body is not sent as JSON',
    remedy: 'Send JSON, and say so with Content-Type: application/json.',
  },
  invalid: {
    status: 422,
    title: 'Some fields are wrong',
    remedy: 'The answer names each one, by a JSON Pointer into the body or by the name of the parameter.',
  },
  'key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    remedy: 'Use a new one for each request that should do something new.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait the seconds in Retry-After.',
  },
  failed: {
    status: 500,
    title: 'Something failed on our side',
    remedy: 'Send the same request again later. If it keeps failing, send us the x-request-id.',
  },
  unavailable: {
    status: 503,
    title: 'The database does not answer',
    remedy: 'Nothing was done. Send the same request again after the seconds in Retry-After.',
  },
} as const

export type ProblemName = keyof typeof PROBLEMS

/**
 * Error of one field. `pointer` is a JSON Pointer fragment into the body; `parameter` is a query parameter; `header` is
 * a request header.
 */
export type FieldError = { detail: string } & ({ pointer: string } | { parameter: string } | { header: string })

type ProblemMembers = { errors?: FieldError[]; current?: unknown; scope?: string }

/** Thrown to send a problem response. The message is sent to the client and never logged. */
export class ProblemError extends Error {
  readonly problem: ProblemName
  readonly members: ProblemMembers
  readonly headers: Record<string, string>
  constructor(
    problem: ProblemName,
    detail: string,
    { headers = {}, ...members }: ProblemMembers & { headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.name = 'ProblemError'
    this.problem = problem
    this.members = members
    this.headers = headers
  }
}

export const PROBLEM_TYPE = 'application/problem+json'

export const problemId = (name: ProblemName): string => `problem-${name}`

export const problemType = (name: ProblemName, siteUrl: string): string => `${siteUrl}${API_ROOT}#${problemId(name)}`

export function problemResponse({ problem, message, members, headers }: ProblemError, instance: string): Response {
  const { status, title } = PROBLEMS[problem]
  const type = problemType(problem, env().siteUrl)
  return new Response(JSON.stringify({ type, title, status, detail: message, instance, ...members }), {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' },
  })
}
