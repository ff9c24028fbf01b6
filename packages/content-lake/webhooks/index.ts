import { join } from 'node:path'
import { mkdirSync } from 'node:fs'
import { messagesFor } from './change.ts'
import { systemClock } from './clock.ts'
import { assertConfigs } from './config.ts'
import { createDeliverer, warn } from './deliverer.ts'
import { createHooksApi } from './hooks-api.ts'
import { openQueue } from './queue.ts'
import type { Webhooks, WebhooksOptions } from './types.ts'

export type { DocumentChange, EvaluateChange, WebhookConfig, Webhooks, WebhooksOptions } from './types.ts'

/** Hosted Sanity gives an endpoint 30 seconds. */
const DEFAULT_TIMEOUT_MS = 30_000

/** Outgoing webhooks with a queue on disk; what an earlier process left undelivered goes on at once. Throws for an unusable config. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { configs, dataDir, evaluate, projectId = 'local', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { clock = systemClock, random = Math.random } = options
  assertConfigs(configs)
  mkdirSync(dataDir, { recursive: true })
  const queue = openQueue(join(dataDir, 'webhooks.sqlite'))
  const hooks = new Map(configs.filter(({ isEnabled = true }) => isEnabled).map((config) => [config.id, config]))
  queue.dropMessagesExceptOf([...hooks.keys()])
  const deliverer = createDeliverer({ hooks, queue, clock, random, projectId, timeoutMs })
  deliverer.accept(queue.pending())
  let closing: Promise<void> | undefined

  return {
    onTransaction(change, snapshot) {
      const { messages, failures } = messagesFor([...hooks.values()], change, snapshot, evaluate, clock)
      try {
        for (const { message, error } of failures) deliverer.recordUnsendable(message, error)
        if (messages.length > 0) deliverer.accept(queue.add(messages))
      } catch (error) {
        // The content is committed: its writer must not be told otherwise because the queue's disk is full.
        warn('could not queue webhooks', error)
      }
    },
    attempts: () => queue.attempts(),
    handleHooks: createHooksApi({ configs, queue, projectId }),
    close() {
      closing ??= deliverer.close().then(() => queue.close())
      return closing
    },
  }
}
