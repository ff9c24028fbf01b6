import { join } from 'node:path'
import {
  createDelivery,
  openDatabase,
  openWebhookQueue,
  systemClock,
  transactionsOn,
} from '../../local-server/index.ts'
import { report } from '../report.ts'
import { messagesFor } from './change.ts'
import { assertConfigs } from './config.ts'
import { headersFor } from './headers.ts'
import { createHooksApi, hookAttempt } from './hooks-api.ts'
import { retryAt } from './retry.ts'
import type { MessageDetails, Webhooks, WebhooksOptions } from './types.ts'

export type { DocumentChange, EvaluateChange, WebhookConfig, Webhooks, WebhooksOptions } from './types.ts'

/** Hosted Sanity gives an endpoint 30 seconds. */
const DEFAULT_TIMEOUT_MS = 30_000

const CONCURRENT_PER_HOOK = 8

/** Outgoing webhooks with a queue on disk; what an earlier process left undelivered goes on at once. Throws for an unusable config. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { configs, dataDir, evaluate, projectId = 'local', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { clock = systemClock, random = Math.random } = options
  assertConfigs(configs)
  const hooks = configs.filter(({ isEnabled = true }) => isEnabled)
  // NORMAL saves a disk flush an attempt: a webhook that a power cut loses costs freshness, not content.
  const db = openDatabase(join(dataDir, 'webhooks.sqlite'), '', { synchronous: 'NORMAL' })
  const queue = openWebhookQueue<MessageDetails>({ db, transaction: transactionsOn(db).transaction })
  const delivery = createDelivery({
    endpoints: hooks,
    queue,
    concurrency: CONCURRENT_PER_HOOK,
    timeoutMs,
    headers: (hook, message) => headersFor(hook, message, projectId, clock.now()),
    retryAt: retryAt(random),
    secrets: ({ secret = '', headers = {} }) => [secret, ...Object.values(headers)],
    clock,
    report,
  })
  const left = queue.resume(
    hooks.map(({ id }) => id),
    clock.now(),
  )
  delivery.accept(left)
  let closing: Promise<void> | undefined

  return {
    onTransaction(change, snapshot) {
      const { messages, failures } = messagesFor(hooks, change, snapshot, evaluate, new Date(clock.now()))
      try {
        for (const { message, error } of failures) {
          delivery.recordUnsendable(message, `filter or projection failed: ${messageOf(error)}`)
        }
        if (messages.length > 0) delivery.accept(queue.add(messages))
      } catch (error) {
        // The content is committed: its writer must not be told otherwise because the queue's disk is full.
        report(error, 'could not queue webhooks')
      }
    },
    attempts: () => queue.attempts().map((attempt) => hookAttempt(attempt, projectId)),
    handleHooks: createHooksApi({ configs, queue, projectId }),
    close: () => (closing ??= delivery.close().then(() => db.close())),
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
