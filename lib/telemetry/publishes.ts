import { sharedState } from '../shared-state.ts'
import { counter, histogram, LONG } from './instruments.ts'
import { telemetry } from './telemetry.ts'

const publishes = counter('ductwise.publishes', 'Changes of content that the webhook told of')
const firstLook = histogram('ductwise.publish.first_look.seconds', 'From a publish to the first new page', LONG)

type Publish = { at: number; tags: ReadonlySet<string> }

/** Publishes whose first new page is still to come: the oldest are forgotten, since what nobody looks at is not late. */
const MOST_AWAITED = 200

const awaited = sharedState<Publish[]>('awaited-first-looks', () => [])

/**
 * Counts a change of content that the webhook told of.
 * @param isShared whether all other processes know it too
 */
export const countPublish = (isShared: boolean): void =>
  publishes.add(1, { result: isShared ? 'shared' : 'not-shared' })

/** Notes that content was published, here or as another process tells. */
export function awaitFirstLook(tags: readonly string[], at = Date.now()): void {
  if (!telemetry.meter || tags.length === 0) return
  awaited.push({ at, tags: new Set(tags) })
  if (awaited.length > MOST_AWAITED) awaited.shift()
}

/**
 * Notes that a page was made, which may be the first that shows something new.
 * @param startedAt when its rendering began, in milliseconds since 1970
 */
export function noteRendered(tags: readonly string[], startedAt: number, now = Date.now()): void {
  const shown = awaited.filter((publish) => publish.at <= startedAt && tags.some((tag) => publish.tags.has(tag)))
  for (const publish of shown) {
    firstLook.record((now - publish.at) / 1_000)
    awaited.splice(awaited.indexOf(publish), 1)
  }
}
