import { sharedState } from '../process/shared-state.ts'

const boot = () => sharedState('boot', () => Promise.withResolvers<void>())

export const noteBooted = (): void => boot().resolve()

export const noteNotBooted = (error: unknown): void => boot().reject(error)

/**
 * Resolves when `instrumentation.ts` has finished, so that cache tags are loaded and workers run. Next.js itself awaits
 * it only at the first request.
 * @throws its error
 */
export const booted = (): Promise<void> => boot().promise
