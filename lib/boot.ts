import { sharedState } from './shared-state.ts'

const boot = () => sharedState('boot', () => Promise.withResolvers<void>())

/** Notes that `instrumentation.ts` has done its work. */
export const noteBooted = (): void => boot().resolve()

/** Notes that it could not. */
export const noteNotBooted = (error: unknown): void => boot().reject(error)

/**
 * Resolves when `instrumentation.ts` has done its work: the framework begins it when it is made, and waits for it at the first
 * request only. By then the tags that other processes revalidated are known, and workers run.
 * @throws what it failed with
 */
export const booted = (): Promise<void> => boot().promise
