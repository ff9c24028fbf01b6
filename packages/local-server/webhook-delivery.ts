import { randomUUID } from 'node:crypto'
import type { Clock } from './http.ts'
import type { Endpoint, FailureReason, Message, NewMessage, Outcome, Progress, WebhookQueue } from './webhook-queue.ts'

type DeliveryOptions<Details, To extends Endpoint> = {
  endpoints: readonly To[]
  queue: WebhookQueue<Details>
  /** Maximum concurrent messages per endpoint. More than one, so that a slow message does not delay others. */
  concurrency: number
  timeoutMs: number
  headers: (endpoint: To, message: Message<Details>) => HeadersInit
  /**
   * Returns the time of the next attempt after failure number `tries`, in milliseconds since 1970. Undefined means to
   * give up.
   */
  retryAt: (message: Pick<Message<Details>, 'createdAt' | 'tries'>, outcome: Outcome, now: number) => number | undefined
  secrets: (endpoint: To) => string[]
  clock: Clock
  report: (error: unknown, what: string) => void
}

export type Delivery<Details> = {
  accept: (messages: readonly Message<Details>[]) => void
  /** Records a message that cannot be sent as one failed attempt. */
  recordUnsendable: (message: NewMessage<Details>, reason: string) => void
  close: () => Promise<void>
}

type Lane<Details> = { key: string; endpointId: string; messages: Message<Details>[]; stopWaiting?: () => void }

/**
 * Each retry has a separate lane, so that no other message waits for it
 * (sanity.io/docs/content-lake/webhook-best-practices, Delays).
 */
const buildLaneKey = ({ id, tries, endpointId, lane }: Message<unknown>): string =>
  JSON.stringify(tries > 0 ? [endpointId, 'again', id] : [endpointId, 'first', lane])

/** Creates a delivery with retries. Messages in one lane are sent in order, and lanes run concurrently. */
export function createDelivery<Details, To extends Endpoint>(options: DeliveryOptions<Details, To>): Delivery<Details> {
  const { queue, clock, concurrency, report } = options
  const endpoints = new Map(options.endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const closing = new AbortController()
  const lanes = new Map<string, Lane<Details>>()
  const readyLanes = { first: createLists<Details>(endpoints.keys()), again: createLists<Details>(endpoints.keys()) }
  const active = new Map<string, number>()
  const inFlight = new Set<Promise<void>>()

  function add(message: Message<Details>): void {
    const key = buildLaneKey(message)
    const lane = lanes.get(key)
    if (lane) return void lane.messages.push(message)
    const created = { key, endpointId: message.endpointId, messages: [message] }
    lanes.set(key, created)
    waitUntilDue(created)
  }

  function waitUntilDue(lane: Lane<Details>): void {
    if (closing.signal.aborted) return
    const delay = (lane.messages[0]?.dueAt ?? 0) - clock.now()
    if (delay <= 0) return enqueueLane(lane)
    lane.stopWaiting = clock.schedule(() => enqueueLane(lane), delay)
  }

  function enqueueLane(lane: Lane<Details>): void {
    const readyQueue = lane.messages[0]?.tries === 0 ? readyLanes.first : readyLanes.again
    readyQueue.get(lane.endpointId)?.push(lane)
    startReadyLanes(lane.endpointId)
  }

  function startReadyLanes(endpointId: string): void {
    const endpoint = endpoints.get(endpointId)
    if (!endpoint) return
    while (!closing.signal.aborted && (active.get(endpointId) ?? 0) < concurrency) {
      const lane = readyLanes.first.get(endpointId)?.shift() ?? readyLanes.again.get(endpointId)?.shift()
      if (!lane) return
      active.set(endpointId, (active.get(endpointId) ?? 0) + 1)
      const run = deliverNext(endpoint, lane).finally(() => {
        inFlight.delete(run)
        active.set(endpointId, (active.get(endpointId) ?? 1) - 1)
        startReadyLanes(endpointId)
      })
      inFlight.add(run)
    }
  }

  async function deliverNext(endpoint: To, lane: Lane<Details>): Promise<void> {
    const message = lane.messages[0]
    if (!message) return
    const startedAt = clock.now()
    const outcome = await send(endpoint, message)
    // `close()` canceled the attempt. The message stays pending until the next start.
    if (outcome === undefined) return
    recordOutcome(message, outcome, startedAt)
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
      return signal.aborted ? undefined : buildFailure('other', String(error))
    }
  }

  function recordOutcome(message: Message<Details>, outcome: Outcome, startedAt: number): void {
    const { retryAfterMs: _, ...result } = outcome
    const finishedAt = clock.now()
    const tries = message.tries + 1
    const hasFailed = outcome.failureReason !== null
    const isFinal = outcome.failureReason === 'other'
    const retryAt = hasFailed && !isFinal ? options.retryAt({ ...message, tries }, outcome, finishedAt) : undefined
    const progress: Progress = {
      seq: message.seq,
      tries,
      dueAt: retryAt ?? message.dueAt,
      status: retryAt !== undefined ? 'pending' : hasFailed ? 'failure' : 'success',
      resultCode: outcome.resultCode,
    }
    Object.assign(message, progress)
    const { id: messageId, endpointId, details } = message
    const willRetry = retryAt !== undefined
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
      // A full disk must not stop deliveries. The message is sent again after a restart.
      report(error, 'could not store a webhook attempt')
    }
  }

  return {
    accept: (messages) => messages.forEach(add),
    recordUnsendable(message, reason) {
      for (const added of queue.add([message])) recordOutcome(added, buildFailure('other', reason), clock.now())
    },
    async close() {
      closing.abort()
      for (const lane of lanes.values()) lane.stopWaiting?.()
      await Promise.all(inFlight)
    },
  }
}

