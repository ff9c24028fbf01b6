import { getSharedState } from '../process/shared-state.ts'

const shutdownController = getSharedState('ending', () => new AbortController())

/** Signal that aborts at shutdown, so that long polls respond immediately. */
export const shutdownSignal: AbortSignal = shutdownController.signal

export const abortLongPolls = (): void => shutdownController.abort()
