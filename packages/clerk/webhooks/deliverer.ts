import type { WebhookEndpoint } from './endpoints.ts'
import { type Outcome, send } from './send.ts'
import type { Attempt, Message, Queue } from './queue.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds before the second attempt, the third, …: Svix's schedule, with short delays first for a site that is just starting. */
const DELAYS = [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** Milliseconds until the next attempt after `tries` failed ones, with up to 10 % of jitter; undefined after the last attempt. */
export function retryDelay(tries: number, random: () => number = Math.random): number | undefined {
  const delay = DELAYS[tries - 1]
  return delay === undefined ? undefined : Math.round(delay * (1 + random() / 10))
}

type DelivererOptions = {
  endpoints: readonly WebhookEndpoint[]
  queue: Queue
  /** Runs `work` in a transaction of its own. */
  atomically: <T>(work: () => T) => T
}

type Worker = { endpoint: WebhookEndpoint; isBusy: boolean; timer?: NodeJS.Timeout; run?: Promise<void> }

/** Sends queued messages, one at a time per endpoint, in order as long as nothing fails; a slow endpoint delays only its own. */
export function createDeliverer({ endpoints, queue, atomically }: DelivererOptions) {
  const closing = new AbortController()
  const workers = endpoints.map((endpoint): Worker => ({ endpoint, isBusy: false }))

  function start(worker: Worker): void {
    if (worker.isBusy || closing.signal.aborted) return
    clearTimeout(worker.timer)
    worker.isBusy = true
    worker.run = sendDue(worker).catch((error: unknown) => {
      worker.isBusy = false
      if (!closing.signal.aborted) process.emitWarning(`could not deliver webhooks: ${String(error)}`, 'ClerkWarning')
    })
  }

  async function sendDue(worker: Worker): Promise<void> {
    while (!closing.signal.aborted) {
      const message = queue.nextFor(worker.endpoint.url)
      const wait = message ? message.dueAt - Date.now() : 0
      if (!message || wait > 0) {
        worker.isBusy = false
        if (message) worker.timer = setTimeout(() => start(worker), wait)
        return
      }
      const startedAt = Date.now()
      const outcome = await send(worker.endpoint, message, closing.signal)
      const after = progress(message, outcome)
      atomically(() => queue.record(attemptOf(after, outcome, startedAt), after))
    }
  }

  return {
    /** Sends what is due. Call it when the transaction that queued a message is committed. */
    start: (): void => workers.forEach(start),
    /** Aborts waits and requests; resolves when the queue is no longer used. Undelivered messages stay queued. */
    async close(): Promise<void> {
      closing.abort()
      for (const { timer } of workers) clearTimeout(timer)
      await Promise.all(workers.map(({ run }) => run))
    },
  }
}

/** A message after an attempt: delivered by any 2xx, otherwise due again until the schedule ends. */
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