const createLists = <Details>(ids: Iterable<string>): Map<string, Lane<Details>[]> =>
  new Map([...ids].map((id) => [id, []]))

type SendOptions = {
  url: string
  headers: HeadersInit
  body: string
  timeoutMs: number
  /** Values to redact from the log. */
  secrets: readonly string[]
  clock: Clock
  signal: AbortSignal
}

const MAX_EXCERPT_LENGTH = 1024

/** Sends a message. Rejects only if `signal` aborts. */
async function post({ url, headers, body, timeoutMs, secrets, clock, signal }: SendOptions): Promise<Outcome> {
  const timeout = new AbortController()
  const stopTimer = clock.schedule(() => timeout.abort(), timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // A redirect could send signed content to an unconfigured URL.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    const resultBody = redactSecrets(secrets, await readExcerpt(response))
    const { status: resultCode } = response
    if (response.ok) return { resultCode, resultBody, failureReason: null, failureDetail: null }
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock.now())
    return { resultCode, resultBody, failureReason: 'http', failureDetail: `HTTP ${resultCode}`, retryAfterMs }
  } catch (error) {
    if (signal.aborted) throw error
    if (timeout.signal.aborted) return buildFailure('timeout', `no response within ${timeoutMs} ms`)
    return buildFailure('network', redactSecrets(secrets, describeError(error)))
  } finally {
    stopTimer()
  }
}

const buildFailure = (failureReason: FailureReason, failureDetail: string): Outcome => ({
  resultCode: 0,
  resultBody: null,
  failureReason,
  failureDetail,
})

/** Parses seconds or a date into milliseconds from `now`. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const delay = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(delay) ? undefined : Math.max(0, delay)
}

/** Reads only the excerpt, because a response may be endless. */
async function readExcerpt(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= MAX_EXCERPT_LENGTH) break
  }
  return text.slice(0, MAX_EXCERPT_LENGTH)
}

const redactSecrets = (secrets: readonly string[], text: string): string =>
  secrets.filter((secret) => secret !== '').reduce((redacted, secret) => redacted.replaceAll(secret, '[hidden]'), text)

function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
