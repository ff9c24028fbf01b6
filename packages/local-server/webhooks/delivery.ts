import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Progress, WebhookQueue } from './queue.ts'
import { failure, post } from './send.ts'
import type { Endpoint, Message, NewMessage, Outcome } from './types.ts'

export type DeliveryOptions<Details, To extends Endpoint> = {
  endpoints: readonly To[]
  queue: WebhookQueue<Details>
  /** How many messages an endpoint gets at once: a slow one holds up at most these, and none of another's. */
  concurrency: number
  /** How long an endpoint has to answer. */
  timeoutMs: number
  headers: (endpoint: To, message: Message<Details>) => HeadersInit
  /** When to try a message again that failed for the `tries`th time (milliseconds since 1970); undefined to give up. */
  retryAt: (message: Pick<Message<Details>, 'createdAt' | 'tries'>, outcome: Outcome, now: number) => number | undefined
  /** Texts of an endpoint that must not show in the log. */
  secrets: (endpoint: To) => string[]
  clock: Clock
  /** Told of what goes wrong besides deliveries, such as a full disk. */
  report: (error: unknown, what: string) => void
}

export type Delivery<Details> = {
  /** Messages come in order; those that are due leave before this returns. */
  accept: (messages: readonly Message<Details>[]) => void
  /** Queues a message that cannot be sent, as one failed attempt in the log. */
  recordUnsendable: (message: NewMessage<Details>, reason: string) => void
  /** Ends waits and requests; resolves when nothing touches the queue any more. What is undelivered stays queued. */
  close: () => Promise<void>
}

/** Messages that leave one after another. */
type Lane<Details> = { key: string; endpointId: string; messages: Message<Details>[]; stopWaiting?: () => void }

/**
 * A message that waits to be tried again has a lane of its own, so that nothing waits behind it. Hosted webhooks may arrive out of
 * order after a failure, too (https://www.sanity.io/docs/content-lake/webhook-best-practices, "Delays").
 */
const laneKey = ({ id, tries, endpointId, lane }: Message<unknown>): string =>
  JSON.stringify(tries > 0 ? [endpointId, 'again', id] : [endpointId, 'first', lane])

/** Sends messages: in order within a lane, several lanes at once, again by themselves after a passing failure. */
export function createDelivery<Details, To extends Endpoint>(options: DeliveryOptions<Details, To>): Delivery<Details> {
  const { queue, clock, concurrency, report } = options
  const endpoints = new Map(options.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const closing = new AbortController()
  const lanes = new Map<string, Lane<Details>>()
  /** Lanes whose first message is due: those not tried yet go first. */
  const ready = { first: listsFor<Details>(endpoints.keys()), again: listsFor<Details>(endpoints.keys()) }
  const active = new Map<string, number>()
  const underWay = new Set<Promise<void>>()

  function add(message: Message<Details>): void {
    const key = laneKey(message)
    const lane = lanes.get(key)
    if (lane) return void lane.messages.push(message)
    const created = { key, endpointId: message.endpointId, messages: [message] }
    lanes.set(key, created)
    waitUntilDue(created)
  }

  function waitUntilDue(lane: Lane<Details>): void {
    if (closing.signal.aborted) return
    const delay = (lane.messages[0]?.dueAt ?? 0) - clock.now()
    if (delay <= 0) return enter(lane)
    lane.stopWaiting = clock.schedule(() => enter(lane), delay)
  }

  function enter(lane: Lane<Details>): void {
    const queued = lane.messages[0]?.tries === 0 ? ready.first : ready.again
    queued.get(lane.endpointId)?.push(lane)
    startReady(lane.endpointId)
  }

  /** Starts what is ready, as far as the endpoint has room. */
  function startReady(endpointId: string): void {
    const endpoint = endpoints.get(endpointId)
    if (!endpoint) return
    while (!closing.signal.aborted && (active.get(endpointId) ?? 0) < concurrency) {
      const lane = ready.first.get(endpointId)?.shift() ?? ready.again.get(endpointId)?.shift()
      if (!lane) return
      active.set(endpointId, (active.get(endpointId) ?? 0) + 1)
      const run = deliverNext(endpoint, lane).finally(() => {
        underWay.delete(run)
        active.set(endpointId, (active.get(endpointId) ?? 1) - 1)
        startReady(endpointId)
      })
      underWay.add(run)
    }
  }

  async function deliverNext(endpoint: To, lane: Lane<Details>): Promise<void> {
    const message = lane.messages[0]
    if (!message) return
    const startedAt = clock.now()
    const outcome = await send(endpoint, message)
    // Ended by close(): the message stays pending and leaves again at the next start.
    if (outcome === undefined) return
    note(message, outcome, startedAt)
    lane.messages.shift()
    if (lane.messages.length > 0) waitUntilDue(lane)
    else lanes.delete(lane.key)
    if (message.status === 'pending') add(message)
  }

  async function send(endpoint: To, message: Message<Details>): Promise<Outcome | undefined> {
    const { timeoutMs } = options
    const { signal } = closing
    try {
      const headers = options.headers(endpoint, message)
      const secrets = options.secrets(endpoint)
      return await post({ url: endpoint.url, headers, body: message.payload, timeoutMs, secrets, clock, signal })
    } catch (error) {
      return signal.aborted ? undefined : failure('other', String(error))
    }
  }

  /** Writes the attempt down and moves the message on: delivered, given up or due again. */
  function note(message: Message<Details>, outcome: Outcome, startedAt: number): void {
    const { retryAfterMs: _, ...result } = outcome
    const finishedAt = clock.now()
    const tries = message.tries + 1
    const hasFailed = outcome.failureReason !== null
    const isFinal = outcome.failureReason === 'other'
    const again = hasFailed && !isFinal ? options.retryAt({ ...message, tries }, outcome, finishedAt) : undefined
    const progress: Progress = {
      seq: message.seq,
      tries,
      dueAt: again ?? message.dueAt,
      status: again !== undefined ? 'pending' : hasFailed ? 'failure' : 'success',
      resultCode: outcome.resultCode,
    }
    Object.assign(message, progress)
    const { id: messageId, endpointId, details } = message
    const willRetry = again !== undefined
    const attempt = {
      id: randomUUID(),
      messageId,
      endpointId,
      details,
      number: tries,
      startedAt,
      finishedAt,
      willRetry,
    }
    try {
      queue.record({ ...attempt, ...result }, progress)
    } catch (error) {
      // A full disk must not stop deliveries; the message would only be sent once more after a restart.
      report(error, 'could not write down a webhook attempt')
    }
  }

  return {
    accept: (messages) => messages.forEach(add),
    recordUnsendable(message, reason) {
      for (const added of queue.add([message])) note(added, failure('other', reason), clock.now())
    },
    async close() {
      closing.abort()
      for (const lane of lanes.values()) lane.stopWaiting?.()
      await Promise.all(underWay)
    },
  }
}

const listsFor = <Details>(ids: Iterable<string>): Map<string, Lane<Details>[]> =>
  new Map([...ids].map((id) => [id, []]))
