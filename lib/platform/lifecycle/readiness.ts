import { sharedState } from '../process/shared-state.ts'

type Readiness = 'starting' | 'ready' | 'stopping'

const state = sharedState<{ readiness: Readiness }>('readiness', () => ({ readiness: 'starting' }))

/** Whether load balancers should send requests. An unready process still responds. */
export const isReady = (): boolean => state.readiness === 'ready'

/** While true, each response closes its connection. */
export const isStopping = (): boolean => state.readiness === 'stopping'

export function markReady(): void {
  if (state.readiness === 'starting') state.readiness = 'ready'
}

export function markStopping(): void {
  state.readiness = 'stopping'
}
