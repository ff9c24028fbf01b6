import { sharedState } from '../process/shared-state.ts'

const ending = sharedState('ending', () => new AbortController())

/** Aborted at shutdown, so that long polls respond at once. */
export const processEnds: AbortSignal = ending.signal

export const endWaiting = (): void => ending.abort()
