import { env } from '../../platform/env/env.ts'
import { API_ROOT } from '../../routes.ts'

/** Problem types by name (RFC 9457). Source: https://www.rfc-editor.org/rfc/rfc9457 */
export const PROBLEMS = {
  malformed: {
    status: 400,
    title: 'Malformed request',
    remedy: 'The body is not valid JSON or is nested too deeply, or a header has an invalid format. See the reference.',
  },
  'no-key': {
    status: 401,
    title: 'Invalid API key',
    remedy: 'Send a valid API key as a bearer token. If it was revoked, create a new one in the settings.',
  },
  'missing-scope': {
    status: 403,
    title: 'Missing scope',
    remedy: 'The response names the scope. The scopes of a key can’t be changed, so create a new key.',
  },
  'no-plan': {
    status: 403,
    title: 'API not included in the plan',
    remedy:
      'Your organization’s plan no longer includes the API, or its trial has ended. The same keys work again within a minute of moving to a plan with integrations.',
  },
  'no-browsers': {
    status: 403,
    title: 'Cross-origin requests not allowed',
    remedy:
      'A browser sent a CORS preflight request. API keys must not be used in a web page, because anyone who opens it can read them. Send the request from your server.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    remedy: 'Check the path and the ID. Records of other organizations also return 404.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use a method listed in the Allow header.',
  },
  conflict: {
    status: 409,
    title: 'Version conflict',
    remedy:
      'The record was edited after the version you sent. Check the current record in the response, then send your change again with its version.',
  },
  'in-progress': {
    status: 409,
    title: 'Request in progress',
    remedy:
      'The first request with this Idempotency-Key is still running. Send it again after the seconds in Retry-After.',
  },
  'outdated-version': {
    status: 412,
    title: 'Precondition failed',
    remedy: 'Same as a version conflict, for a version sent in If-Match.',
  },
  'too-large': { status: 413, title: 'Request body too large', remedy: 'Send a smaller body.' },
  'unsupported-type': {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send JSON with Content-Type: application/json.',
  },
  invalid: {
    status: 422,
    title: 'Invalid fields',
    remedy: 'The response lists each invalid field as a JSON Pointer into the body or a parameter name.',
  },
  'key-reused': {
    status: 422,
    title: 'Idempotency-Key already used',
    remedy: 'Use a new key for each new request.',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for the seconds in Retry-After.',
  },
  failed: {
    status: 500,
    title: 'Internal server error',
    remedy: 'Send the same request again later. If it keeps failing, contact us with the x-request-id.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    remedy: 'Nothing was changed. Send the same request again after the seconds in Retry-After.',
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

export const buildProblemId = (name: ProblemName): string => `problem-${name}`

export const buildProblemType = (name: ProblemName, siteUrl: string): string =>
  `${siteUrl}${API_ROOT}#${buildProblemId(name)}`

export function buildProblemResponse({ problem, message, members, headers }: ProblemError, instance: string): Response {
  const { status, title } = PROBLEMS[problem]
  const type = buildProblemType(problem, env().siteUrl)
  return new Response(JSON.stringify({ type, title, status, detail: message, instance, ...members }), {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' },
  })
}
