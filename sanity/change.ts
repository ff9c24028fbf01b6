import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchUncached } from './fetch.ts'
import { cityPath } from './paths.ts'
import { referrersRead, updatedAtRead } from './queries/change.ts'
import type { WebhookEvent } from './webhook.ts'

/** Pages visited after one change; the others are fresh at the second visit. */
const MAX_PATHS = 12

/** Milliseconds to wait for the Content Lake to show a change that its webhook has announced, and between two looks. */
const SETTLE_DEADLINE = 3_000
const SETTLE_INTERVAL = 100

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
  } catch {
    // Stale pages are served and retried while the Content Lake is away: nothing to wait for.
  }
}

async function referrerPaths(id: string): Promise<string[]> {
  try {
    const referrers = await fetchUncached(referrersRead(id, MAX_PATHS))
    return referrers.flatMap(({ _type, path, slug }) =>
      _type === 'city' ? (slug ? cityPath(slug) : []) : (path ?? []),
    )
  } catch {
    return []
  }
}

/** Pages to visit after a change: its own, those of the lists it is on, then those that refer to it. */
export async function affectedPaths({ change, touched }: WebhookEvent): Promise<string[]> {
  const referring = change.type === 'siteSettings' ? [] : await referrerPaths(change.id)
  return [...new Set([...touched.paths, ...referring])].slice(0, MAX_PATHS)
}
