import { sharedState } from '../process/shared-state.ts'
import { counter, histogram, LONG } from './instruments.ts'
import { telemetry } from './telemetry.ts'

const publishes = counter('ductwise.publishes', 'Content changes received by webhook')
const firstLook = histogram(
  'ductwise.publish.first_look.seconds',
  'Time from a publish to the first updated page',
  LONG,
)

type Publish = { at: number; tags: ReadonlySet<string> }

/**
 * Maximum number of publishes whose first new page is pending. The oldest are dropped, because unvisited pages are not
 * late.
 */
const MOST_AWAITED = 200

const awaited = sharedState<Publish[]>('awaited-first-looks', () => [])

/** Counts a publish webhook. @param isShared whether all other processes were notified */
export const countPublish = (isShared: boolean): void =>
  publishes.add(1, { result: isShared ? 'shared' : 'not-shared' })

export function awaitFirstLook(tags: readonly string[], at = Date.now()): void {
  if (!telemetry.meter || tags.length === 0) return
  awaited.push({ at, tags: new Set(tags) })
  if (awaited.length > MOST_AWAITED) awaited.shift()
}

/** Records a render, which may be the first one after a publish. @param startedAt in milliseconds since 1970 */
export function noteRendered(tags: readonly string[], startedAt: number, now = Date.now()): void {
  const shown = awaited.filter((publish) => publish.at <= startedAt && tags.some((tag) => publish.tags.has(tag)))
  for (const publish of shown) {
    firstLook.record((now - publish.at) / 1_000)
    awaited.splice(awaited.indexOf(publish), 1)
  }
}
