import type { Dependency } from '../../lib/platform/lifecycle/health/dependency.ts'
import { log } from '../../lib/platform/log/log.ts'
import { isReady } from '../../lib/platform/lifecycle/readiness.ts'
import { isSameSecret } from '../../lib/platform/crypto/secret.ts'
import { telemetry } from '../../lib/platform/telemetry/telemetry.ts'
import type { RequestContext } from '../http/context.ts'
import { createTextResponse, type PreparedResponse, sendPreparedResponse } from '../http/response.ts'
import { LIVENESS_PATH, READINESS_PATH } from '../http/route-kind.ts'
import type { SiteRequest } from '../http/site-request.ts'

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const BEARER_PATTERN = /^bearer +/i

const createJsonResponse = (status: number, value: object): PreparedResponse =>
  createTextResponse(status, `${JSON.stringify(value)}\n`, { 'content-type': 'application/json' })

/**
 * Creates the operator endpoints, which do not depend on Next.js.
 * @param token required for metrics and dependencies; if undefined, both are off
 */
export function createOperator(
  token: string | undefined,
  dependencies: readonly Dependency[],
): (request: SiteRequest, path: string) => Promise<PreparedResponse> {
  const isOperator = ({ headers: { authorization = '' } }: SiteRequest): boolean =>
    token !== undefined &&
    BEARER_PATTERN.test(authorization) &&
    isSameSecret(authorization.replace(BEARER_PATTERN, ''), token)

  /**
   * Returns the states of the dependencies. They do not affect readiness, because restarting the process would not fix
   * a dependency.
   */
  const readDependencyStates = async () =>
    Object.fromEntries(await Promise.all(dependencies.map(async ({ name, state }) => [name, await state()] as const)))

  async function reportReadiness(request: SiteRequest): Promise<PreparedResponse> {
    const status = isReady() ? 200 : 503
    const state = isReady() ? 'ready' : 'not-ready'
    return createJsonResponse(
      status,
      isOperator(request) ? { state, dependencies: await readDependencyStates() } : { state },
    )
  }

  async function reportMetrics(request: SiteRequest): Promise<PreparedResponse> {
    if (token === undefined || !telemetry.renderMetrics)
      return createTextResponse(404, 'Metrics are off: OPERATOR_TOKEN is not set.\n')
    if (!isOperator(request))
      return createTextResponse(401, 'Unauthorized. Send "Authorization: Bearer" with the OPERATOR_TOKEN.\n', {
        'www-authenticate': 'Bearer',
      })
    try {
      return createTextResponse(200, await telemetry.renderMetrics(), { 'content-type': METRICS_TYPE })
    } catch (err) {
      log.error({ err }, 'telemetry: metrics collection failed')
      return createTextResponse(500, 'Metrics unavailable. See the server log.\n')
    }
  }

  return async (request, path) => {
    if (path === LIVENESS_PATH) return createJsonResponse(200, { state: 'live' })
    return path === READINESS_PATH ? reportReadiness(request) : reportMetrics(request)
  }
}

export const handleOperator = async (ctx: RequestContext): Promise<void> =>
  sendPreparedResponse(ctx, await ctx.site.operator(ctx.request, ctx.path))
