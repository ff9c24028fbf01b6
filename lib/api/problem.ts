import { env } from '../env.ts'
import { API_ROOT } from '../routes.ts'

/**
 * Why a request was refused, by the last part of its type, and what to do about it. The page of the reference explains each
 * at the address that is its type. Source: https://www.rfc-editor.org/rfc/rfc9457
 */
export const PROBLEMS = {
  malformed: {
    status: 400,
    title: 'The request cannot be read',
    remedy: 'The body is no JSON or is nested too deeply, or a header has another form than the reference says.',
  },
  'no-key': {
    status: 401,
    title: 'The request has no valid key',
    remedy: 'Send the key as a bearer token. If it was revoked, make a new one in the settings.',
  },
  'missing-scope': {
    status: 403,
    title: 'The key may not do this',
    remedy: 'The answer names the scope. A key cannot get more of them: make another one.',
  },
  'no-browsers': {
    status: 403,
    title: 'Pages of other sites cannot use the API',
    remedy:
      'A browser asked first, with a preflight, whether a page may send a key here. It may not: whoever opens the page could read the key. Send the request from a server of yours.',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing here',
    remedy: 'Check the path and the id. What belongs to another organization is not found either.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not know the method',
    remedy: 'The header Allow has those that it knows.',
  },
  conflict: {
    status: 409,
    title: 'Somebody changed it before',
    remedy:
      'The answer has what is there now. Decide whether your change is still right, and send it with that version.',
  },
  'in-progress': {
    status: 409,
    title: 'The same request is being answered',
    remedy: 'Send it again after the seconds in Retry-After.',
  },
  'outdated-version': {
    status: 412,
    title: 'Somebody changed it before',
    remedy: 'As with a conflict, for a version in If-Match.',
  },
  'too-large': { status: 413, title: 'The body is too large', remedy: 'Send less.' },
  'unsupported-type': {
    status: 415,
    title: 'The body has another type than JSON',
    remedy: 'Send JSON, and say so with Content-Type: application/json.',
  },
  invalid: {
    status: 422,
    title: 'Fields of the request are wrong',
    remedy: 'The answer names each field, by a JSON Pointer into the body or by the name of the parameter.',
  },
  'key-reused': {
    status: 422,
    title: 'The Idempotency-Key belongs to another request',
    remedy: 'Use a new key for each thing that you want done.',
  },
  'too-many-requests': {
    status: 429,
    title: 'There were too many requests',
    remedy: 'Wait for the seconds in Retry-After.',
  },
  failed: {
    status: 500,
    title: 'Something failed on our side',
    remedy: 'Send the same request again later. Tell us the x-request-id if it stays.',
  },
  unavailable: {
    status: 503,
    title: 'The database does not answer',
    remedy: 'Nothing was done. Send the same request again after the seconds in Retry-After.',
  },
} as const

export type ProblemName = keyof typeof PROBLEMS

/** What is wrong with one field: where it is in the body (a JSON Pointer as a fragment), in the query or in the headers. */
export type FieldError = { detail: string } & ({ pointer: string } | { parameter: string } | { header: string })

type ProblemMembers = { errors?: FieldError[]; current?: unknown; scope?: string }

/** Thrown to answer with a problem. What it says goes to whoever asked, and never into a log. */
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

/** Where the page of the reference explains a problem. */
export const problemId = (name: ProblemName): string => `problem-${name}`

/** The address that is the type of a problem, where the reference explains it. */
export const problemType = (name: ProblemName, siteUrl: string): string => `${siteUrl}${API_ROOT}#${problemId(name)}`

/** The answer for a problem. @param instance path of the request */
export function problemResponse({ problem, message, members, headers }: ProblemError, instance: string): Response {
  const { status, title } = PROBLEMS[problem]
  const type = problemType(problem, env().siteUrl)
  return new Response(JSON.stringify({ type, title, status, detail: message, instance, ...members }), {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store' },
  })
}
