import { getSharedState } from '../process/shared-state.ts'

const getBootState = () => getSharedState('boot', () => Promise.withResolvers<void>())

export const markBooted = (): void => getBootState().resolve()

export const markBootFailed = (error: unknown): void => getBootState().reject(error)

/**
 * Resolves when `instrumentation.ts` has finished, so that cache tags are loaded and workers run. Next.js itself awaits
 * it only at the first request.
 * @throws its error
 */
export const waitForBoot = (): Promise<void> => getBootState().promise
