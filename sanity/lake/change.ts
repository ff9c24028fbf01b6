import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../../lib/platform/log/log.ts'
import { buildUpdatedAtRead } from '../queries/pages.ts'
import type { WebhookEvent } from '../webhook.ts'
import { fetchUncached } from './fetch.ts'

/** Maximum wait and poll interval. */
const SETTLE_TIMEOUT_MS = 3_000
const SETTLE_INTERVAL_MS = 50

async function isSettled({ change, updatedAt }: WebhookEvent): Promise<boolean> {
  const current = await fetchUncached(buildUpdatedAtRead(change.id))
  if (change.operation === 'delete') return current === null || current._updatedAt > updatedAt
  return current !== null && current._updatedAt >= updatedAt
}

/**
 * Waits until queries return the changed document.
 * A webhook can arrive before indexing, and pages would then cache the old content.
 */
export async function waitForContent(event: WebhookEvent): Promise<void> {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS
  try {
    while (!(await isSettled(event)) && Date.now() < deadline) await wait(SETTLE_INTERVAL_MS)
  } catch (err) {
    // During an outage, pages serve stale content and retry later, so waiting has no benefit.
    log.warn({ err, document: event.change.id }, 'content-lake: change check failed')
  }
}
