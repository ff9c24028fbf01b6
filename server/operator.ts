import type { Dependency } from '../lib/health/dependency.ts'
import { log } from '../lib/log/log.ts'
import { isReady } from '../lib/readiness.ts'
import { isSameSecret } from '../lib/secret.ts'
import { telemetry } from '../lib/telemetry/telemetry.ts'
import { type Answer, textAnswer } from './answer.ts'
import type { SiteRequest } from './site-request.ts'
import { DEFAULT_POLICY } from './site-response.ts'

/** Whether the process answers, whether it wants to be sent requests, and its figures. */
const LIVE = '/api/health/live'
const READY = '/api/health/ready'
const METRICS = '/api/metrics'

export const OPERATOR_PATHS: ReadonlySet<string> = new Set([LIVE, READY, METRICS])

/** The text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const SCHEME = /^bearer +/i

/** No cache may keep an answer, whatever it has been told of other paths. */
const answer = (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  textAnswer(status, text, { 'content-security-policy': DEFAULT_POLICY, 'cache-control': 'no-store', ...headers })

const json = (status: number, value: object): Answer =>
  answer(status, `${JSON.stringify(value)}\n`, { 'content-type': 'application/json' })

/**
 * Answers whoever runs the site, without the framework, so that it is told also while that is busy.
 * @param token that lets somebody read figures and reasons; without one nobody does
 */
export function createOperator(
  token: string | undefined,
  dependencies: readonly Dependency[],
): (request: SiteRequest, path: string) => Promise<Answer> {
  const isOperator = ({ headers: { authorization = '' } }: SiteRequest): boolean =>
    token !== undefined && SCHEME.test(authorization) && isSameSecret(authorization.replace(SCHEME, ''), token)

  /** None of these makes the process unready: to start it again would mend none. */
  const reasons = async () =>
    Object.fromEntries(await Promise.all(dependencies.map(async ({ name, state }) => [name, await state()] as const)))

  async function readiness(request: SiteRequest): Promise<Answer> {
    const status = isReady() ? 200 : 503
    const state = isReady() ? 'ready' : 'not-ready'
    return json(status, isOperator(request) ? { state, dependencies: await reasons() } : { state })
  }

  async function metrics(request: SiteRequest): Promise<Answer> {
    if (token === undefined || !telemetry.figures)
      return answer(404, 'OPERATOR_TOKEN is not set: there are no figures.\n')
    if (!isOperator(request))
      return answer(401, 'Send Authorization: Bearer and the OPERATOR_TOKEN.\n', { 'www-authenticate': 'Bearer' })
    try {
      return answer(200, await telemetry.figures(), { 'content-type': METRICS_TYPE })
    } catch (err) {
      log.error({ err }, 'The figures could not be read')
      return answer(500, 'The figures could not be read: see the log.\n')
    }
  }

  return async (request, path) => {
    if (path === LIVE) return json(200, { state: 'live' })
    return path === READY ? readiness(request) : metrics(request)
  }
}
