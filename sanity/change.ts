import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../lib/log/log.ts'
import { fetchUncached } from './fetch.ts'
import { updatedAtRead } from './queries/change.ts'
import type { WebhookEvent } from './webhook.ts'

/** Milliseconds to wait for the Content Lake to show a change that its webhook has announced, and between two looks. */
const SETTLE_DEADLINE = 3_000
const SETTLE_INTERVAL = 50

async function isSettled({ change, updatedAt }: WebhookEvent): Promise<boolean> {
  const current = await fetchUncached(updatedAtRead(change.id))
  if (change.operation === 'delete') return current === null || current._updatedAt > updatedAt
  return current !== null && current._updatedAt >= updatedAt
}

/**
 * Waits until reads show a change, because a webhook may be faster than the index it announces: a page rendered before
 * that would keep the old text. Gives up after a few seconds, or when the Content Lake does not answer.
 */
export async function contentSettled(event: WebhookEvent): Promise<void> {
  const deadline = Date.now() + SETTLE_DEADLINE
  try {
    while (!(await isSettled(event)) && Date.now() < deadline) await wait(SETTLE_INTERVAL)
  } catch (err) {
    // Pages show their last content while the Content Lake is away, and are tried again: there is nothing to wait for.
    log.warn({ err, document: event.change.id }, 'The Content Lake does not show whether a change has arrived')
  }
}
