import 'server-only'
import { reverificationError } from '@clerk/nextjs/server'
import { headers } from 'next/headers'
import { unstable_rethrow as rethrowFrameworkErrors } from 'next/navigation'
import { isDatabaseOutage } from '../../platform/db/client.ts'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { RefusedError, textProblems } from '../../platform/http/json-input.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { log } from '../../platform/log/log.ts'
import { LOGIN_PATH } from '../../routes.ts'
import { accessDeniedMessage } from '../../platform/auth/access-denied.ts'
import type { AccessRule } from '../../platform/auth/access-table.ts'
import { type AccessDenied, checkAccess } from '../../platform/auth/check-access.ts'
import { lacksSecondFactor } from './second-factor.ts'
import { tokenInHeader } from '../../platform/auth/sent-tokens.ts'
import { currentSession } from './session.ts'
import { isMember, type Member } from '../../platform/auth/session-claims.ts'

/** Access rule of an operation. Operations always require an organization. */
export type OperationRule = Omit<AccessRule, 'organization'>

/**
 * Error body. `reverify` has the shape that Clerk's `useReverification` expects: the hook re-authenticates the user and
 * repeats the request.
 */
export type OperationError = {
  error: string
  reason: AccessDenied['reason'] | 'cross-origin' | 'invalid' | 'unavailable' | 'failed'
} & Partial<ReturnType<typeof reverificationError>>

type Refusal = { status: 401 | 403 | 422 | 500 | 503; body: OperationError }

const refusal = (status: Refusal['status'], reason: OperationError['reason'], error: string): Refusal => ({
  status,
  body: { error, reason },
})

const CROSS_ORIGIN = refusal(403, 'cross-origin', 'Cross-origin request blocked.')
const UNAVAILABLE = refusal(503, 'unavailable', 'The database is unavailable. Try again in a minute.')
const FAILED = refusal(500, 'failed', 'Something went wrong on our end. Try again in a minute.')

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

/** Builds the error response for handlers whose access rule depends on the record. */
export function accessRefusal(denied: AccessDenied): Response {
  const { status, body } = refusalOf(denied)
  return Response.json(body, { status })
}

/** Maximum wait for the policy, in milliseconds. Longer than for pages, because operations fail without a policy. */
const PATIENCE = 3_000

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Redirects a document navigation, such as an OAuth callback, to the sign-in page, which returns to the same URL. */
function signInFirst({ headers: requestHeaders, method, url }: Request, { status }: Refusal): Response | undefined {
  const isPage = method === 'GET' && requestHeaders.get('sec-fetch-dest') === 'document'
  if (!isPage || status !== 401) return undefined
  const { pathname, search } = new URL(url)
  const login = new URL(LOGIN_PATH, env().siteUrl)
  login.searchParams.set('redirect_url', pathname + search)
  return Response.redirect(login, 303)
}

/** CSRF check. Requests with a token in a header pass, because browsers only attach cookies to cross-site requests. */
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

function privateResponse(response: Response): Response {
  const own = new Headers(response.headers)
  own.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers: own })
}

const rules = new WeakMap<object, OperationRule>()

export const accessRuleOf = (operation: object): OperationRule | undefined => rules.get(operation)

/**
 * Wraps a route handler or server action so that only permitted members can run it:
 *
 *     export const GET = withAccess({ permission: 'org:settings:manage' }, async (member, request) => Response.json(…))
 *
 * Checks the origin (except for GET and HEAD), the session, the permission and reverification. Handlers must still
 * validate their arguments.
 * Errors are returned as an `OperationError`: as JSON from a route, as the result of an action. The statuses are 401
 * and 403 for denied access, 422 for unsupported characters in action arguments, 503 for an unavailable database, and
 * 500 (logged) for other errors.
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
    // Only routes receive a `Request`. Arguments of actions are deserialized values from the browser.
    const request: unknown = args[0]
    const method = request instanceof Request ? request.method : 'POST'
    const refuse = (refused: Refusal) => {
      const { status, body } = refused
      if (!(request instanceof Request)) return body
      return privateResponse(signInFirst(request, refused) ?? Response.json(body, { status }))
    }
    try {
      const admitted = await admit(rule, method)
      if ('body' in admitted) return refuse(admitted)
      // Routes check their text in `readInput`.
      const [problem] = request instanceof Request ? [] : textProblems(args)
      if (problem) return refuse(refusal(422, 'invalid', problem.message))
      const result = await handler(admitted, ...args)
      return result instanceof Response ? privateResponse(result) : result
    } catch (error) {
      rethrowFrameworkErrors(error)
      if (error instanceof RefusedError) return privateResponse(error.response)
      log.error({ err: error }, 'dashboard: request failed')
      return refuse(isDatabaseOutage(error) ? UNAVAILABLE : FAILED)
    }
  }
  rules.set(operation, rule)
  return operation
}

export const withId = (
  rule: OperationRule,
  handler: (member: Member, id: string, request: Request) => Promise<Response>,
) =>
  withAccess(rule, async (member, request, { params }: { params: Promise<{ id: string }> }) =>
    handler(member, (await params).id, request),
  )

export const forMember = <Result>(
  { organization, userId }: Member,
  work: (tx: OrganizationTransaction, actor: { kind: 'person'; id: string }) => Promise<Result>,
): Promise<Result> =>
  withOrganization(env().databaseUrl, organization.id, (tx) => work(tx, { kind: 'person', id: userId }))
