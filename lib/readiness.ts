import { sharedState } from './shared-state.ts'

type Readiness = 'starting' | 'ready' | 'stopping'

const state = sharedState<{ readiness: Readiness }>('readiness', () => ({ readiness: 'starting' }))

/** Whether this process wants to be sent requests. One that does not still answers those that come. */
export const isReady = (): boolean => state.readiness === 'ready'

/** Whether this process has been told to end: from then on each answer closes its connection. */
export const isStopping = (): boolean => state.readiness === 'stopping'

/** Called when the process can answer; one that has been told to end meanwhile does not become ready any more. */
export function markReady(): void {
  if (state.readiness === 'starting') state.readiness = 'ready'
}

/** Called when the process is told to end. */
export function markStopping(): void {
  state.readiness = 'stopping'
}
