import { withDeadline } from '../../time/deadline.ts'
import { CachedQuery } from '../../cache/cached-query.ts'
import { toLoggedError } from '../../log/log-error.ts'
import { getSharedState } from '../../process/shared-state.ts'

const TIMEOUT_MS = 1_000

/** Time for which a state is cached, to limit the load on the dependency. */
const FRESH_MS = 5_000

export type DependencyState = {
  answers: boolean
  /** Time in milliseconds until the response or the timeout. */
  after: number
  code?: string
}

function getCode(error: unknown): string {
  const { name, code, cause } = toLoggedError(error)
  return String(code ?? cause?.code ?? name)
}

export type Dependency = { name: string; state: () => Promise<DependencyState> }

/**
 * Health checks by dependency. Each is registered by the code that loads its client: the Content Lake in
 * `server/main.ts`, the others in `instrumentation.ts`.
 */
export const dependencies = getSharedState<Dependency[]>('dependencies', () => [])

/** Creates a health check. @param check resolves if the service responds; its signal aborts at the deadline */
export function createDependency(name: string, check: (signal: AbortSignal) => Promise<unknown>): Dependency {
  const probe = async (): Promise<DependencyState> => {
    const start = performance.now()
    const getDurationMs = () => Math.round(performance.now() - start)
    try {
      const checkPromise = check(AbortSignal.timeout(TIMEOUT_MS)).then(() => true)
      if (await withDeadline(checkPromise, TIMEOUT_MS, () => false)) return { answers: true, after: getDurationMs() }
      return { answers: false, after: getDurationMs(), code: 'DEADLINE' }
    } catch (error) {
      return { answers: false, after: getDurationMs(), code: getCode(error) }
    }
  }
  const states = new CachedQuery(undefined, probe, { freshMs: FRESH_MS })
  return {
    name,
    state: async () =>
      (await states.get('', 2 * TIMEOUT_MS)) ?? { answers: false, after: TIMEOUT_MS, code: 'DEADLINE' },
  }
}
