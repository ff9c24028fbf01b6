import { randomUUID } from 'node:crypto'
import { createLanes } from './lanes.ts'
import type { Lane } from './lanes.ts'
import type { Progress, Queue } from './queue.ts'
import { isRetryable, isWorthRetrying, retryDelay } from './retry.ts'
import { failure, send } from './send.ts'
import type { Outcome } from './send.ts'
import type { Attempt, Clock, Message, NewMessage, WebhookConfig } from './types.ts'

type DelivererOptions = {
  hooks: ReadonlyMap<string, WebhookConfig>
  queue: Queue
  clock: Clock
  random: () => number
  projectId: string
  timeoutMs: number
}

export const warn = (what: string, error: unknown): void =>
  process.emitWarning(`${what}: ${error instanceof Error ? error.message : String(error)}`, 'ContentLakeWarning')

/** A slow endpoint holds up at most this many of its own deliveries, and none of another webhook's. */
const CONCURRENT_PER_HOOK = 8

/** Sends messages: one at a time per document, several documents at once, again by themselves after a passing failure. */
export function createDeliverer({ hooks, queue, clock, random, projectId, timeoutMs }: DelivererOptions) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const ready = new Map<string, Lane[]>([...hooks.keys()].map((id) => [id, []]))
  const readyAgain = new Map<string, Lane[]>([...hooks.keys()].map((id) => [id, []]))
  const active = new Map<string, number>()
  const lanes = createLanes((lane) => wait(lane))

  /** Lets a lane run once its first message is due. */
  function wait(lane: Lane): void {
    if (closing.signal.aborted) return
    const delay = (lane.messages[0]?.dueAt ?? 0) - clock.now()
    if (delay <= 0) return enter(lane)
    lane.stopWaiting = clock.schedule(() => enter(lane), delay)
  }

  function enter(lane: Lane): void {
    const isNew = lane.messages[0]?.tries === 0
    const queued = isNew ? ready : readyAgain
    queued.get(lane.hookId)?.push(lane)
    fill(lane.hookId)
  }

  /** Starts what is ready, as far as the webhook has room; what was not tried yet goes first. */
  function fill(hookId: string): void {
    const hook = hooks.get(hookId)
    if (!hook) return
    while (!closing.signal.aborted && (active.get(hookId) ?? 0) < CONCURRENT_PER_HOOK) {
      const lane = ready.get(hookId)?.shift() ?? readyAgain.get(hookId)?.shift()
      if (!lane) return
      active.set(hookId, (active.get(hookId) ?? 0) + 1)
      const run = deliverNext(hook, lane).finally(() => {
        underWay.delete(run)
        active.set(hookId, (active.get(hookId) ?? 1) - 1)
        fill(hookId)
      })
      underWay.add(run)
    }
  }

  async function deliverNext(hook: WebhookConfig, lane: Lane): Promise<void> {
    const message = lane.messages[0]
    if (!message) return
    const startedAt = clock.now()
    const outcome = await send({ hook, message, projectId, timeoutMs, clock, signal: closing.signal }).catch(
      (error: unknown) => (closing.signal.aborted ? undefined : failure('other', String(error))),
    )
    // Ended by close(): the message stays pending and leaves again at the next start.
    if (outcome === undefined) return
    note(message, outcome, startedAt)
    if (lanes.advance(lane)) wait(lane)
    if (message.status === 'pending') lanes.add(message)
  }

  /** Writes the attempt down and moves the message on: delivered, given up or due again. */
  function note(message: Message, outcome: Outcome, startedAt: number): void {
    const finishedAt = clock.now()
    const tries = message.tries + 1
    const dueAt = finishedAt + retryDelay(tries, random, outcome.retryAfterMs)
    const isFailure = outcome.failureReason !== null
    const willRetry =
      isFailure && isRetryable(outcome.status) && outcome.failureReason !== 'other' && isWorthRetrying(message, dueAt)
    const status = willRetry ? 'pending' : isFailure ? 'failure' : 'success'
    const progress: Progress = { seq: message.seq, tries, dueAt, status, resultCode: outcome.status }
    Object.assign(message, progress)
    try {
      queue.record(attemptOf(message, outcome, { startedAt, finishedAt, willRetry }), progress)
    } catch (error) {
      // A full disk must not stop deliveries; the message would only be sent once more after a restart.
      warn('could not write down a webhook attempt', error)
    }
  }

  function attemptOf(
    message: Message,
    { status, body, failureReason, failureDetail }: Outcome,
    { startedAt, finishedAt, willRetry }: { startedAt: number; finishedAt: number; willRetry: boolean },
  ): Attempt {
    const { hookId, dataset, documentId, transactionId, operation, tries } = message
    return {
      id: randomUUID(),
      hookId,
      messageId: message.id,
      projectId,
      dataset,
      documentId,
      transactionId,
      operation,
      number: tries,
      createdAt: new Date(startedAt).toISOString(),
      updatedAt: new Date(finishedAt).toISOString(),
      duration: finishedAt - startedAt,
      inProgress: false,
      isFailure: failureReason !== null,
      willRetry,
      resultCode: status,
      resultBody: body,
      failureReason,
      failureDetail,
    }
  }

  return {
    /** Messages come in order; those that are due leave before this returns. */
    accept(messages: readonly Message[]): void {
      for (const message of messages) lanes.add(message)
    },
    /** A message that could not be made shows as one failed attempt. */
    recordUnsendable(message: NewMessage, error: unknown): void {
      const reason = error instanceof Error ? error.message : String(error)
      for (const added of queue.add([message])) {
        note(added, failure('other', `filter or projection failed: ${reason}`), clock.now())
      }
    },
    /** Ends waits and requests; resolves when nothing touches the queue any more. */
    async close(): Promise<void> {
      closing.abort()
      for (const lane of lanes.all()) lane.stopWaiting?.()
      await Promise.all(underWay)
    },
  }
}
