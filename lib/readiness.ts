import { sharedState } from './shared-state.ts'

const state = () => sharedState('readiness', () => ({ isPrepared: false, isStopping: false }))

/** Whether this process can answer requests and will go on doing so: whoever spreads them may send it some. */
export const isReady = (): boolean => state().isPrepared && !state().isStopping

/** Notes that the site has started and can answer. */
export function markReady(): void {
  state().isPrepared = true
}

/** Notes that the process is about to stop; it is never ready again. */
export function markStopping(): void {
  state().isStopping = true
}
