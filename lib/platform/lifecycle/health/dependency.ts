import { withDeadline } from '../../time/deadline.ts'
import { CachedQuery } from '../../cache/cached-query.ts'
import { loggedError } from '../../log/log-error.ts'
import { sharedState } from '../../process/shared-state.ts'

const DEADLINE_MS = 1_000

/** Time for which a state is cached, to limit the load on the dependency. */
const FRESH_MS = 5_000

export type DependencyState = {
  answers: boolean
  /** Time in milliseconds until the response or the timeout. */
  after: number
  code?: string
}

function codeOf(error: unknown): string {
  const { name, code, cause } = loggedError(error)
  return String(code ?? cause?.code ?? name)
}

export type Dependency = { name: string; state: () => Promise<DependencyState> }

/**
 * Health checks by dependency. Each is registered by the code that loads its client: the Content Lake in
 * `server/main.ts`, the others in `instrumentation.ts`.
 */
export const dependencies = sharedState<Dependency[]>('dependencies', () => [])

/** Creates a health check. @param ask resolves if the service responds; its signal aborts at the deadline */
export function dependency(name: string, ask: (signal: AbortSignal) => Promise<unknown>): Dependency {
  const probe = async (): Promise<DependencyState> => {
    const start = performance.now()
    const after = () => Math.round(performance.now() - start)
    try {
      const asked = ask(AbortSignal.timeout(DEADLINE_MS)).then(() => true)
      if (await withDeadline(asked, DEADLINE_MS, () => false)) return { answers: true, after: after() }
      return { answers: false, after: after(), code: 'DEADLINE' }
    } catch (error) {
      return { answers: false, after: after(), code: codeOf(error) }
    }
  }
  const states = new CachedQuery(undefined, probe, { freshMs: FRESH_MS })
  return {
    name,
    state: async () =>
      (await states.of('', 2 * DEADLINE_MS)) ?? { answers: false, after: DEADLINE_MS, code: 'DEADLINE' },
  }
}
