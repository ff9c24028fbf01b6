import 'server-only'
import { reverificationError } from '@clerk/nextjs/server'
import { headers } from 'next/headers'
import { unstable_rethrow as rethrowFrameworkErrors } from 'next/navigation'
import { isDatabaseOutage } from '../../platform/db/client.ts'
import { type OrganizationTransaction, withOrganization } from '../../platform/db/organization.ts'
import { env } from '../../platform/env/env.ts'
import { RefusedError, findTextProblems } from '../../platform/http/json-input.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { log } from '../../platform/log/log.ts'
import { LOGIN_PATH } from '../../routes.ts'
import { formatAccessDenial } from '../../platform/auth/access-denied.ts'
import type { AccessRule } from '../../platform/auth/access-table.ts'
import { type AccessDenied, checkAccess } from '../../platform/auth/check-access.ts'
import { needsSecondFactor } from './second-factor.ts'
import { parseTokenHeader } from '../../platform/auth/request-tokens.ts'
import { getCurrentSession } from './session.ts'
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

const buildRefusal = (status: Refusal['status'], reason: OperationError['reason'], error: string): Refusal => ({
  status,
  body: { error, reason },
})

const CROSS_ORIGIN = buildRefusal(403, 'cross-origin', 'Cross-origin request blocked.')
const UNAVAILABLE_RESPONSE = buildRefusal(503, 'unavailable', 'The database is unavailable. Try again in a minute.')
const INTERNAL_ERROR_RESPONSE = buildRefusal(500, 'failed', 'Something went wrong on our end. Try again in a minute.')

function toRefusal(denial: AccessDenied): Refusal {
  const { reason } = denial
  return {
    status: reason === 'signed-out' || reason === 'pending' ? 401 : 403,
    body: {
      error: formatAccessDenial(denial),
      reason,
      ...(reason === 'reverify' && reverificationError(denial.reverification)),
    },
  }
}

/** Builds the error response for handlers whose access rule depends on the record. */
export function buildAccessRefusal(denial: AccessDenied): Response {
  const { status, body } = toRefusal(denial)
  return Response.json(body, { status })
}

/** Maximum wait for the two-step policy. Longer than for pages, because operations fail if the policy is unknown. */
const POLICY_TIMEOUT_MS = 3_000

const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** Redirects a document navigation, such as an OAuth callback, to the sign-in page, which returns to the same URL. */
function redirectToSignIn(
  { headers: requestHeaders, method, url }: Request,
  { status }: Refusal,
): Response | undefined {
  const isPage = method === 'GET' && requestHeaders.get('sec-fetch-dest') === 'document'
  if (!isPage || status !== 401) return undefined
  const { pathname, search } = new URL(url)
  const loginUrl = new URL(LOGIN_PATH, env().siteUrl)
  loginUrl.searchParams.set('redirect_url', pathname + search)
  return Response.redirect(loginUrl, 303)
}

/** CSRF check. Requests with a token in a header pass, because browsers only attach cookies to cross-site requests. */
const isCsrfSafe = (requestHeaders: Headers): boolean =>
  parseTokenHeader(requestHeaders) !== undefined || isSameOrigin(requestHeaders, env().siteUrl)

async function checkRequestAccess(rule: OperationRule, method: string): Promise<Member | Refusal> {
  if (!SAFE_METHODS.has(method) && !isCsrfSafe(await headers())) return CROSS_ORIGIN
  const claims = await getCurrentSession()
  const denial = checkAccess(claims, rule)
  if (denial) return toRefusal(denial)
  if (!isMember(claims)) return toRefusal({ reason: 'no-organization' })
  const isSecondFactorMissing = await needsSecondFactor(claims, POLICY_TIMEOUT_MS)
  if (isSecondFactorMissing === undefined) return UNAVAILABLE_RESPONSE
  return isSecondFactorMissing ? toRefusal({ reason: 'second-factor' }) : claims
}

function toPrivateResponse(response: Response): Response {
  const responseHeaders = new Headers(response.headers)
  responseHeaders.set('Cache-Control', 'no-store')
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: responseHeaders,
  })
}

const accessRules = new WeakMap<object, OperationRule>()

export const getAccessRule = (operation: object): OperationRule | undefined => accessRules.get(operation)

/**
 * Wraps a route handler or server action so that only permitted members can run it:
 *
 *     export const GET = withAccess({ permission: 'org:settings:manage' }, async (member, request) => Response.json(…))
 *
 * Checks the origin (except for GET and HEAD), the session, the permission and reverification. Handlers must still
 * validate their arguments.
 * Errors are returned as an `OperationError`: as JSON from a route, as the result of an action. Denied access has
 * status 401 or 403. Unsupported characters in action arguments have status 422, and an unavailable database has 503.
 * Other errors are logged and have status 500.
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
    const buildRejection = (rejection: Refusal) => {
      const { status, body } = rejection
      if (!(request instanceof Request)) return body
      return toPrivateResponse(redirectToSignIn(request, rejection) ?? Response.json(body, { status }))
    }
    try {
      const memberOrRefusal = await checkRequestAccess(rule, method)
      if ('body' in memberOrRefusal) return buildRejection(memberOrRefusal)
      // Routes check their text in `readInput`.
      const [problem] = request instanceof Request ? [] : findTextProblems(args)
      if (problem) return buildRejection(buildRefusal(422, 'invalid', problem.message))
      const result = await handler(memberOrRefusal, ...args)
      return result instanceof Response ? toPrivateResponse(result) : result
    } catch (error) {
      rethrowFrameworkErrors(error)
      if (error instanceof RefusedError) return toPrivateResponse(error.response)
      log.error({ err: error }, 'dashboard: request failed')
      return buildRejection(isDatabaseOutage(error) ? UNAVAILABLE_RESPONSE : INTERNAL_ERROR_RESPONSE)
    }
  }
  accessRules.set(operation, rule)
  return operation
}

export const withId = (
  rule: OperationRule,
  handler: (member: Member, id: string, request: Request) => Promise<Response>,
) =>
  withAccess(rule, async (member, request, { params }: { params: Promise<{ id: string }> }) =>
    handler(member, (await params).id, request),
  )

export const runForMember = <Result>(
  { organization, userId }: Member,
  operation: (tx: OrganizationTransaction, actor: { kind: 'person'; id: string }) => Promise<Result>,
): Promise<Result> =>
  withOrganization(env().databaseUrl, organization.id, (tx) => operation(tx, { kind: 'person', id: userId }))
