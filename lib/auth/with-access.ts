import 'server-only'
import { reverificationError } from '@clerk/nextjs/server'
import { headers } from 'next/headers'
import { unstable_rethrow as rethrowFrameworkErrors } from 'next/navigation'
import { isDatabaseOutage } from '../db/client.ts'
import { env } from '../env.ts'
import { RefusedError, textProblems } from '../http/json-input.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import { log } from '../log/log.ts'
import { LOGIN_PATH } from '../routes.ts'
import { accessDeniedMessage } from './access-denied.ts'
import type { AccessRule } from './access-table.ts'
import { type AccessDenied, checkAccess } from './check-access.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { tokenInHeader } from './sent-tokens.ts'
import { currentSession } from './session.ts'
import { isMember, type Member } from './session-claims.ts'

/** What a route or action asks of who calls it; an organization is always asked for. */
export type OperationRule = Omit<AccessRule, 'organization'>

/**
 * Why an operation was not done: a sentence for people, a name for programs. With `reverify` it also has what Clerk's
 * `useReverification` understands, which asks the person and repeats the request.
 */
export type OperationError = {
  error: string
  reason: AccessDenied['reason'] | 'cross-origin' | 'invalid' | 'unavailable' | 'failed'
} & Partial<ReturnType<typeof reverificationError>>

type Refusal = { status: 401 | 403 | 422 | 500 | 503; body: OperationError }

const CROSS_ORIGIN: Refusal = {
  status: 403,
  body: { error: 'The request comes from another site.', reason: 'cross-origin' },
}
const UNAVAILABLE: Refusal = {
  status: 503,
  body: { error: 'The database does not answer. Try again in a minute.', reason: 'unavailable' },
}
const FAILED: Refusal = {
  status: 500,
  body: { error: 'Something failed on our side. Try again in a minute.', reason: 'failed' },
}

function refusalOf(denied: AccessDenied): Refusal {
  const { reason } = denied
  return {
    status: reason === 'signed-out' || reason === 'pending' ? 401 : 403,
    body: {
      error: accessDeniedMessage(denied),
      reason,
      ...(reason === 'reverify' && reverificationError(denied.reverification)),
    },
  }
}

/** The answer of a route to somebody who may not do what they ask for: where that depends on what it is. */
export function accessRefusal(denied: AccessDenied): Response {
  const { status, body } = refusalOf(denied)
  return Response.json(body, { status })
}

/**
 * Milliseconds that an operation waits to be told whether a second factor is asked for, since it is refused where nobody can
 * say: as long as one request may ask the database.
 */
const PATIENCE = 3_000

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Leads somebody who followed a link to a route, such as the way back from another site, to sign in and then to it. */
function signInFirst({ headers: requestHeaders, method, url }: Request, { status }: Refusal): Response | undefined {
  const isPage = method === 'GET' && requestHeaders.get('sec-fetch-dest') === 'document'
  if (!isPage || status !== 401) return undefined
  const { pathname, search } = new URL(url)
  const login = new URL(LOGIN_PATH, env().siteUrl)
  login.searchParams.set('redirect_url', pathname + search)
  return Response.redirect(login, 303)
}

/** A program has its token in a header of its own; a browser sends its cookie from wherever it is told to. */
const mayComeFrom = (requestHeaders: Headers): boolean =>
  tokenInHeader(requestHeaders) !== undefined || isSameOrigin(requestHeaders, env().siteUrl)

async function admit(rule: OperationRule, method: string): Promise<Member | Refusal> {
  if (!SAFE_METHODS.has(method) && !mayComeFrom(await headers())) return CROSS_ORIGIN
  const claims = await currentSession()
  const denied = checkAccess(claims, rule)
  if (denied) return refusalOf(denied)
  if (!isMember(claims)) return refusalOf({ reason: 'no-organization' })
  const isLacking = await lacksSecondFactor(claims, PATIENCE)
  if (isLacking === undefined) return UNAVAILABLE
  return isLacking ? refusalOf({ reason: 'second-factor' }) : claims
}

/** The answer of a route: what it says is for one person and is kept nowhere. */
function privateResponse(response: Response): Response {
  const own = new Headers(response.headers)
  own.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: own })
}

const rules = new WeakMap<object, OperationRule>()

/** The rule with which `withAccess` made a route or action; undefined for any other function. */
export const accessRuleOf = (operation: object): OperationRule | undefined => rules.get(operation)

/**
 * Makes a method of a route, or a server action, that only those may use whom the rule lets in:
 *
 *     export const GET = withAccess({ permission: 'org:settings:manage' }, async (member, request) => Response.json(…))
 *     export const eraseData = withAccess({ permission: … }, async (member) => ({ done: … }))
 *
 * Unless the method only reads, it checks that the request comes from this site; then the session, what it may, and whether
 * its person has to confirm who they are. Then it calls the handler with the member before the operation's own arguments,
 * which are as untrusted as ever. A refusal (401 or 403), arguments of an action that cannot be stored (422), a database that
 * does not answer (503) and any other error (500, logged) is a response of a route with an `OperationError` as JSON, and the
 * result of an action.
 */
export function withAccess<Rest extends unknown[]>(
  rule: OperationRule,
  handler: (member: Member, request: Request, ...rest: Rest) => Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response>
export function withAccess<Args extends unknown[], Result extends object>(
  rule: OperationRule,
  handler: (member: Member, ...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result | OperationError>
export function withAccess(
  rule: OperationRule,
  handler: (member: Member, ...args: never[]) => Promise<object>,
): (...args: never[]) => Promise<object> {
  const operation = async (...args: never[]): Promise<object> => {
    // A route is called with the request; an action's arguments come from the browser and are never one.
    const request: unknown = args[0]
    const method = request instanceof Request ? request.method : 'POST'
    const refuse = (refusal: Refusal) => {
      const { status, body } = refusal
      if (!(request instanceof Request)) return body
      return privateResponse(signInFirst(request, refusal) ?? Response.json(body, { status }))
    }
    try {
      const admitted = await admit(rule, method)
      if ('body' in admitted) return refuse(admitted)
      // A route reads its body with `readInput`, which asks the same.
      const [problem] = request instanceof Request ? [] : textProblems(args)
      if (problem) return refuse({ status: 422, body: { error: problem.message, reason: 'invalid' } })
      const result = await handler(admitted, ...args)
      return result instanceof Response ? privateResponse(result) : result
    } catch (error) {
      rethrowFrameworkErrors(error)
      if (error instanceof RefusedError) return privateResponse(error.response)
      log.error({ err: error }, 'A request to the dashboard failed')
      return refuse(isDatabaseOutage(error) ? UNAVAILABLE : FAILED)
    }
  }
  rules.set(operation, rule)
  return operation
}
