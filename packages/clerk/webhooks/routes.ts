import type { Attempt } from '../../local-server/index.ts'
import { Hono } from 'hono'
import { page } from '../http/query.ts'
import { json } from '../http/responses.ts'
import type { Env, Services } from '../http/services.ts'
import { type MessageDetails, openQueue } from './queue.ts'

/** An entry of the delivery log: when (milliseconds since 1970), for how long, and what came of it; never what was sent. */
function attemptJson(attempt: Attempt<MessageDetails>) {
  const { messageId, endpointId, details, number, startedAt, finishedAt, resultCode, failureReason } = attempt
  // An address may carry credentials.
  const { origin, pathname } = new URL(endpointId)
  return {
    messageId,
    endpoint: origin + pathname,
    type: details.type,
    number,
    startedAt,
    duration: finishedAt - startedAt,
    resultCode,
    failure: failureReason === 'timeout' ? 'timeout' : attempt.failureDetail,
    status: failureReason === null ? 'delivered' : attempt.willRetry ? 'pending' : 'given up',
  }
}

/** `GET /local/webhook_attempts`: the delivery log, newest first. Clerk shows it in its dashboard only. */
export function backendWebhookRoutes({ store }: Services): Hono<Env> {
  const queue = openQueue(store)
  const routes = new Hono<Env>()
  routes.get('/local/webhook_attempts', (c) => json(c, page(c, queue.attempts().map(attemptJson))))
  return routes
}
