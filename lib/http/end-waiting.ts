import { sharedState } from '../shared-state.ts'

const ending = sharedState('ending', () => new AbortController())

/** Aborted when the process is to end: answers that wait for something to happen are given at once. */
export const processEnds: AbortSignal = ending.signal

/** Has all that wait answer now. */
export const endWaiting = (): void => ending.abort()
