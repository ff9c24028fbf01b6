import { sharedState } from '../process/shared-state.ts'

const ending = sharedState('ending', () => new AbortController())

/** Signal that aborts at shutdown, so that long polls respond immediately. */
export const processEnds: AbortSignal = ending.signal

export const endWaiting = (): void => ending.abort()
