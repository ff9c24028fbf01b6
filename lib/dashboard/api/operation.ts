import { z } from 'zod'
import { isDatabaseOutage, withDatabase } from '../../platform/db/client.ts'
import { CursorError } from '../../platform/db/list.ts'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import { env } from '../../platform/env/env.ts'
import type { Actor } from '../model/event.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { KeyOwner } from '../keys/key-owner.ts'
import type { Scope } from '../../platform/auth/scopes.ts'
import { log } from '../../platform/log/log.ts'
import { authenticate, keyIn, requireScope } from './authenticate.ts'
import { API_DEADLINE, API_RATE_LIMIT } from './limits.ts'
import { ProblemError, problemResponse } from './problem.ts'
import { countForKey } from './rate-limit.ts'
import { invalidBody, invalidField, invalidParameter } from './read-request.ts'

export type ApiOptions = {
  hasApi: (organizationId: string) => Promise<boolean>
  databaseUrl?: string
  limit?: Limit
  now?: () => Date
}

export type ApiAnswer = { status: number; body: unknown; headers?: Record<string, string> }

/** Work of a request. It runs in one transaction for the key's organization; the key is the actor in the audit log. */
export type ApiWork = (tx: OrganizationTransaction, actor: Actor & { kind: 'key' }, now: Date) => Promise<ApiAnswer>

export type ApiOperation = {
  scope: Scope
  read: (request: Request) => Promise<ApiWork>
}

export type ApiOperations = Partial<Record<string, ApiOperation>> & { GET: ApiOperation }

type Context = { params: Promise<{ path?: string[] }> }

const WITHOUT_PLAN = 'The organization’s plan no longer includes the API.'

const RETRY_AFTER_SECONDS = '5'

function problemOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (error instanceof z.ZodError) return invalidBody(error)
  if (error instanceof CursorError) return invalidParameter('cursor', `${error.message}.`)
  if (error instanceof UnknownReferenceError) return invalidField(error.field, `${error.message}.`)
  if (!isDatabaseOutage(error)) return undefined
  return new ProblemError('unavailable', `Send the same request again in ${RETRY_AFTER_SECONDS} seconds.`, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  })
}

function refusal(error: unknown, { method, url }: Request): ProblemError {
  const problem = problemOf(error)
  if (problem && problem.problem !== 'unavailable') return problem
  // Only the collection is logged, without the id of the record.
  const route = new URL(url).pathname.split('/').slice(0, 4).join('/')
  log.error({ err: error, method, route }, 'api: request failed')
  return problem ?? new ProblemError('failed', 'Something went wrong on our end. Send the same request again later.')
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const allowedOf = (operations: ApiOperations): string =>
  METHODS.filter((method) => method === 'HEAD' || method === 'OPTIONS' || method in operations).join(', ')

/** Detects a CORS preflight. Source: https://fetch.spec.whatwg.org/#cors-preflight-request */
const isPreflight = ({ headers }: Request): boolean =>
  headers.has('origin') && headers.has('access-control-request-method')

/** Responds with the allowed methods. Rejects CORS preflights, because API keys must not be used in browsers. */
function optionsAnswer(request: Request, operations: ApiOperations): Response {
  const headers = { Allow: allowedOf(operations) }
  if (!isPreflight(request)) return new Response(null, { status: 204, headers })
  throw new ProblemError('no-browsers', 'Send the request from a server. API keys must not be used in a web page.', {
    headers,
  })
}

function operationFor(method: string, operations: ApiOperations): ApiOperation {
  const operation = operations[method === 'HEAD' ? 'GET' : method]
  if (operation) return operation
  const allowed = allowedOf(operations)
  throw new ProblemError('method-not-allowed', `Use one of these methods: ${allowed}.`, { headers: { Allow: allowed } })
}

/**
 * Builds a route handler. It checks the API key, rate limit, plan and scope, parses the request and runs it in one
 * transaction. Every response is uncached JSON with rate limit headers.
 */
export function apiRoute(operationsAt: (path: string[]) => ApiOperations | undefined, options: ApiOptions) {
  const { hasApi, limit = API_RATE_LIMIT, now = () => new Date() } = options
  const ask = async ({ scope, read }: ApiOperation, request: Request, counted: (headers: HeadersInit) => void) => {
    const url = options.databaseUrl ?? env().databaseUrl
    const key = keyIn(request.headers)
    const { trustedProxies, contact } = env()
    const address = clientAddress(request.headers, trustedProxies)
    const client = { address, countingSecret: contact.secret }
    const began = performance.now()
    const owner = await withDatabase(
      url,
      async (db): Promise<KeyOwner> => {
        const found = await authenticate(db, key, client, now())
        counted(await countForKey(db, found.keyId, limit, now()))
        return found
      },
      API_DEADLINE,
    )
    const spent = performance.now() - began
    if (!(await hasApi(owner.organizationId))) throw new ProblemError('no-plan', WITHOUT_PLAN)
    requireScope(owner, scope)
    const work = await read(request)
    const actor = { kind: 'key', id: owner.keyId } as const
    return withOrganization(
      url,
      owner.organizationId,
      (organization) => work(organization, actor, now()),
      Math.max(1, API_DEADLINE - spent),
    )
  }
  return async (request: Request, { params }: Context): Promise<Response> => {
    const { path = [] } = await params
    let rates: HeadersInit = {}
    let answer: Response
    try {
      const operations = operationsAt(path)
      if (!operations) throw new ProblemError('not-found', 'Endpoint not found. See the reference at /api.')
      if (request.method === 'OPTIONS') return optionsAnswer(request, operations)
      const operation = operationFor(request.method, operations)
      const { status, body, headers } = await ask(operation, request, (counted) => (rates = counted))
      answer = Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
    } catch (error) {
      answer = problemResponse(refusal(error, request), new URL(request.url).pathname)
    }
    for (const [name, value] of new Headers(rates)) answer.headers.set(name, value)
    return answer
  }
}
