import { z } from 'zod'
import { isDatabaseOutage, withDatabase } from '../db/client.ts'
import { CursorError } from '../db/list.ts'
import { inOrganization, type Scope as OrganizationScope } from '../db/organization.ts'
import { UnknownReferenceError } from '../db/unknown-reference.ts'
import { env } from '../env.ts'
import type { Actor } from '../events/event.ts'
import type { Limit } from '../http/rate-limit.ts'
import type { KeyOwner } from '../keys/key-owner.ts'
import type { Scope } from '../keys/scopes.ts'
import { log } from '../log/log.ts'
import { authenticate, keyIn, requireScope } from './authenticate.ts'
import { API_DEADLINE, API_RATE_LIMIT } from './limits.ts'
import { ProblemError, problemResponse } from './problem.ts'
import { countForKey } from './rate-limit.ts'
import { invalidBody, invalidField, invalidParameter } from './read-request.ts'

/** What tests set in place of what the site has. */
export type ApiOptions = { databaseUrl?: string; limit?: Limit; now?: () => Date }

/** An answer; its body is written as JSON. */
export type ApiAnswer = { status: number; body: unknown; headers?: Record<string, string> }

/** What an operation does, in one transaction for the organization of the key; done by that key. */
export type ApiWork = (scope: OrganizationScope, actor: Actor & { kind: 'key' }, now: Date) => Promise<ApiAnswer>

export type ApiOperation = {
  scope: Scope
  /** Reads and checks the request, before the database is asked for an organization's data. */
  read: (request: Request, params: Record<string, string>) => Promise<ApiWork>
}

/** A method of a route as the framework calls it. */
export type RouteMethod = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

/** Seconds after which the database may answer again. */
const RETRY_AFTER = '5'

/** What an error means to whoever asked; undefined for one that is ours. */
function problemOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (error instanceof z.ZodError) return invalidBody(error)
  if (error instanceof CursorError) return invalidParameter('cursor', `${error.message}.`)
  if (error instanceof UnknownReferenceError) return invalidField(error.field, `${error.message}.`)
  if (!isDatabaseOutage(error)) return undefined
  return new ProblemError('unavailable', `Send the same request again in ${RETRY_AFTER} seconds.`, {
    headers: { 'Retry-After': RETRY_AFTER },
  })
}

function refusal(error: unknown, { method, url }: Request): ProblemError {
  const problem = problemOf(error)
  if (problem && problem.problem !== 'unavailable') return problem
  // The folder, not the id: what it is about is nobody's business who reads the log.
  const route = new URL(url).pathname.split('/').slice(0, 4).join('/')
  log.error({ err: error, method, route }, 'A request to the API failed')
  return problem ?? new ProblemError('failed', 'Send the same request again later. We have been told.')
}

/**
 * Makes the method of a route that a key with a scope may use. The key is checked and its requests are counted first; then
 * the request is read; then it is done in one transaction. Every answer is JSON or a problem, is stored nowhere, and says how
 * many requests are left.
 */
export function apiMethod(operation: ApiOperation, options: ApiOptions = {}): RouteMethod {
  const { limit = API_RATE_LIMIT, now = () => new Date() } = options
  const ask = async (request: Request, params: Record<string, string>, counted: (headers: HeadersInit) => void) => {
    const url = options.databaseUrl ?? env().databaseUrl
    const key = keyIn(request.headers)
    const began = performance.now()
    const owner = await withDatabase(
      url,
      async (db): Promise<KeyOwner> => {
        const found = await authenticate(db, key, now())
        counted(await countForKey(db, found.keyId, limit, now()))
        return found
      },
      API_DEADLINE,
    )
    const spent = performance.now() - began
    requireScope(owner, operation.scope)
    const work = await operation.read(request, params)
    const actor = { kind: 'key', id: owner.keyId } as const
    return withDatabase(
      url,
      (db) => inOrganization(db, owner.organizationId, (scope) => work(scope, actor, now())),
      Math.max(1, API_DEADLINE - spent),
    )
  }
  return async (request, { params }) => {
    let rates: HeadersInit = {}
    let answer: Response
    try {
      const { status, body, headers } = await ask(request, await params, (counted) => (rates = counted))
      answer = Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
    } catch (error) {
      answer = problemResponse(refusal(error, request), new URL(request.url).pathname)
    }
    for (const [name, value] of new Headers(rates)) answer.headers.set(name, value)
    return answer
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type Method = (typeof METHODS)[number]

/** All methods of a route, as its file exports them: those that it knows, and an answer to the others. */
export function apiRoute(known: Partial<Record<Method, RouteMethod>>): Record<Method, RouteMethod> {
  const head = known.GET && { HEAD: known.GET }
  const allowed = METHODS.filter((method) => method in { ...known, ...head, OPTIONS: true }).join(', ')
  const headers = { Allow: allowed }
  const refuse: RouteMethod = async (request) =>
    problemResponse(
      new ProblemError('method-not-allowed', `Use one of these: ${allowed}.`, { headers }),
      new URL(request.url).pathname,
    )
  const options: RouteMethod = async () => new Response(null, { status: 204, headers })
  const others = Object.fromEntries(METHODS.map((method) => [method, refuse])) as Record<Method, RouteMethod>
  return { ...others, OPTIONS: options, ...known, ...head }
}

/** The route of every address that is no endpoint. */
export function missingRoute(): Record<Method, RouteMethod> {
  const missing: RouteMethod = async (request) =>
    problemResponse(
      new ProblemError('not-found', 'There is no such endpoint. The reference is at /api.'),
      new URL(request.url).pathname,
    )
  return Object.fromEntries(METHODS.map((method) => [method, missing])) as Record<Method, RouteMethod>
}
