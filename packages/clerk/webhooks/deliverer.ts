import { retryDelay } from './retry.ts'
import { send } from './send.ts'
import type { Outcome } from './send.ts'
import type { Attempt, Message, WebhookEndpoint } from './types.ts'
import type { Queue } from './queue.ts'

type DelivererOptions = {
  endpoints: readonly WebhookEndpoint[]
  queue: Queue
  /** Runs `work` in a transaction of its own. */
  atomically: <T>(work: () => T) => T
}

type Lane = { endpoint: WebhookEndpoint; isBusy: boolean; timer?: NodeJS.Timeout; run?: Promise<void> }

/** Sends what is queued, one message at a time per endpoint, in order as long as nothing fails; a slow endpoint holds up only itself. */
export function createDeliverer({ endpoints, queue, atomically }: DelivererOptions) {
  const closing = new AbortController()
  const lanes = endpoints.map((endpoint): Lane => ({ endpoint, isBusy: false }))

  function wake(lane: Lane): void {
    if (lane.isBusy || closing.signal.aborted) return
    clearTimeout(lane.timer)
    lane.isBusy = true
    lane.run = drain(lane).catch((error: unknown) => {
      lane.isBusy = false
      if (!closing.signal.aborted) process.emitWarning(`could not deliver webhooks: ${String(error)}`, 'ClerkWarning')
    })
  }

  async function drain(lane: Lane): Promise<void> {
    while (!closing.signal.aborted) {
      const message = queue.nextFor(lane.endpoint.url)
      const wait = message ? message.dueAt - Date.now() : 0
      if (!message || wait > 0) {
        lane.isBusy = false
        if (message) lane.timer = setTimeout(() => wake(lane), wait)
        return
      }
      const startedAt = Date.now()
      const outcome = await send(lane.endpoint, message, closing.signal)
      const after = progress(message, outcome)
      atomically(() => queue.record(attemptOf(after, outcome, startedAt), after))
    }
  }

  return {
    /** Call it once the transaction that queued something is kept. */
    wake: (): void => lanes.forEach(wake),
    /** Ends waits and requests; resolves when nothing touches the queue any more. What is undelivered stays queued. */
    async close(): Promise<void> {
      closing.abort()
      for (const { timer } of lanes) clearTimeout(timer)
      await Promise.all(lanes.map(({ run }) => run))
    },
  }
}

/** Where a message stands after an attempt: any 2xx is done, anything else is tried again until the schedule ends. */
function progress(message: Message, { failure }: Outcome): Message {
  const tries = message.tries + 1
  if (failure === null) return { ...message, tries, status: 'delivered', payload: null }
  const delay = retryDelay(tries)
  if (delay === undefined) return { ...message, tries, status: 'given up', payload: null }
  return { ...message, tries, dueAt: Date.now() + delay }
}

function attemptOf({ id, endpoint, type, tries, status }: Message, outcome: Outcome, startedAt: number): Attempt {
  const { origin, pathname } = new URL(endpoint)
  const duration = Date.now() - startedAt
  return { messageId: id, endpoint: origin + pathname, type, number: tries, startedAt, duration, ...outcome, status }
}
