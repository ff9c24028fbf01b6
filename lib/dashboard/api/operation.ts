import { z } from 'zod'
import { isDatabaseOutage, withDatabase } from '../../platform/db/client.ts'
import { CursorError } from '../../platform/db/list.ts'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { UnknownReferenceError } from '../../platform/db/unknown-reference.ts'
import { env } from '../../platform/env/env.ts'
import type { Actor } from '../model/event.ts'
import { getClientAddress } from '../../platform/http/client-address.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { KeyOwner } from '../keys/key-owner.ts'
import type { Scope } from '../../platform/auth/scopes.ts'
import { log } from '../../platform/log/log.ts'
import { authenticate, parseApiKey, requireScope } from './authenticate.ts'
import { API_TIMEOUT_MS, API_RATE_LIMIT } from './limits.ts'
import { ProblemError, buildProblemResponse } from './problem.ts'
import { countKeyRequest } from './rate-limit.ts'
import { toBodyError, buildFieldError, buildParameterError } from './read-request.ts'

export type ApiOptions = {
  hasApi: (organizationId: string) => Promise<boolean>
  databaseUrl?: string
  limit?: Limit
  now?: () => Date
}

export type ApiResponse = { status: number; body: unknown; headers?: Record<string, string> }

/** Handles a request. Runs in one transaction for the key's organization. The key is the actor in the audit log. */
export type ApiHandler = (
  tx: OrganizationTransaction,
  actor: Actor & { kind: 'key' },
  now: Date,
) => Promise<ApiResponse>

export type ApiOperation = {
  /** Required scope of the key, or scopes of which it needs at least one. */
  scope: Scope | readonly Scope[]
  prepare: (request: Request, owner: KeyOwner) => Promise<ApiHandler>
}

export type ApiOperations = Partial<Record<string, ApiOperation>>

type Context = { params: Promise<{ path?: string[] }> }

const PLAN_REQUIRED_DETAIL = 'The organization’s plan no longer includes the API.'

const RETRY_AFTER_SECONDS = '5'

function toKnownProblem(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  if (error instanceof z.ZodError) return toBodyError(error)
  if (error instanceof CursorError) return buildParameterError('cursor', `${error.message}.`)
  if (error instanceof UnknownReferenceError) return buildFieldError(error.field, `${error.message}.`)
  if (!isDatabaseOutage(error)) return undefined
  return new ProblemError('unavailable', `Send the same request again in ${RETRY_AFTER_SECONDS} seconds.`, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  })
}

function toProblem(error: unknown, { method, url }: Request): ProblemError {
  const problem = toKnownProblem(error)
  if (problem && problem.problem !== 'unavailable') return problem
  // Logs only the collection, not the id of the record.
  const route = new URL(url).pathname.split('/').slice(0, 4).join('/')
  log.error({ err: error, method, route }, 'api: request failed')
  return problem ?? new ProblemError('failed', 'Something went wrong on our end. Send the same request again later.')
}

const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const listAllowedMethods = (operations: ApiOperations): string =>
  HTTP_METHODS.filter((method) => method === 'OPTIONS' || (method === 'HEAD' ? 'GET' : method) in operations).join(', ')

/** Detects a CORS preflight. Source: https://fetch.spec.whatwg.org/#cors-preflight-request */
const isPreflight = ({ headers }: Request): boolean =>
  headers.has('origin') && headers.has('access-control-request-method')

/** Responds with the allowed methods. Rejects CORS preflights, because API keys must not be used in browsers. */
function buildOptionsResponse(request: Request, operations: ApiOperations): Response {
  const headers = { Allow: listAllowedMethods(operations) }
  if (!isPreflight(request)) return new Response(null, { status: 204, headers })
  throw new ProblemError('no-browsers', 'Send the request from a server. API keys must not be used in a web page.', {
    headers,
  })
}

function findOperation(method: string, operations: ApiOperations): ApiOperation {
  const operation = operations[method === 'HEAD' ? 'GET' : method]
  if (operation) return operation
  const allowedMethods = listAllowedMethods(operations)
  throw new ProblemError('method-not-allowed', `Use one of these methods: ${allowedMethods}.`, {
    headers: { Allow: allowedMethods },
  })
}

/**
 * Builds a route handler. It checks the API key, rate limit, plan and scope, parses the request and runs it in one
 * transaction. Every response is uncached JSON with rate limit headers.
 */
export function createApiRoute(findOperations: (path: string[]) => ApiOperations | undefined, options: ApiOptions) {
  const { hasApi, limit = API_RATE_LIMIT, now = () => new Date() } = options
  const runOperation = async (
    { scope, prepare }: ApiOperation,
    request: Request,
    onRateHeaders: (headers: HeadersInit) => void,
  ) => {
    const url = options.databaseUrl ?? env().databaseUrl
    const key = parseApiKey(request.headers)
    const { trustedProxies, contact } = env()
    const address = getClientAddress(request.headers, trustedProxies)
    const client = { address, countingSecret: contact.secret }
    const startedAt = performance.now()
    const owner = await withDatabase(
      url,
      async (db): Promise<KeyOwner> => {
        const keyOwner = await authenticate(db, key, client, now())
        onRateHeaders(await countKeyRequest(db, keyOwner.keyId, limit, now()))
        return keyOwner
      },
      API_TIMEOUT_MS,
    )
    const elapsedMs = performance.now() - startedAt
    if (!(await hasApi(owner.organizationId))) throw new ProblemError('no-plan', PLAN_REQUIRED_DETAIL)
    requireScope(owner, scope)
    const handle = await prepare(request, owner)
    const actor = { kind: 'key', id: owner.keyId } as const
    return withOrganization(
      url,
      owner.organizationId,
      (organization) => handle(organization, actor, now()),
      Math.max(1, API_TIMEOUT_MS - elapsedMs),
    )
  }
  return async (request: Request, { params }: Context): Promise<Response> => {
    const { path = [] } = await params
    let rateHeaders: HeadersInit = {}
    let response: Response
    try {
      const operations = findOperations(path)
      if (!operations) throw new ProblemError('not-found', 'Endpoint not found. See the reference at /api.')
      if (request.method === 'OPTIONS') return buildOptionsResponse(request, operations)
      const operation = findOperation(request.method, operations)
      const { status, body, headers } = await runOperation(
        operation,
        request,
        (limitHeaders) => (rateHeaders = limitHeaders),
      )
      response = Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } })
    } catch (error) {
      response = buildProblemResponse(toProblem(error, request), new URL(request.url).pathname)
    }
    for (const [name, value] of new Headers(rateHeaders)) response.headers.set(name, value)
    return response
  }
}
