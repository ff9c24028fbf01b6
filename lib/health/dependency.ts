import { withDeadline } from '../deadline.ts'
import { keepBriefly } from '../keep-briefly.ts'
import { loggedError } from '../log/log-error.ts'

/** Milliseconds that an answer may take. */
const DEADLINE_MS = 1_000

/** Milliseconds for which an answer is kept, so that nobody can use the address to load what the site depends on. */
const KEPT_MS = 5_000

/** How something is that the site depends on. */
export type DependencyState = {
  answers: boolean
  /** Milliseconds until it answered, or nothing more was waited for. */
  after: number
  /** Why it does not answer: a code, never the words of an error. */
  code?: string
}

function codeOf(error: unknown): string {
  const { name, code, cause } = loggedError(error)
  return String(code ?? cause?.code ?? name)
}

export type Dependency = { name: string; state: () => Promise<DependencyState> }

/**
 * Something that the site depends on.
 * @param ask resolves when it answers; gets a signal that ends with the deadline
 */
export function dependency(name: string, ask: (signal: AbortSignal) => Promise<unknown>): Dependency {
  const state = async (): Promise<DependencyState> => {
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
  return { name, state: keepBriefly(state, KEPT_MS) }
}
