import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { PAGE_SIZE } from '../lib/constants.ts'
import { fetchUncached } from './fetch.ts'
import { BLOG_ROOT, documentPath, PRESS_ROOT, type RoutedType } from './paths.ts'
import { listsRead, referrersRead, updatedAtRead } from './queries/change.ts'
import { hasPath, tag, type ContentChange } from './tags.ts'
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

type Address = { _type: RoutedType; path?: string | null; slug?: string | null }

function addressOf({ _type, path, slug }: Address): string[] {
  const key = hasPath(_type) ? path : slug
  return key ? [documentPath(_type, key)] : []
}

async function referrerPaths(id: string): Promise<string[]> {
  try {
    return (await fetchUncached(referrersRead(id, MAX_PATHS))).flatMap(addressOf)
  } catch {
    return []
  }
}

/** Pages of a list from the second on; the first is among the paths that a change touches by itself. */
function furtherPages(root: string, entries: number): string[] {
  const pages = Math.ceil(entries / PAGE_SIZE)
  return Array.from({ length: Math.max(0, pages - 1) }, (_, index) => `${root}/page/${index + 2}`)
}

/** The lists that show a post or an announcement, besides those that {@link WebhookEvent} names. */
async function listPaths({ type, groups = [] }: ContentChange): Promise<string[]> {
  try {
    const lists = await fetchUncached(listsRead(groups))
    if (type === 'pressItem') return furtherPages(PRESS_ROOT, lists.pressItems)
    return [...lists.groups.flatMap(addressOf), ...furtherPages(BLOG_ROOT, lists.posts)]
  } catch {
    return []
  }
}

/** Whether lists with several pages show this change. */
const isPaged = ({ change, touched }: WebhookEvent) =>
  (change.type === 'post' && touched.tags.includes(tag.posts)) ||
  (change.type === 'pressItem' && touched.tags.includes(tag.press))

/** Pages to visit after a change: its own, those of the lists it is on, then those that refer to it. */
export async function affectedPaths(event: WebhookEvent): Promise<string[]> {
  const { change, touched } = event
  const [listing, referring] = await Promise.all([
    isPaged(event) ? listPaths(change) : [],
    change.type === 'siteSettings' || change.type === 'redirect' ? [] : referrerPaths(change.id),
  ])
  return [...new Set([...touched.paths, ...listing, ...referring])].slice(0, MAX_PATHS)
}
