import { getSharedState } from '../process/shared-state.ts'
import { createCounter, createHistogram, LONG_BUCKETS_SECONDS } from './instruments.ts'
import { telemetry } from './telemetry.ts'

const publishCounter = createCounter('ductwise.publishes', 'Content changes received by webhook')
const firstRenderDelay = createHistogram(
  'ductwise.publish.first_view.duration',
  'Time from a publish to the first updated page',
  LONG_BUCKETS_SECONDS,
)

type PendingPublish = { at: number; tags: ReadonlySet<string> }

/**
 * Maximum number of publishes whose first new page is pending. The oldest are dropped, because a page that receives no
 * requests is not late.
 */
const MAX_PENDING_PUBLISHES = 200

const pendingPublishes = getSharedState<PendingPublish[]>('pending-publishes', () => [])

/** Counts a publish webhook. @param isShared whether all other processes were notified */
export const countPublish = (isShared: boolean): void =>
  publishCounter.add(1, { result: isShared ? 'shared' : 'not-shared' })

export function trackPublish(tags: readonly string[], at = Date.now()): void {
  if (!telemetry.meter || tags.length === 0) return
  pendingPublishes.push({ at, tags: new Set(tags) })
  if (pendingPublishes.length > MAX_PENDING_PUBLISHES) pendingPublishes.shift()
}

/** Records a render, which may be the first one after a publish. @param startedAt in milliseconds since 1970 */
export function recordFirstRender(tags: readonly string[], startedAt: number, now = Date.now()): void {
  const renderedPublishes = pendingPublishes.filter(
    (publish) => publish.at <= startedAt && tags.some((tag) => publish.tags.has(tag)),
  )
  for (const publish of renderedPublishes) {
    firstRenderDelay.record((now - publish.at) / 1_000)
    pendingPublishes.splice(pendingPublishes.indexOf(publish), 1)
  }
}
