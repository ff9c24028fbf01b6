import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../../lib/platform/log/log.ts'
import { updatedAtRead } from '../queries/pages.ts'
import type { WebhookEvent } from '../webhook.ts'
import { fetchUncached } from './fetch.ts'

/** Milliseconds to wait until the Content Lake shows a change, and between polls. */
const SETTLE_DEADLINE = 3_000
const SETTLE_INTERVAL = 50

async function isSettled({ change, updatedAt }: WebhookEvent): Promise<boolean> {
  const current = await fetchUncached(updatedAtRead(change.id))
  if (change.operation === 'delete') return current === null || current._updatedAt > updatedAt
  return current !== null && current._updatedAt >= updatedAt
}

/** Waits until queries return the change: webhooks can precede indexing, and pages would cache the old text. */
export async function contentSettled(event: WebhookEvent): Promise<void> {
  const deadline = Date.now() + SETTLE_DEADLINE
  try {
    while (!(await isSettled(event)) && Date.now() < deadline) await wait(SETTLE_INTERVAL)
  } catch (err) {
    // During an outage pages show stale content and retry, so there is nothing to wait for.
    log.warn({ err, document: event.change.id }, 'The Content Lake does not show whether a change has arrived')
  }
}
