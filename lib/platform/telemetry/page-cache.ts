import { getSharedState } from '../process/shared-state.ts'
import { createHistogram, SHORT_BUCKETS_SECONDS } from './instruments.ts'

/**
 * Counts of lookups: `hit` from memory, `waited` for a render in progress, `rendered` now. They are plain numbers,
 * because every visit increments one.
 */
export const lookups = getSharedState('page-cache-lookups', () => ({ hit: 0, waited: 0, rendered: 0 }))

const renderDuration = createHistogram(
  'ductwise.page.render.duration',
  'Duration of cached page renders',
  SHORT_BUCKETS_SECONDS,
)

export const recordRender = (milliseconds: number): void => renderDuration.record(milliseconds / 1_000)
