import { z } from 'zod'
import { isDatabaseOutage, withDatabase } from '../db/client.ts'
import { CursorError } from '../db/list.ts'
import { type OrganizationTransaction, withOrganization } from '../db/organization.ts'
import { UnknownReferenceError } from '../db/unknown-reference.ts'
import { env } from '../env.ts'
import type { Actor } from '../events/event.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Limit } from '../http/rate-limit.ts'
import type { KeyOwner } from '../keys/key-owner.ts'
import type { Scope } from '../keys/scopes.ts'
import { log } from '../log/log.ts'
import { authenticate, keyIn, requireScope } from './authenticate.ts'
import { API_DEADLINE, API_RATE_LIMIT } from './limits.ts'
import { ProblemError, problemResponse } from './problem.ts'
import { countForKey } from './rate-limit.ts'
import { invalidBody, invalidField, invalidParameter } from './read-request.ts'

export type ApiOptions = {
  /** Whether the plan of an organization includes the API, now. */
  hasApi: (organizationId: string) => Promise<boolean>
  // What tests set in place of what the site has.
  databaseUrl?: string
  limit?: Limit
  now?: () => Date
}

/** An answer; its body is written as JSON. */
export type ApiAnswer = { status: number; body: unknown; headers?: Record<string, string> }

/** What an operation does, in one transaction for the organization of the key; done by that key. */
export type ApiWork = (tx: OrganizationTransaction, actor: Actor & { kind: 'key' }, now: Date) => Promise<ApiAnswer>

export type ApiOperation = {
  scope: Scope
  /** Reads and checks the request, before the database is asked for an organization's data. */
  read: (request: Request) => Promise<ApiWork>
}

/** The operations of an address, by their methods. */
export type ApiOperations = Partial<Record<string, ApiOperation>> & { GET: ApiOperation }

/** What the framework hands over with a request: the rest of its path. */
type Context = { params: Promise<{ path?: string[] }> }

const WITHOUT_PLAN = 'The plan of the organization does not include the API any more.'

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

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const allowedOf = (operations: ApiOperations): string =>
  METHODS.filter((method) => method === 'HEAD' || method === 'OPTIONS' || method in operations).join(', ')

/** A question of a browser whether a page of another site may send a request. Source: https://fetch.spec.whatwg.org/#cors-preflight-request */
const isPreflight = ({ headers }: Request): boolean =>
  headers.has('origin') && headers.has('access-control-request-method')

/**
 * The answer to OPTIONS: the methods. A preflight is refused in words, and without a header that would allow anything: keys
 * are secrets, and a page gives its own to whoever opens it.
 */
function optionsAnswer(request: Request, operations: ApiOperations): Response {
  const headers = { Allow: allowedOf(operations) }
  if (!isPreflight(request)) return new Response(null, { status: 204, headers })
  throw new ProblemError('no-browsers', 'Send the request from a server: the key must not be in a page.', { headers })
}

function operationFor(method: string, operations: ApiOperations): ApiOperation {
  const operation = operations[method === 'HEAD' ? 'GET' : method]
  if (operation) return operation
  const allowed = allowedOf(operations)
  throw new ProblemError('method-not-allowed', `Use one of these: ${allowed}.`, { headers: { Allow: allowed } })
}

/**
 * Makes the route of everything below the API's address. The key is checked and its requests are counted first; then the plan
 * of its organization; then the request is read; then it is done in one transaction. Every answer is JSON or a problem, is
 * stored nowhere, and says how many requests are left.
 * @param operationsAt the operations of the rest of a path; undefined where there is no endpoint
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
      if (!operations) throw new ProblemError('not-found', 'There is no such endpoint. The reference is at /api.')
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
