import { getSharedState } from '../process/shared-state.ts'

type Readiness = 'starting' | 'ready' | 'stopping'

const state = getSharedState<{ readiness: Readiness }>('readiness', () => ({ readiness: 'starting' }))

/** Returns whether load balancers should send requests. A process that is not ready still responds. */
export const isReady = (): boolean => state.readiness === 'ready'

/** Returns whether the process is stopping. While true, each response closes its connection. */
export const isStopping = (): boolean => state.readiness === 'stopping'

export function markReady(): void {
  if (state.readiness === 'starting') state.readiness = 'ready'
}

export function markStopping(): void {
  state.readiness = 'stopping'
}
