import { withoutQuotes } from '../log/log-error.ts'
import { sharedState } from '../shared-state.ts'
import { telemetry } from './telemetry.ts'

/** Lines of the log at the level error since the process began; a number, so that it is told also while it is 0. */
export const loggedErrors = sharedState('logged-errors', () => ({ count: 0 }))

const errorIn = (facts: unknown): unknown => {
  if (facts instanceof Error) return facts
  return typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : undefined
}

/**
 * Counts an error of the log, and tells whoever gathers errors beside it; never throws.
 * @param facts of the line: an error, or fields of which `err` may be one
 */
export function tellOfError(facts: unknown, words: unknown): void {
  loggedErrors.count++
  const plain = withoutQuotes(String(typeof facts === 'string' ? facts : words))
  try {
    for (const listen of telemetry.errorListeners) listen(errorIn(facts), plain)
  } catch {
    // The line of the log says what happened, and to log this failure would end up here again.
  }
}
